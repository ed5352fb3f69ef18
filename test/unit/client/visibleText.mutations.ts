import { mutationsOf, suites } from '../../mutations/mutation';

export const mutations = mutationsOf(
  { in: 'src/client/text/visibleText.ts', killedBy: suites('client/visibleText') },
  [
    {
      name: 'invisible characters are shown by their code',
      find: 'return hidden.test(character) ? `',
      replace: 'return false ? `',
    },
    { name: 'names have a maximum length', find: 'if (size <= length) return', replace: 'return' },
  ],
);
