import { randomUUID } from 'node:crypto';
import { open, rename } from 'node:fs/promises';
import path from 'node:path';
import { forEachParallel } from '../client/core/forEachParallel';
import { type Patience, removeSoon, retryWhenOpen } from '../files/retryWhenOpen';
import { AlreadyResolvedError, JournalError, RecordGoneError, RecordUnreadableError } from './errors';
import { type CreateOptions, isLocked } from './lockFile';
import {
  decodeRecord,
  type FileState,
  readFileState,
  RecordFile,
  stateOf,
  withRecord,
  wrapWriteError,
} from './recordFile';
import { isThere, RecordFolder, type RecordNames } from './recordFolder';
import {
  DamagedRecordError,
  type DecodedRecord,
  encodeHeader,
  type RecordContent,
  type RecordFormat,
} from './recordLines';
import { LockedError, LockLostError, RecordLock } from './recordLock';

/** Number of records read concurrently. */
const maxParallelReads = 4;

/** A record as it was found in the folder. */
export interface FoundRecord<Folded> {
  readonly record: Folded;
  /** Whether a window, this one or another, is working on it. */
  readonly isRunning: boolean;
}

/** The content of the newest complete generation of a record. */
export interface ReadRecord<First, Entry> extends DecodedRecord<First, Entry> {
  readonly generation: number;
  /** The state of its file before reading, so that a concurrent write shows at the next read. */
  readonly state: FileState;
}

/** A record that exists but cannot be read. It is left as it is. */
export interface UnreadableFile {
  readonly id: string;
  /**
   * The system's error code, such as `EACCES`; `newer` for a record of a newer version of this extension; `damaged`
   * for one that has been altered since it was written.
   */
  readonly code: string;
}

/** Writes the first line of a record and flushes it. @param writeFiles see {@link RecordLog.create} */
export type WriteFirst<First, Folded> = (
  first: First,
  writeFiles?: (path: string) => Promise<void>,
) => Promise<OpenRecord<Folded>>;

/** All records that were looked for. */
export interface Look<Folded> {
  /** By their identifiers, in no particular order. */
  readonly found: ReadonlyMap<string, FoundRecord<Folded>>;
  readonly unreadable: readonly UnreadableFile[];
}

/** A record that this window works on. */
export interface OpenRecord<Folded> {
  /** The record as it was when it was opened. */
  readonly record: Folded;
  readonly file: RecordFile;
  readonly lock: RecordLock;
}

/**
 * The records of one kind in one folder: append-only, each under a lock, and each owner of one with a file of its own.
 * An earlier owner that was only suspended keeps writing to the earlier file, which is no longer read.
 */
export class RecordLog<First, Entry, Folded> {
  readonly folder: RecordFolder;
  readonly #format: RecordFormat<First, Entry>;
  readonly #fold: (content: RecordContent<First, Entry>) => Folded;
  /** The records of the last look, so that one change does not require reading a long list again. */
  readonly #known = new Map<string, { readonly state: FileState; readonly record: Folded }>();
  /** The last locks that this window has had, by the identifiers of their records. */
  readonly #locks = new Map<string, RecordLock>();

  /** @param fold what the content of a record means */
  constructor(
    folder: string,
    format: RecordFormat<First, Entry>,
    fold: (content: RecordContent<First, Entry>) => Folded,
  ) {
    this.folder = new RecordFolder(folder, format.extension);
    this.#format = format;
    this.#fold = fold;
  }

  /**
   * Locks a new record, writes its first line and flushes it.
   * @param writeFiles creates the file of what is too long for a record, before its first line is written
   * @throws JournalError; LockLostError for a record that is there, because another window has created it
   */
  async create(first: First, writeFiles?: (path: string) => Promise<void>): Promise<OpenRecord<Folded>> {
    return await this.createLate(this.#format.idOf(first), async (write) => await write(first, writeFiles));
  }

  /**
   * As {@link create}, for a record that takes longer to prepare: it is locked at once.
   * @param work writes the first line in the end; its errors are passed on
   */
  async createLate(
    id: string,
    work: (write: WriteFirst<First, Folded>) => Promise<OpenRecord<Folded>>,
  ): Promise<OpenRecord<Folded>> {
    await wrapWriteError(() => this.folder.make());
    return await this.#locked(id, async (lock) => {
      // Nobody ever reads what stands in a removed place.
      if ((await this.folder.find(id)).next > 0) throw new LockLostError();
      return await work(async (first, writeFiles) => {
        const content = { first, entries: [] };
        const file = await this.#write(id, 0, lock, this.#format.encode(content), writeFiles);
        return { record: this.#fold(content), file, lock };
      });
    });
  }

  /**
   * Does the work if there is no record and nobody is creating it: what belongs to it may go.
   * @throws LockedError, JournalError, the errors of the work
   */
  async clean(id: string, work: () => Promise<void>): Promise<void> {
    const lock = await this.#lock(id, { mayBeEmpty: true });
    try {
      if ((await this.folder.find(id)).next === 0) await work();
    } finally {
      await lock.release();
    }
  }

  /**
   * Locks a record in order to continue it, in a new file.
   * @param writeFiles as in {@link create}, called with what was read
   * @throws LockedError, LockLostError, RecordGoneError, RecordUnreadableError, DamagedRecordError, JournalError
   */
  async continue(
    id: string,
    writeFiles?: (path: string, read: ReadRecord<First, Entry>) => Promise<void>,
  ): Promise<OpenRecord<Folded>> {
    return await this.#locked(id, async (lock) => {
      // Read under the lock, because another window may have written since the record was displayed.
      return await this.#followed(await this.folder.find(id), async (names) => {
        const read = await this.read(names);
        const write = writeFiles && ((path: string) => writeFiles(path, read));
        const file = await this.#write(id, names.next, lock, this.#copy(read), write);
        for (const older of names.generations.toReversed()) await removeSoon(this.folder.fileOf(id, older));
        await this.folder.clear(id, names.next);
        return { record: this.#fold(read), file, lock };
      });
    });
  }

  /**
   * All records by their identifiers, in no particular order. Those that cannot be read are listed separately and left
   * as they are; one that another program has open may be readable at the next look.
   * @throws JournalUnreadableError
   */
  async look(): Promise<Look<Folded>> {
    const names = await this.folder.readNames();
    const records = this.folder.listRecords(names);
    // Shared, so that many files which other programs have open delay a look no longer than one.
    const patience: Patience = {};
    const { neverBegun, ...look } = await this.#readEach(records.values(), names, patience);
    for (const id of this.#known.keys()) if (!look.found.has(id)) this.#known.delete(id);
    await this.#tidy(names, records, neverBegun, patience);
    return look;
  }

  /** The records that are wanted by their identifiers, as {@link look} finds them. @throws JournalUnreadableError */
  async lookFor(isWanted: (id: string) => boolean): Promise<Look<Folded>> {
    const names = await this.folder.readNames();
    const wanted = [...this.folder.listRecords(names).values()].filter(({ id }) => isWanted(id));
    return await this.#readEach(wanted, names, {});
  }

  async #readEach(
    records: Iterable<RecordNames>,
    names: ReadonlySet<string>,
    patience: Patience,
  ): Promise<Look<Folded> & { readonly neverBegun: ReadonlySet<string> }> {
    const found = new Map<string, FoundRecord<Folded>>();
    const unreadable: UnreadableFile[] = [];
    const neverBegun = new Set<string>();
    await forEachParallel([...records], maxParallelReads, async (recordNames) => {
      const { id } = recordNames;
      if (recordNames.generations.length === 0) return;
      const lock = this.folder.lockOf(id);
      const isRunning = names.has(path.basename(lock)) && (await isLocked(lock, patience));
      try {
        const record = await this.#followed(recordNames, (now) => this.#readFolded(now, patience));
        found.set(id, { record, isRunning });
      } catch (error) {
        const code = toUnreadableCode(error);
        if (this.#isNeverBegun(recordNames, names, error)) neverBegun.add(id);
        else if (code !== undefined) unreadable.push({ id, code });
      }
    });
    return { found, unreadable, neverBegun };
  }

  /** Reads one record. @throws the errors of {@link read} and of the work */
  async readNewest<T>(id: string, work: (read: ReadRecord<First, Entry>) => Promise<T>): Promise<T> {
    return await this.#followed(
      await this.folder.find(id),
      async (names) => await work(await this.read(names)),
    );
  }

  /**
   * Reads the newest complete generation of a record.
   * @throws RecordGoneError, RecordUnreadableError, DamagedRecordError
   */
  async read({ id, generations }: RecordNames, patience?: Patience): Promise<ReadRecord<First, Entry>> {
    let damage: DamagedRecordError | undefined;
    /** Size of the largest file that has lost its beginning. */
    let maxLostBytes = 0;
    for (const generation of generations) {
      const file = this.folder.fileOf(id, generation);
      const decode = () => withRecord(file, (handle) => decodeRecord(handle, id, this.#format), patience);
      try {
        const decoded = await decode().catch((error: unknown) => retryIfDamaged(error, decode));
        // Entries that a file without its beginning has of its own may announce requests.
        if (maxLostBytes > 0 && maxLostBytes > Buffer.byteLength(this.#copy(decoded))) break;
        return { generation, ...decoded };
      } catch (error) {
        // Nothing was done on the basis of a file that was never completed, so the one before it counts.
        if (!(error instanceof DamagedRecordError)) throw error;
        if (error.reason === 'beginningLost')
          maxLostBytes = Math.max(maxLostBytes, (await stateOf(file)).bytes);
        else if (!error.isUnfinished) throw error;
        damage ??= error;
      }
    }
    throw damage ?? new RecordGoneError();
  }

  /**
   * Removes a record.
   * @param mayRemove called with the record as it is under the lock, errors are passed on; without it, a record need not
   *   be readable
   * @returns whether it was removed
   * @throws LockedError, LockLostError, RecordGoneError, RecordUnreadableError, DamagedRecordError, JournalError
   */
  async remove(id: string, mayRemove?: (record: Folded) => Promise<boolean>): Promise<boolean> {
    const lock = await this.#lockToRemove(id);
    try {
      return await this.#followed(await this.folder.find(id), async (names) => {
        if (names.generations.length === 0) throw new RecordGoneError();
        if (mayRemove !== undefined && !(await mayRemove(this.#fold(await this.read(names))))) return false;
        if (lock !== undefined) await lock.requireOwnership();
        else if (await isThere(this.folder.lockOf(id))) throw new LockedError();
        await wrapWriteError(() => this.#removeGenerations(names));
        return true;
      });
    } finally {
      await lock?.release();
    }
  }

  /**
   * Moves a damaged record out of the way at the user's request. Its files stay in the folder.
   * @throws LockedError, AlreadyResolvedError for a record that is not damaged, JournalError
   */
  async setAside(id: string): Promise<void> {
    await this.#locked(id, async (lock) => {
      const names = await this.folder.find(id);
      const error: unknown = await this.read(names).catch((reason: unknown) => reason);
      if (!(error instanceof DamagedRecordError)) throw new AlreadyResolvedError();
      await lock.requireOwnership();
      // Oldest first, so that no earlier generation ever counts. Unique names, so that no earlier file is overwritten.
      for (const generation of names.generations.toReversed()) {
        const aside = path.join(this.folder.path, `${id}.${randomUUID()}`);
        const move = async (file: string, end: string) =>
          await wrapWriteError(() => retryWhenOpen(() => rename(file, aside + end)));
        const files = this.folder.filesOf(id, generation);
        if (await isThere(files)) await move(files, '.files.damaged');
        await move(this.folder.fileOf(id, generation), '.damaged');
      }
      await lock.release();
    });
  }

  /** Reads and folds a record, unless its newest file is as it was before. */
  async #readFolded(names: RecordNames, patience: Patience): Promise<Folded> {
    const { id, generations } = names;
    const [newest = 0] = generations;
    const known = this.#known.get(id);
    if (known !== undefined) {
      const file = this.folder.fileOf(id, newest);
      const now = await (this.#format.isOpenedWhenKnown
        ? withRecord(file, readFileState, patience)
        : stateOf(file));
      if (now.bytes === known.state.bytes && now.mtimeNs === known.state.mtimeNs) return known.record;
    }
    const read = await this.read(names, patience);
    const record = this.#fold(read);
    this.#known.set(id, { state: read.state, record });
    return record;
  }

  /** What a file that continues this record begins with. */
  #copy(content: RecordContent<First, Entry>): string {
    const lines = this.#format.encode(content);
    return encodeHeader(Buffer.byteLength(lines)) + lines;
  }

  /** Creates the file empty at first: the window that creates it owns the generation and the files beside it. */
  async #write(
    id: string,
    generation: number,
    lock: RecordLock,
    beginning: string,
    writeFiles?: (path: string) => Promise<void>,
  ): Promise<RecordFile> {
    return await RecordFile.create({
      path: this.folder.fileOf(id, generation),
      nextPath: this.folder.fileOf(id, generation + 1),
      write: async (made) => {
        await writeFiles?.(this.folder.filesOf(id, generation));
        await made.append(beginning, { isFlushed: false });
      },
      confirm: async () => {
        await this.folder.flush();
        await lock.requireOwnership();
      },
    });
  }

  async #locked<T>(id: string, work: (lock: RecordLock) => Promise<T>): Promise<T> {
    const lock = await this.#lock(id);
    try {
      return await work(lock);
    } catch (error) {
      await lock.release();
      throw error;
    }
  }

  async #lock(id: string, options: CreateOptions = {}): Promise<RecordLock> {
    const earlier = this.#locks.get(id);
    const lock = await wrapWriteError(() => RecordLock.take(this.folder.lockOf(id), { ...options, earlier }));
    this.#locks.set(id, lock);
    return lock;
  }

  /** On a full disk there may be no room for a lock file, and removing is what frees space. */
  async #lockToRemove(id: string): Promise<RecordLock | undefined> {
    try {
      return await this.#lock(id, { mayBeEmpty: true });
    } catch (error) {
      const isFull = error instanceof JournalError && ['ENOSPC', 'EDQUOT'].includes(error.code);
      if (!isFull || (await isThere(this.folder.lockOf(id)))) throw error;
      return undefined;
    }
  }

  /** Runs the work again if meanwhile another window has continued the record and removed the file before. */
  async #followed<T>(names: RecordNames, work: (names: RecordNames) => Promise<T>): Promise<T> {
    try {
      return await work(names);
    } catch (error) {
      if (!(error instanceof RecordGoneError)) throw error;
      const now = await this.folder.find(names.id);
      if (String(now.generations) === String(names.generations)) throw error;
      return await this.#followed(now, work);
    }
  }

  /**
   * Removes the generations that there were, oldest first, so that none counts again. That of a window that has taken
   * over meanwhile stays. If one cannot be removed now, because another program has it open, a marker says that it
   * counts as removed.
   * @throws LockLostError when another window has taken over, an error of the system
   */
  async #removeGenerations({ id, generations, next }: RecordNames): Promise<void> {
    for (const generation of generations.toReversed()) {
      // Earlier ones must not come back by a power cut.
      if (generation > 0 && generation === generations[0]) await this.folder.flush();
      const file = this.folder.fileOf(id, generation);
      await removeSoon(file);
      if (await isThere(file)) await (await open(this.folder.markerOf(id, next - 1), 'a')).close();
    }
    if ((await this.folder.find(id)).next > next) throw new LockLostError();
    await this.folder.clear(id);
  }

  /**
   * Whether the first file of a record was never completed, because the window that was creating it died, or is still
   * creating it. Such a file is not damaged.
   */
  #isNeverBegun({ id, generations }: RecordNames, names: ReadonlySet<string>, error: unknown): boolean {
    return isFirstUnfinished({ generations }, error) && names.has(path.basename(this.folder.lockOf(id)));
  }

  /** Removes what dead windows have left behind, and what could not be removed before. */
  async #tidy(
    names: ReadonlySet<string>,
    records: ReadonlyMap<string, RecordNames>,
    neverBegun: ReadonlySet<string>,
    patience: Patience,
  ): Promise<void> {
    const gone = [...this.folder.listLeftovers(names)].filter((id) => !records.has(id));
    for (const id of [...gone, ...neverBegun]) await this.#removeRest(id, patience).catch(() => undefined);
    for (const record of records.values()) {
      if (record.markers.length > 0) await this.#finishRemoval(record).catch(() => undefined);
      if (record.generations.length > 1) await this.#removeOlder(record, patience).catch(() => undefined);
    }
  }

  /**
   * Removes leftovers under the lock, because another window may be creating the record. A later look tries again. The
   * lock is not even taken for a record that has been begun since the look: a window that continues it needs it.
   */
  async #removeRest(id: string, patience: Patience): Promise<void> {
    if ((await this.#findRest(id, patience)) === undefined) return;
    const lock = await this.#lock(id, { mayBeEmpty: true, patience });
    try {
      const rest = await this.#findRest(id, patience);
      if (rest?.generations.length === 0) await this.folder.clear(id);
      else if (rest !== undefined) await this.#removeGenerations(rest);
    } finally {
      await lock.release();
    }
  }

  /** The files of a record that was never begun; undefined for one that was. */
  async #findRest(id: string, patience: Patience): Promise<RecordNames | undefined> {
    const names = await this.folder.find(id);
    if (names.generations.length === 0) return names;
    const error: unknown = await this.read(names, patience).catch((reason: unknown) => reason);
    return isFirstUnfinished(names, error) ? names : undefined;
  }

  async #finishRemoval({ id, removed, markers }: RecordNames): Promise<void> {
    for (const generation of removed) await removeSoon(this.folder.fileOf(id, generation));
    // The markers go last, so that nothing that was removed counts again.
    if ((await this.folder.find(id)).removed.length > 0) return;
    await this.folder.flush();
    for (const generation of markers) await removeSoon(this.folder.markerOf(id, generation));
  }

  /** Removes the earlier files of a record, which the window that continued it could not remove. */
  async #removeOlder(record: RecordNames, patience: Patience): Promise<void> {
    const { generation, isFlushed } = await this.read(record, patience);
    // Without entries of its own, a power cut might still tear it.
    if (!isFlushed) return;
    for (const older of record.generations.filter((one) => one < generation).reverse()) {
      await removeSoon(this.folder.fileOf(record.id, older));
      await removeSoon(this.folder.filesOf(record.id, older));
    }
  }
}

/** Whether a record has no file but the first, which was never completed. */
function isFirstUnfinished(
  { generations }: Pick<RecordNames, 'generations'>,
  error: unknown,
): error is DamagedRecordError {
  return generations.join() === '0' && error instanceof DamagedRecordError && error.isUnfinished;
}

/** Retries once, because a read while one line replaces another sees parts of both. */
async function retryIfDamaged<T>(error: unknown, read: () => Promise<T>): Promise<T> {
  if (error instanceof DamagedRecordError) return await read();
  throw error;
}

/** @returns undefined for a record that is gone, and for a folder or a pipe, which is not a record whatever its name */
function toUnreadableCode(error: unknown): string | undefined {
  if (error instanceof DamagedRecordError) return 'damaged';
  if (error instanceof RecordGoneError) return undefined;
  if (!(error instanceof RecordUnreadableError)) throw error;
  return error.code === 'notRegular' ? undefined : error.code;
}
