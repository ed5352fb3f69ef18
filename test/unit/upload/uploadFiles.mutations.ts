import { mutationsOf, suites } from '../../mutations/mutation';

export const mutations = [
  ...mutationsOf(
    { in: 'src/upload/sendFile.ts', killedBy: suites('upload/uploadFiles', 'upload/swappedFiles') },
    [
      {
        name: 'a large file is checked before it is sent',
        find: '  await assertUnchanged(file, signal);\n  let body',
        replace: '  let body',
        killedBy: suites('upload/movedFiles'),
      },
      {
        name: 'a large file is checked after it was sent',
        find: 'await assertUnchanged({ ...file, identity, sha256 }, signal);',
        replace: '',
        killedBy: suites('upload/movedFiles'),
      },
      {
        name: 'the sent bytes are the planned ones',
        find: 'assertPlannedBytes(file, sent);',
        replace: '',
        killedBy: suites('upload/movedFiles'),
      },
    ],
  ),
  ...mutationsOf({ in: 'src/upload/fileState.ts', killedBy: suites('upload/movedFiles') }, [
    {
      name: 'a small file is checked before it is sent',
      find: '  assertPlannedBytes(file, whole);\n',
      replace: '',
    },
  ]),
  ...mutationsOf(
    { in: 'src/upload/fileBody.ts', killedBy: suites('upload/uploadFiles', 'upload/badFilesOnTheWire') },
    [
      {
        name: 'no more of a file is sent than was announced',
        find: 'Math.min(chunkBytes, this.#file.size - this.#position)',
        replace: 'chunkBytes',
      },
      {
        name: 'a file that ends too soon fails',
        find: "if (chunk.length === 0) throw new FileChangedError(this.#file.name, 'size');",
        replace: '',
      },
    ],
  ),
  ...mutationsOf(
    { in: 'src/upload/uploadFiles.ts', killedBy: suites('upload/uploadFiles', 'upload/parallelUploads') },
    [
      {
        name: 'a file that fails stops the others',
        find: 'this.#stop.abort(error);',
        replace: '',
      },
      {
        name: 'an upload that failed has failed',
        find: '    this.#stop.signal.throwIfAborted();\n    this.#report();',
        replace: '    this.#report();',
      },
      {
        name: 'a server that accepts nothing is sent one file at a time',
        find: 'while (!this.#stop.signal.aborted && this.#outage === undefined) {',
        replace: 'while (!this.#stop.signal.aborted) {',
      },
      {
        name: 'files that were begun before an outage are no attempts to end it',
        find: 'this.#acceptedAtMs < startedAtMs : outage.probe === pending',
        replace: 'this.#acceptedAtMs < startedAtMs : true',
      },
      {
        name: 'an upload ends when nothing was accepted for long',
        find: ' || startedAtMs - this.#faultAtMs > maxUploadFaultMs)',
        replace: ')',
      },
      {
        name: 'an accepted file ends an outage',
        find: '    this.#faultAtMs = undefined;\n',
        replace: '',
      },
      {
        name: 'expired upload URLs end an upload',
        find: 'beforeRepeat?.(pending.file);',
        replace: '',
      },
    ],
  ),
  ...mutationsOf(
    { in: 'src/upload/sendOrder.ts', killedBy: suites('upload/parallelUploads', 'upload/sendOrder') },
    [
      {
        name: 'the largest files are sent first',
        find: '.sort((a, b) => b.file.size - a.file.size)',
        replace: '',
      },
      {
        name: 'small files are sent beside large ones',
        find: 'Math.ceil(limitOfLarge / 2)',
        replace: 'limitOfLarge',
      },
    ],
  ),
  ...mutationsOf({ in: 'src/upload/fileThread.ts', killedBy: suites('upload/fileThread') }, [
    {
      name: 'a thread that does not respond gets no new work',
      find: '      this.#isUsable = false;\n      this.#startTimer(',
      replace: '      this.#startTimer(',
    },
    {
      name: 'a thread with an open file does not end',
      find: 'if (this.#openFiles === 0) this.#end',
      replace: 'this.#end',
    },
  ]),
];
