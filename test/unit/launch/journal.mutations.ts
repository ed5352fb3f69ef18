import { mutationsOf, suites, test } from '../../mutations/mutation';

export const mutations = [
  ...mutationsOf(
    {
      in: 'src/launch/journal.ts',
      killedBy: suites('launch/journal', 'launch/journalDamage', 'launch/fencing'),
    },
    [
      {
        name: 'a record that looks damaged while it is written is read again',
        find: 'find().catch((error: unknown) => retryIfDamaged(error, find))',
        replace: 'find()',
      },
      {
        name: 'a record that has lost its content is shown',
        find: "if (await this.#hasLostItsContent(id)) return { code: 'damaged' };",
        replace: '',
      },
      {
        name: 'a removed record does not look as if it had lost its content',
        find: 'await wrapWriteError(() => rm(this.#folder.headOf(launch), { force: true, recursive: true }));',
        replace: '',
      },
      {
        name: 'a valid record is not quarantined',
        find: "if (found === undefined || 'launch' in found || found.code !== 'damaged')\n        throw new AlreadySettledError();",
        replace: '',
      },
      {
        name: 'a file that an earlier owner prepared does not replace the record',
        find: 'await wrapWriteError(() => this.#folder.clear(launch));',
        replace: '',
      },
      {
        name: 'removing checks the record under the lock',
        find: 'if (!mayRemove(record)) return undefined;',
        replace: '',
        killedBy: suites('launch/launchRunner'),
      },
      {
        name: 'removing checks the lock once more',
        find: 'if (lock !== undefined) await lock.requireOwnership();\n      else if',
        replace: 'if (lock === undefined) if',
      },
      {
        name: 'a record is truncated, so that the file of another window is not deleted',
        find: 'await wrapWriteError(() => handle.truncate(0));',
        replace: 'await rm(file);',
      },
    ],
  ),
  ...mutationsOf(
    {
      in: 'src/launch/recordFile.ts',
      killedBy: suites('launch/journal', 'launch/journalDamage', 'launch/fencing'),
    },
    [
      {
        name: 'only a regular file is a record',
        find: "if (!(await wrapReadError(() => stat(file))).isFile()) throw new RecordUnreadableError('notRegular');",
        replace: '',
      },
      {
        name: 'a record has a maximum size',
        find: "if (state.bytes > maxRecordBytes) throw new DamagedRecordError('tooLarge');",
        replace: '',
      },
      {
        name: 'a record is in the file of its launch',
        find: "if (first.launch !== launch) throw new DamagedRecordError('foreign');",
        replace: '',
      },
      {
        name: 'a record that cannot be begun leaves nothing behind',
        find: 'await rm(made, { force: true }).catch(() => undefined);',
        replace: '',
        killedBy: test('launch/journalLimits', 'cannot grow'),
      },
      {
        name: 'a window that has lost the lock replaces no record',
        find: 'await lock.requireOwnership();',
        replace: '',
      },
    ],
  ),
  ...mutationsOf(
    { in: 'src/launch/journalWriter.ts', killedBy: suites('launch/journal', 'launch/fencing') },
    [
      {
        name: 'a line that does not fit leaves nothing behind',
        find: 'await this.#truncate(this.#length).catch(() => undefined);',
        replace: '',
        killedBy: test('launch/journalLimits', 'cannot grow'),
      },
      {
        name: 'a record that has disappeared announces nothing',
        find: 'if (isAnnouncing(entry)) await this.#requireFile();',
        replace: '',
      },
      {
        name: 'a step waits until its entry is on disk',
        find: 'await waiting.written;',
        replace: '',
      },
      {
        name: 'an accepted file waits until the entry of all is on disk',
        find: 'await last.written;',
        replace: '',
      },
      {
        name: 'a window that has lost its lock writes nothing',
        find: 'await this.#requireTurn(entry);',
        replace: '',
      },
      {
        name: 'an announcement from before a silence is repeated',
        find: 'while (this.#announced !== undefined && this.#announced.silences !== lock.silences) {',
        replace: 'while (this.#announced === null) {',
      },
      {
        name: 'nothing is announced while ownership cannot be checked',
        find: ' && !isAnnouncing(entry)',
        replace: '',
      },
    ],
  ),
  ...mutationsOf(
    { in: 'src/launch/journalFormat.ts', killedBy: suites('launch/journal', 'launch/journalDamage') },
    [
      {
        name: 'a line that was changed is not read',
        find: "if (computeChecksum(json) !== line.toString('latin1', 0, checksumLength)) return undefined;",
        replace: '',
      },
      {
        name: 'damage before a valid line is not mistaken for a torn write',
        find: "if (this.#isTorn) throw new DamagedRecordError('checksum');",
        replace: '',
      },
      {
        name: 'a changed announcement is not mistaken for a torn write',
        find: "if (mayHaveBeenFlushed(line)) throw new DamagedRecordError('checksum');",
        replace: '',
      },
      {
        name: 'a record of a newer version is left unchanged',
        find: "if (version > journalSchemaVersion || version > schemaOf(first)) throw new RecordUnreadableError('newer');",
        replace: '',
      },
      {
        name: 'missing lines are detected',
        find: "if (place !== undefined && place !== this.#entries.length + 1) throw new DamagedRecordError('incomplete');",
        replace: '',
      },
      {
        name: 'a kind of plan has no version but its own',
        find: ' || version > schemaOf(first)',
        replace: '',
      },
      {
        name: 'a record without a version is not read',
        find: "if (typeof version !== 'number' || version < 1) throw new DamagedRecordError('foreign');",
        replace: '',
      },
      {
        name: 'a record begins with a plan',
        find: "if (!isPlan(decoded.value)) throw new DamagedRecordError('foreign');",
        replace: '',
      },
      {
        name: 'a record has only known entries',
        find: "if (!Object.hasOwn(kinds, kind)) throw new RecordUnreadableError('newer');",
        replace: '',
      },
    ],
  ),
];
