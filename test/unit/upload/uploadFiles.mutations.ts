import { mutationsOf, suites } from '../../mutations/mutation';

export const mutations = [
  ...mutationsOf(
    { in: 'src/upload/sendFile.ts', killedBy: suites('upload/uploadFiles', 'upload/swappedFiles') },
    [
      {
        name: 'a file is checked before it is sent',
        find: 'await assertUnchangedOpen(file, opened, signal);',
        replace: '',
      },
      {
        name: 'a file is checked after it was sent',
        find: 'if (hasMoved(handle, identity)) await assertUnchanged({ ...file, sha256 }, signal);',
        replace: '',
      },
      {
        name: 'the sent bytes are the planned ones',
        find: "if (sha256 !== (file.sha256 ?? sha256)) throw new FileChangedError(file.name, 'content');",
        replace: '',
        killedBy: suites('upload/movedFiles'),
      },
    ],
  ),
  ...mutationsOf(
    { in: 'src/upload/fileBody.ts', killedBy: suites('upload/uploadFiles', 'upload/badFiles') },
    [
      {
        name: 'no more of a file is sent than was announced',
        find: 'Math.min(chunkBytes, this.#file.size - this.#position)',
        replace: 'chunkBytes',
      },
      {
        name: 'a file that ends too soon fails',
        find: "if (bytesRead === 0) throw new FileChangedError(name, 'size');",
        replace: '',
      },
      {
        name: 'a drive that does not respond does not delay a cancellation',
        find: 'Promise.race([work, tooLate])',
        replace: 'work',
        killedBy: suites('upload/silentDrive'),
      },
    ],
  ),
  ...mutationsOf({ in: 'src/upload/uploadFiles.ts', killedBy: suites('upload/uploadFiles') }, [
    { name: 'a file that fails stops the others', find: 'this.#failed.abort(error);', replace: '' },
    {
      name: 'an upload that failed has failed',
      find: '    this.#stop.throwIfAborted();\n    this.#report();',
      replace: '    this.#report();',
    },
  ]),
];
