import { mutationsOf, suites } from '../../mutations/mutation';

export const mutations = mutationsOf(
  { in: 'src/client/text/visibleText.ts', killedBy: suites('client/visibleText') },
  [
    {
      name: 'what cannot be seen is shown by its code',
      find: 'return hidden.test(character) ? `',
      replace: 'return false ? `',
    },
    { name: 'names have an end', find: 'if (size <= length) return', replace: 'return' },
  ],
);
