import { mutationsOf, suites } from '../../mutations/mutation';

export const mutations = mutationsOf(
  { in: 'src/secrets/signInPrompts.ts', killedBy: suites('secrets/signInPrompts') },
  [
    {
      name: 'one prompt is enough for one account',
      find: 'this.#open.get(key) ?? this.#start',
      replace: 'this.#start',
    },
    {
      name: 'prompts come one after the other',
      find: 'this.#over.then(',
      replace: 'Promise.resolve().then(',
    },
    { name: 'a prompt that nobody waits for closes', find: 'prompt.closed.abort();', replace: '' },
  ],
);
