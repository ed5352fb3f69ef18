import { mutationsOf, suites } from '../../mutations/mutation';

export const mutations = mutationsOf(
  { in: 'src/launch/newProjects.ts', killedBy: suites('launch/newProjects') },
  [
    {
      name: 'a project that is not known to be new is not taken for the new one',
      find: 'if (before === undefined) return { certain: [], possible: named };',
      replace: '',
    },
  ],
);
