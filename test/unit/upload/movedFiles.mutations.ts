import { mutationsOf, suites } from '../../mutations/mutation';

export const mutations = [
  ...mutationsOf(
    {
      in: 'src/upload/fileState.ts',
      killedBy: suites('upload/movedFiles', 'upload/swappedFiles', 'upload/uploadFiles'),
    },
    [
      {
        name: 'a file of which only the metadata changed is read',
        find: 'if (!mayBeSame) throw',
        replace: 'throw',
      },
      {
        name: 'the change time counts only once the bytes are known',
        find: 'sha256 === undefined ? findUnreadChange(identity, now) : findFileChange(identity, now)',
        replace: 'findFileChange(identity, now)',
      },
      {
        name: 'the change time counts once the bytes are known',
        find: 'sha256 === undefined ? findUnreadChange(identity, now) : findFileChange(identity, now)',
        replace: 'findUnreadChange(identity, now)',
      },
      {
        name: 'the bytes that are read are the planned ones',
        find: 'if (file.sha256 === undefined || file.sha256 === sha256) return;',
        replace: 'return;',
      },
      {
        name: 'the bytes that are hashed are in the planned state',
        find: 'if (change !== undefined) throw new FileChangedError(file.name, change);\n  // The state',
        replace: '// The state',
      },
    ],
  ),
  ...mutationsOf({ in: 'src/upload/checkFiles.ts', killedBy: suites('upload/movedFiles') }, [
    {
      name: 'a file that could not be hashed counts as changed even if it is as planned again',
      find: 'changes.length > 0 ? changes : [error]',
      replace: 'changes',
    },
  ]),
];
