import { guardsOf, unit } from './guard';

/** Which files are sent, and that they are the ones that were planned. */
export const files = [
  ...guardsOf('src/upload/fileName.ts', unit('upload/fileName'), [
    [
      'a name has no hidden characters',
      "if (hidden.test(withoutEmojiStyle(name))) return 'controlCharacters';",
      '',
    ],
    ['a name has no characters without a shape', '\\p{Default_Ignorable_Code_Point}\\u180e', '\\u180e'],
    ['a name is Unicode', "if (damaged.test(name)) return 'notUnicode';", ''],
    [
      'a name leads nowhere else',
      "if (segments.some((segment) => pathLike.test(segment))) return 'pathLike';",
      '',
    ],
    ['a name is no device', "if (segments.some((segment) => device.test(segment))) return 'reserved';", ''],
    [
      'a name ends in no dot or space',
      "if (segments.some((segment) => /[. ]$/.test(segment))) return 'trailing';",
      '',
    ],
    [
      'a name has a largest length',
      "return excessiveLength(name) === undefined ? undefined : 'tooLong';",
      'return undefined;',
    ],
    [
      'names that differ by case are equal',
      '.toLowerCase()',
      '',
      unit('upload/fileName', 'upload/badFiles', 'upload/uploadPlan'),
    ],
    [
      'names that differ by form are equal',
      ".normalize('NFC')",
      '',
      unit('upload/fileName', 'upload/badFiles', 'upload/uploadPlan'),
    ],
  ]),
  ...guardsOf('src/upload/uploadPlan.ts', unit('upload/uploadPlan', 'upload/badFiles'), [
    ['files of equal names are not sent', 'files: unique.sort(byName),', 'files: found.files.sort(byName),'],
    [
      'a plan has a largest number of entries',
      'if (found.entriesLeft < 0) return tooMany(selection);',
      '',
      unit('upload/hostileFolder', 'upload/badFiles'),
    ],
  ]),
  ...guardsOf('src/upload/walk.ts', unit('upload/badFiles', 'upload/hostileFolder', 'upload/uploadPlan'), [
    ['a walk has an end', 'if (--this.found.entriesLeft < 0) return;', '--this.found.entriesLeft;'],
    [
      'a link leads to nothing that was not selected',
      'if (!isInsideAny(this.#realItems, real)) {',
      'if (false) {',
    ],
    ['a link does not lead back', 'if (parents.includes(real)) {', 'if (false) {'],
    ['a link does not get in what is left out', 'if (this.#leaveOut(target, stats)) return;', ''],
    [
      'the way to a file does not lead out of the folder',
      'if (isInside(this.selection.root, item) && isInside(this.#realRoot, real)) return',
      'return',
    ],
    ['a name is looked at', 'if (problem !== undefined) {', 'if (false) {'],
    ['only regular files are opened', 'if (!stats.isFile()) {', 'if (false) {'],
    ['what is left out stays behind', 'if (this.#leaveOut(entry, stats)) return;', ''],
    [
      'a folder known by a link leaves out the same',
      'this.#patternFor(path.relative(this.#realRoot, real), isFolder)',
      'undefined',
    ],
  ]),
  ...guardsOf('src/upload/paths.ts', unit('upload/badFiles', 'upload/hostileFolder', 'upload/uploadPlan'), [
    ['a folder beside is not inside', '!relative.startsWith(`..${path.sep}`)', 'true'],
  ]),
  ...guardsOf('src/upload/openFile.ts', unit('upload/openFile'), [
    [
      'opening follows no link',
      'constants.O_RDONLY | noFollow | nonBlocking',
      'constants.O_RDONLY | nonBlocking',
    ],
    [
      'opening does not wait for a pipe',
      'constants.O_RDONLY | noFollow | nonBlocking',
      'constants.O_RDONLY | noFollow',
    ],
    ['only a regular file is read', 'if (!stats.isFile()) throw', 'if (false) throw'],
  ]),
  ...guardsOf('src/upload/fileIdentity.ts', unit('upload/fileIdentity'), [
    ['a file that was replaced is another one', "if (before.inode !== after.inode) return 'replaced';", ''],
    ['a file of another size is another one', "if (before.size !== after.size) return 'size';", ''],
    ['a file that was written to is another one', 'before.mtimeNs !== after.mtimeNs || ', ''],
    ['a file whose time was set back is another one', ' || before.ctimeNs !== after.ctimeNs', ''],
  ]),
  ...guardsOf('src/upload/sendFile.ts', unit('upload/uploadFiles', 'upload/swappedFiles'), [
    ['a file is looked at before it is sent', 'await requireSameOpen(file, opened, signal);', ''],
    [
      'a file is looked at after it was sent',
      'if (hasMoved(handle, identity)) await requireSame({ ...file, sha256 }, signal);',
      '',
    ],
    [
      'what was sent is what was planned',
      "if (sha256 !== (file.sha256 ?? sha256)) throw new FileChangedError(file.name, 'content');",
      '',
      unit('upload/movedFiles'),
    ],
  ]),
  ...guardsOf(
    'src/upload/fileState.ts',
    unit('upload/movedFiles', 'upload/swappedFiles', 'upload/uploadFiles'),
    [
      ['a file of which only the marks moved is read', 'if (!mayBeSame || (await', 'if ((await'],
      [
        'what is read is what was planned',
        ' || (await readHash(file, handle, signal)) !== file.sha256)',
        ')',
      ],
      [
        'what is hashed is in the planned state',
        'requireState(file, fileIdentity(fstatSync(handle.fd, { bigint: true })));',
        '',
      ],
    ],
  ),
  ...guardsOf('src/upload/fileBody.ts', unit('upload/uploadFiles', 'upload/badFiles'), [
    [
      'no more of a file is sent than was announced',
      'Math.min(chunkSize, this.file.size - this.#position)',
      'chunkSize',
    ],
    ['a file that ends too soon fails', "if (bytesRead === 0) throw new FileChangedError(name, 'size');", ''],
    [
      'a drive that is silent keeps nobody waiting',
      'Promise.race([work, tooLate])',
      'work',
      unit('upload/silentDrive'),
    ],
  ]),
  ...guardsOf('src/upload/uploadFiles.ts', unit('upload/uploadFiles'), [
    ['a file that fails stops the others', 'this.#failed.abort(error);', ''],
    [
      'an upload that failed has failed',
      '    this.#stop.throwIfAborted();\n    this.#report();',
      '    this.#report();',
    ],
  ]),
];
