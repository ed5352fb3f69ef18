import { mutationsOf, suites } from '../../mutations/mutation';

export const mutations = mutationsOf(
  { in: 'src/launch/newProjects.ts', killedBy: suites('launch/newProjects') },
  [
    {
      name: 'what is not known to be new is not taken for it',
      find: 'if (before === undefined) return { certain: [], possible: named };',
      replace: '',
    },
  ],
);
