import { mutationsOf, suites } from '../../mutations/mutation';

export const mutations = [
  ...mutationsOf(
    {
      in: 'src/upload/walkSelection.ts',
      killedBy: suites('upload/badFiles', 'upload/hostileFolder', 'upload/uploadPlan'),
    },
    [
      {
        name: 'a walk has an end',
        find: 'if (--this.found.entriesLeft < 0) return;',
        replace: '--this.found.entriesLeft;',
      },
      {
        name: 'a link leads to nothing that was not selected',
        find: 'if (!isInsideAny(this.#realItems, real)) {',
        replace: 'if (false) {',
      },
      { name: 'a link does not lead back', find: 'if (parents.includes(real)) {', replace: 'if (false) {' },
      {
        name: 'a link does not get in what is left out',
        find: 'if (this.#leaveOut(target, stats)) return;',
        replace: '',
      },
      {
        name: 'the way to a file does not lead out of the folder',
        find: 'if (isInside(this.selection.root, item) && isInside(this.#realRoot, real)) return',
        replace: 'return',
      },
      { name: 'a name is looked at', find: 'if (problem !== undefined) {', replace: 'if (false) {' },
      { name: 'only regular files are opened', find: 'if (!stats.isFile()) {', replace: 'if (false) {' },
      {
        name: 'what is left out stays behind',
        find: 'if (this.#leaveOut(entry, stats)) return;',
        replace: '',
      },
      {
        name: 'a folder known by a link leaves out the same',
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
        name: 'a folder beside is not inside',
        find: '!relative.startsWith(`..${path.sep}`)',
        replace: 'true',
      },
    ],
  ),
];
