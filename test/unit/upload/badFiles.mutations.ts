import { mutationsOf, suites } from '../../mutations/mutation';

export const mutations = [
  ...mutationsOf(
    {
      in: 'src/upload/walkSelection.ts',
      killedBy: suites('upload/badFiles', 'upload/hostileFolder', 'upload/uploadPlan'),
    },
    [
      {
        name: 'a walk has a limit',
        find: 'if (--this.#found.entriesLeft < 0) return;',
        replace: '--this.#found.entriesLeft;',
      },
      {
        name: 'a link leads only to selected files',
        find: 'if (!isInsideAny(this.#realItems, real)) {',
        replace: 'if (false) {',
      },
      { name: 'a link does not lead back', find: 'if (parents.includes(real)) {', replace: 'if (false) {' },
      {
        name: 'a link does not re-include excluded files',
        find: 'if (this.#leaveOut(target, stats)) return;',
        replace: '',
      },
      {
        name: 'the path to a file does not lead out of the folder',
        find: 'if (isInside(this.#selection.root, item) && isInside(this.#realRoot, real)) return',
        replace: 'return',
      },
      { name: 'a name is checked', find: 'if (problem !== undefined) {', replace: 'if (false) {' },
      { name: 'only regular files are opened', find: 'if (!stats.isFile()) {', replace: 'if (false) {' },
      {
        name: 'excluded files are not uploaded',
        find: 'if (this.#leaveOut(entry, stats)) return;',
        replace: '',
      },
      {
        name: 'the same patterns apply to a folder that is reached through a link',
        find: 'this.#patternFor(path.relative(this.#realRoot, real), isFolder)',
        replace: 'undefined',
      },
    ],
  ),
  ...mutationsOf(
    {
      in: 'src/upload/paths.ts',
      killedBy: suites('upload/badFiles', 'upload/hostileFolder', 'upload/uploadPlan'),
    },
    [
      {
        name: 'a sibling folder is not inside',
        find: '!relative.startsWith(`..${path.sep}`)',
        replace: 'true',
      },
    ],
  ),
];
