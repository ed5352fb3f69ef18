import { mutationsOf, suites } from '../../mutations/mutation';

export const mutations = mutationsOf(
  { in: 'src/launch/requestedFiles.ts', killedBy: suites('launch/prepareLaunch') },
  [
    {
      name: 'a pattern is compared as the system compares names',
      find: "new Minimatch(toLocalKey(segments.join('/')), options)",
      replace: "new Minimatch(segments.join('/'), options)",
    },
    {
      name: 'a path is compared as the system compares names',
      find: 'const place = toLocalKey(toSlashes(base));',
      replace: 'const place = toSlashes(base);',
    },
    {
      name: 'a request does not take back what the settings exclude',
      find: '...{ exclude: folder.exclude, alsoExclude: await places.patternsIn(folder, exclude) },',
      replace: 'exclude: [...folder.exclude, ...(await places.patternsIn(folder, exclude))],',
    },
  ],
);
