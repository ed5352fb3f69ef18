import { mutationsOf, suites, test } from '../../mutations/mutation';

export const mutations = [
  ...mutationsOf(
    {
      in: 'src/journal/recordStore.ts',
      killedBy: suites('launch/journal', 'launch/journalDamage', 'launch/fencing'),
    },
    [
      {
        name: 'a record that looks damaged while it is written is read again',
        find: 'await decode().catch((error: unknown) => retryIfDamaged(error, decode))',
        replace: 'await decode()',
      },
      { name: 'only the first file of a record was never begun', remove: "generations.join() === '0' && " },
      {
        name: 'a file that was never completed does not count',
        find: 'else if (!error.isUnfinished) throw error;',
        replace: 'else throw error;',
      },
      {
        name: 'no earlier file counts in place of one that is damaged',
        remove: 'else if (!error.isUnfinished) throw error;',
      },
      {
        name: 'a file that a power cut left without its beginning does not count',
        find: "if (error.reason === 'beginningLost')",
        replace: 'if (generation < 0)',
      },
      {
        name: 'no earlier file counts in place of one with entries of its own',
        remove: 'if (maxLostBytes > 0 && maxLostBytes > Buffer.byteLength(this.encodeCopy(decoded))) break;',
      },
      {
        name: 'a record that another window continues while it is read is read again',
        find: 'return await this.follow(now, work);',
        replace: 'throw error;',
      },
    ],
  ),
  ...mutationsOf(
    {
      in: 'src/journal/recordLog.ts',
      killedBy: suites('launch/journal', 'launch/journalDamage', 'launch/fencing'),
    },
    [
      {
        name: 'the window that has a record decides what stands beside it',
        find: '    return await RecordFile.create({',
        replace: `    await writeFiles?.(this.folder.filesOf(id, generation));
    return await RecordFile.create({`,
      },
      {
        name: 'a record that has lost its content is shown',
        remove: ' && names.has(path.basename(this.folder.lockOf(id)))',
      },
      {
        name: 'a record that was never begun is not shown',
        find: 'return isFirstUnfinished({ generations }, error) &&',
        replace: 'return false &&',
      },
      {
        name: 'files that other programs have open delay a list as long as one',
        find: 'this.#readUnlessKnown(names, patience)',
        replace: 'this.#readUnlessKnown(names, {})',
        killedBy: suites('launch/heldFiles'),
      },
      {
        name: 'a known record that can no longer be opened is not readable',
        find: '? withRecord(file, readFileState, patience)',
        replace: '? stateOf(file)',
        killedBy: suites('launch/heldFiles'),
      },
      {
        name: 'locks that other programs have open delay a list as long as one',
        find: '(await isLocked(lock, patience))',
        replace: '(await isLocked(lock))',
        killedBy: suites('launch/heldFiles'),
      },
      {
        name: 'a window that has lost the lock continues no record',
        find: 'await this.folder.flush();\n        await lock.requireOwnership();',
        replace: 'await this.folder.flush();',
      },
    ],
  ),
  ...mutationsOf(
    {
      in: 'src/journal/recordRemoval.ts',
      killedBy: suites('launch/journal', 'launch/journalDamage', 'launch/fencing'),
    },
    [
      {
        name: 'a look takes the lock of no record that has been begun since',
        remove: 'if ((await this.#findRest(id, patience)) === undefined) return;',
      },
      {
        name: 'a valid record is not quarantined',
        remove: 'if (!(error instanceof DamagedRecordError)) throw new AlreadyResolvedError();',
      },
      {
        name: 'removing checks the record under the lock',
        find: 'if (mayRemove !== undefined && !(await mayRemove(store.fold(await store.read(names))))) return false;',
        replace: 'if (mayRemove !== undefined) await mayRemove(store.fold(await store.read(names)));',
        killedBy: suites('launch/launchRunner'),
      },
      {
        name: 'removing checks the lock once more',
        find: 'if (lock !== undefined) await lock.requireOwnership();\n        else if',
        replace: 'if (lock === undefined) if',
      },
      {
        name: 'removing notices that another window has taken over',
        remove: 'if ((await folder.find(id)).next > next) throw new LockLostError();',
      },
      {
        name: 'a record whose file cannot be removed does not come back',
        remove: "if (await isThere(file)) await (await open(folder.markerOf(id, next - 1), 'a')).close();",
      },
      {
        name: 'an earlier file of a removed record never counts again',
        find: 'for (const generation of generations.toReversed()) {',
        replace: 'for (const generation of generations) {',
      },
      {
        name: 'a file is kept while a power cut could tear the one after it',
        remove: 'if (!isFlushed) return;',
      },
    ],
  ),
  ...mutationsOf(
    {
      in: 'src/journal/recordFile.ts',
      killedBy: suites('launch/journal', 'launch/journalDamage', 'launch/fencing'),
    },
    [
      {
        name: 'only a regular file is a record',
        remove:
          "if (!(await wrapReadError(() => stat(file))).isFile()) throw new RecordUnreadableError('notRegular');",
      },
      {
        name: 'a record has a maximum size',
        remove: "if (state.bytes > maxRecordBytes) throw new DamagedRecordError('tooLarge');",
      },
      {
        name: 'a record is in the file of its launch',
        remove: "if (format.idOf(decoded.first) !== id) throw new DamagedRecordError('foreign');",
      },
      {
        name: 'no window writes to the file of another one',
        find: "open(path, 'wx', 0o600)",
        replace: "open(path, 'w', 0o600)",
      },
      {
        name: 'a record that cannot be begun leaves nothing behind',
        remove:
          'if (found !== undefined && (stats === undefined || isSameFile(stats, found))) await removeSoon(path);',
        killedBy: test('launch/journalLimits', 'cannot grow'),
      },
      {
        name: 'a line that does not fit leaves nothing behind',
        remove: 'await this.#clearRest().catch(() => undefined);',
        killedBy: test('launch/journalLimits', 'cannot grow'),
      },
      {
        name: 'a line that cannot be cut off is overwritten',
        remove: 'await this.#writeAt(Buffer.alloc(this.#writtenEnd - this.#length), this.#length);',
      },
      {
        name: 'nothing is written before the rest of a line is gone',
        remove: 'if (this.#writtenEnd > this.#length) await this.#clearRest();',
      },
      {
        name: 'a window whose record was continued by another one announces nothing',
        remove: 'if ((await statIfThere(this.#nextPath)) !== undefined) throw new LockLostError();',
      },
      {
        name: 'a file that was replaced by a copy is another one',
        find: 'return own.ino === found.ino && (!areComparable || own.dev === found.dev);',
        replace: 'return !areComparable || own.dev === found.dev;',
      },
    ],
  ),
  ...mutationsOf(
    { in: 'src/launch/journalWriter.ts', killedBy: suites('launch/journal', 'launch/fencing') },
    [
      {
        name: 'a record that has disappeared announces nothing',
        remove: 'if (isAnnouncing(entry)) await file.requirePlace();',
      },
      {
        name: 'a step waits until its entry is on disk',
        find: 'await this.#queue(() => this.#append(entry));',
        replace: 'void this.#queue(() => this.#append(entry)).catch(() => undefined);',
      },
      { name: 'an accepted file waits until it is written', remove: 'await this.#accepted.written;' },
      {
        name: 'a power cut loses no accepted file of a record that has them all',
        remove: "if (entry.kind === 'uploaded') await this.#files.flush();",
      },
      { name: 'a window that has lost its lock writes nothing', remove: 'await this.#requireTurn(entry);' },
      {
        name: 'an announcement from before a silence is repeated',
        find: 'while (this.#announced !== undefined && this.#announced.missedHeartbeats !== lock.missedHeartbeats) {',
        replace: 'while (this.#announced === null) {',
      },
      { name: 'nothing is announced while ownership cannot be checked', remove: ' && !isAnnouncing(entry)' },
    ],
  ),
  ...mutationsOf(
    {
      in: 'src/journal/recordLines.ts',
      killedBy: suites('launch/journal', 'launch/journalDamage', 'launch/fencing'),
    },
    [
      {
        name: 'a line that was changed is not read',
        remove:
          "if (`${computeChecksum(json)} ` !== line.toString('latin1', 0, checksumLength + 1)) return undefined;",
      },
      {
        name: 'damage before a valid line is not mistaken for a torn write',
        remove: "if (this.#isTorn) throw new DamagedRecordError('checksum');",
      },
      {
        name: 'a changed announcement is not mistaken for a torn write',
        remove:
          "if (!hasZeros && this.#format.mayAnnounce(line.toString())) throw new DamagedRecordError('checksum');",
      },
      {
        name: 'another byte in place of the last line feed is damage',
        find: 'if (decoded === undefined && line.at(-1) !== 0 && ',
        replace: 'if (decoded === null && line.at(-1) !== 0 && ',
      },
      {
        name: 'missing lines are detected',
        remove: "if (index !== this.#entries.length + 1) throw new DamagedRecordError('linesMissing');",
      },
      { name: 'a header of a newer version is refused', remove: 'schema === headerSchema && ' },
      {
        name: 'damage in copied lines is damage once others follow',
        find: "this.#isFollowed ? reason : 'incomplete'",
        replace: "'incomplete'",
      },
      {
        name: 'copied lines are complete or do not count',
        find: ' || this.#length < this.#copyEnd)',
        replace: ')',
      },
    ],
  ),
  ...mutationsOf(
    { in: 'src/launch/journalFormat.ts', killedBy: suites('launch/journal', 'launch/journalDamage') },
    [
      {
        name: 'a record of a newer version is left unchanged',
        remove: "if (schema > launchSchema) throw new RecordUnreadableError('newer');",
      },
      {
        name: 'a record without a schema is not read',
        remove: "if (typeof schema !== 'number') throw new DamagedRecordError('foreign');",
      },
      {
        name: 'two lines that are one may announce a request',
        find: '[first, ...others].some(',
        replace: '[first].some(',
      },
      {
        name: 'a record begins with a plan',
        remove: "kind === 'planned' && ",
      },
      {
        name: 'a plan has its model',
        remove: " && typeof model === 'object'",
      },
      {
        name: 'a record has only known entries',
        remove: "if (!Object.hasOwn(kinds, entry.kind)) throw new RecordUnreadableError('newer');",
      },
    ],
  ),
  ...mutationsOf(
    { in: 'src/launch/launchFiles.ts', killedBy: suites('launch/journal', 'launch/journalDamage') },
    [
      {
        name: 'files of a newer version are left unchanged',
        remove: "if (schema > filesSchema) throw new RecordUnreadableError('newer');",
      },
      {
        name: 'files with an entry of a newer version are left unchanged',
        remove: "if (!kinds.has(entry.kind)) throw new RecordUnreadableError('newer');",
      },
      {
        name: 'hashes of an earlier attempt are forgotten',
        remove: 'if (entry.start === 0) hashes.length = 0;',
      },
      {
        name: 'files that are missing are damage',
        remove: "if (planned.length !== first.count) throw new DamagedRecordError('linesMissing');",
      },
      {
        name: 'hashes are flushed before a model is created with them',
        find: 'await this.#appendHashes(hashes);\n    await this.flush();',
        replace: 'await this.#appendHashes(hashes);',
      },
    ],
  ),
  ...mutationsOf(
    { in: 'src/launch/journal.ts', killedBy: suites('launch/journal', 'launch/journalDamage') },
    [
      {
        name: 'a launch without its files cannot be continued',
        find: "throw error instanceof RecordGoneError && isThere ? new DamagedRecordError('linesMissing') : error;",
        replace: 'return noFiles;',
      },
    ],
  ),
  ...mutationsOf({ in: 'src/files/retryWhenOpen.ts', killedBy: suites('files/retryWhenOpen') }, [
    {
      name: 'a file that another program has open is tried again on Windows',
      find: 'if (!isRefusedOnWindows(error)) throw error;',
      replace: 'throw error;',
    },
    {
      name: 'a missing permission is reported at once elsewhere',
      remove: "process.platform === 'win32' && ",
    },
  ]),
];
