import { mutationsOf, suites } from '../../mutations/mutation';

export const mutations = mutationsOf(
  { in: 'src/secrets/signInPrompts.ts', killedBy: suites('secrets/signInPrompts') },
  [
    {
      name: 'an account has one prompt at a time',
      find: 'this.#open.get(key) ?? this.#start',
      replace: 'this.#start',
    },
    {
      name: 'prompts are shown one after the other',
      find: 'this.#over.then(',
      replace: 'Promise.resolve().then(',
    },
    { name: 'a prompt closes when no request waits for it', find: 'prompt.closed.abort();', replace: '' },
  ],
);
