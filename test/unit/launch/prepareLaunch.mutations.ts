import { mutationsOf, suites } from '../../mutations/mutation';

export const mutations = mutationsOf(
  { in: 'src/request/requestedFiles.ts', killedBy: suites('request/prepareLaunch') },
  [
    {
      name: 'a pattern is compared as the system compares names',
      find: "const pattern = toLocalKey(segments.join('/'));",
      replace: "const pattern = segments.join('/');",
    },
    {
      name: 'a path is compared as the system compares names',
      find: 'const base = toLocalKey(toSlashes(entry.base));',
      replace: 'const base = toSlashes(entry.base);',
    },
    {
      name: 'many files are compared with many patterns in steps',
      find: 'if (endsStep(++comparisons)) yield;\n          if (!isMatch',
      replace: 'if (!isMatch',
      killedBy: suites('launch/entryIndex'),
    },
    {
      name: 'a file is compared only with the entries around it',
      find: 'for (const entry of this.#byBase.get(base) ?? []) {',
      replace: 'for (const entry of [...this.#byBase.values()].flat()) {',
      killedBy: suites('launch/entryIndex'),
    },
    {
      name: 'a request does not take back what the settings exclude',
      find: '...{ exclude: folder.exclude, alsoExclude: await places.patternsIn(folder, exclude) },',
      replace: 'exclude: [...folder.exclude, ...(await places.patternsIn(folder, exclude))],',
    },
  ],
);
