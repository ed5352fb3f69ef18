import { mutationsOf, suites } from '../../mutations/mutation';

export const mutations = mutationsOf(
  { in: 'src/launch/requestedFiles.ts', killedBy: suites('launch/prepareLaunch') },
  [
    {
      name: 'a request does not take back what the settings exclude',
      find: '...{ exclude: folder.exclude, alsoExclude: exclude },',
      replace: 'exclude: [...folder.exclude, ...exclude],',
    },
  ],
);
