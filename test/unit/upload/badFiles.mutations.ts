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
        find: 'if ((this.#found.entriesLeft -= names.length) < 0) return;',
        replace: '',
      },
      { name: 'a large folder lets other work be done', find: 'await setImmediate();', replace: '' },
      {
        name: 'a link leads only to selected files',
        find: 'if (!this.#realItems.isAround(real)) {',
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
        find: 'if (isInside(this.#selection.root, item) && isInside(this.#realRoot, real))\n',
        replace: '\n',
      },
      { name: 'a name is checked', find: 'findNameProblem(entry.name) ?? (kind', replace: '(kind' },
      {
        name: 'only regular files are opened',
        find: "(kind.isFile() ? undefined : 'notRegular')",
        replace: 'undefined',
      },
      {
        name: 'excluded files are not uploaded',
        find: 'if (this.#leaveOut(entry, kind)) return;',
        replace: '',
      },
      {
        name: 'the same patterns apply to a folder that is reached through a link',
        find: '(found === asked ? undefined : this.#patternFor(found, isFolder))',
        replace: 'undefined',
      },
    ],
  ),
  ...mutationsOf(
    {
      in: 'src/files/paths.ts',
      killedBy: suites('files/paths', 'upload/badFiles', 'upload/hostileFolder', 'upload/uploadPlan'),
    },
    [
      { name: 'a sibling folder is not inside', find: '!way.startsWith(`..${rules.sep}`)', replace: 'true' },
      { name: 'another drive is not inside', find: '!rules.isAbsolute(way)', replace: 'true' },
      {
        name: 'case does not matter on Windows',
        find: 'name.toLowerCase() : name;',
        replace: 'name : name;',
      },
      {
        name: 'the Unicode form matters on Windows',
        find: 'name.toLowerCase() : name;',
        replace: 'toNameKey(name) : name;',
      },
      {
        name: 'neither case nor Unicode form matters on macOS',
        find: "if (process.platform === 'darwin') return toNameKey(name);",
        replace: '',
      },
      {
        name: 'case matters on Linux',
        find: 'name.toLowerCase() : name;',
        replace: 'name.toLowerCase() : name.toLowerCase();',
      },
      {
        name: 'folders on two drives have nothing in common',
        find: 'common = isRoot(common) ? undefined : system().dirname(common);',
        replace: '{ if (isRoot(common)) return common; common = system().dirname(common); }',
      },
    ],
  ),
];
