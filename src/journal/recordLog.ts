import path from 'node:path';
import { forEachParallel } from '../client/core/forEachParallel';
import { type Patience, removeSoon } from '../files/retryWhenOpen';
import { RecordGoneError, RecordUnreadableError } from './errors';
import { isLocked } from './lockFile';
import { type FileState, readFileState, RecordFile, stateOf, withRecord, wrapWriteError } from './recordFile';
import type { RecordFolder, RecordNames } from './recordFolder';
import { DamagedRecordError, type RecordContent, type RecordFormat } from './recordLines';
import { LockLostError, type RecordLock } from './recordLock';
import { RecordRemoval } from './recordRemoval';
import { isFirstUnfinished, type ReadRecord, RecordStore } from './recordStore';

/** Number of records read concurrently. */
const maxParallelReads = 4;

/** A record as it was found in the folder. */
export interface FoundRecord<Folded> {
  readonly record: Folded;
  /** Whether a window, this one or another, is working on it. */
  readonly isRunning: boolean;
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
export interface FoundRecords<Found> {
  /** By their identifiers, in no particular order. */
  readonly found: ReadonlyMap<string, Found>;
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
  readonly removal: RecordRemoval<First, Entry, Folded>;
  readonly #store: RecordStore<First, Entry, Folded>;
  /** The records as they were listed last, so that one change does not require reading a long list again. */
  readonly #known = new Map<string, { readonly state: FileState; readonly record: Folded }>();

  /** @param fold what the content of a record means */
  constructor(
    folder: string,
    format: RecordFormat<First, Entry>,
    fold: (content: RecordContent<First, Entry>) => Folded,
  ) {
    this.#store = new RecordStore(folder, format, fold);
    this.removal = new RecordRemoval(this.#store);
  }

  get folder(): RecordFolder {
    return this.#store.folder;
  }

  /**
   * Locks a new record, writes its first line and flushes it.
   * @param writeFiles creates the file of what is too long for a record, before its first line is written
   * @throws JournalError; LockLostError for a record that is there, because another window has created it
   */
  async create(first: First, writeFiles?: (path: string) => Promise<void>): Promise<OpenRecord<Folded>> {
    const id = this.#store.format.idOf(first);
    return await this.createLate(id, async (write) => await write(first, writeFiles));
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
        const file = await this.#write(id, 0, lock, this.#store.format.encode(content), writeFiles);
        return { record: this.#store.fold(content), file, lock };
      });
    });
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
    const store = this.#store;
    return await this.#locked(id, async (lock) => {
      // Read under the lock, because another window may have written since the record was displayed.
      return await store.follow(await this.folder.find(id), async (names) => {
        const read = await store.read(names);
        const write = writeFiles && ((file: string) => writeFiles(file, read));
        const file = await this.#write(id, names.next, lock, store.encodeCopy(read), write);
        for (const older of names.generations.toReversed()) await removeSoon(this.folder.fileOf(id, older));
        await this.folder.clear(id, names.next);
        return { record: store.fold(read), file, lock };
      });
    });
  }

  /** Reads one record. @throws the errors of {@link RecordStore.read} and of the work */
  async readNewest<T>(id: string, work: (read: ReadRecord<First, Entry>) => Promise<T>): Promise<T> {
    return await this.#store.readNewest(id, work);
  }

  /**
   * All records by their identifiers, in no particular order. Those that cannot be read are listed separately and left
   * as they are. The next call tries them again: another program may have had their files open for a moment.
   * @throws JournalUnreadableError
   */
  async readAll(): Promise<FoundRecords<FoundRecord<Folded>>> {
    const names = await this.folder.readNames();
    const records = this.folder.listRecords(names);
    // Shared, so that many files which other programs have open delay this no longer than one.
    const patience: Patience = {};
    const { neverBegun, ...read } = await this.#readEach(records.values(), names, (one) =>
      this.#readFound(one, names, patience),
    );
    for (const id of this.#known.keys()) if (!read.found.has(id)) this.#known.delete(id);
    await this.removal.tidy({ names, records, neverBegun }, patience);
    return read;
  }

  /** The records that are wanted by their identifiers, as {@link readAll} does. @throws JournalUnreadableError */
  async readSome(isWanted: (id: string) => boolean): Promise<FoundRecords<FoundRecord<Folded>>> {
    const names = await this.folder.readNames();
    const wanted = [...this.folder.listRecords(names).values()].filter(({ id }) => isWanted(id));
    const patience: Patience = {};
    return await this.#readEach(wanted, names, (one) => this.#readFound(one, names, patience));
  }

  /**
   * Reads all records. Does not look who works on them and tidies up nothing, because whoever begins a row calls this for
   * each one.
   * @throws JournalUnreadableError
   */
  async readContents(): Promise<FoundRecords<Folded>> {
    const names = await this.folder.readNames();
    const patience: Patience = {};
    return await this.#readEach(this.folder.listRecords(names).values(), names, (one) =>
      this.#readFolded(one, patience),
    );
  }

  async #readEach<T>(
    records: Iterable<RecordNames>,
    names: ReadonlySet<string>,
    read: (record: RecordNames) => Promise<T>,
  ): Promise<FoundRecords<T> & { readonly neverBegun: ReadonlySet<string> }> {
    const found = new Map<string, T>();
    const unreadable: UnreadableFile[] = [];
    const neverBegun = new Set<string>();
    await forEachParallel([...records], maxParallelReads, async (recordNames) => {
      const { id } = recordNames;
      if (recordNames.generations.length === 0) return;
      try {
        found.set(id, await read(recordNames));
      } catch (error) {
        const code = toUnreadableCode(error);
        if (this.#isNeverBegun(recordNames, names, error)) neverBegun.add(id);
        else if (code !== undefined) unreadable.push({ id, code });
      }
    });
    return { found, unreadable, neverBegun };
  }

  /** Looks who works on it first: a window that ends its work meanwhile has written all that it did. */
  async #readFound(
    record: RecordNames,
    names: ReadonlySet<string>,
    patience: Patience,
  ): Promise<FoundRecord<Folded>> {
    const lock = this.folder.lockOf(record.id);
    const isRunning = names.has(path.basename(lock)) && (await isLocked(lock, patience));
    return { record: await this.#readFolded(record, patience), isRunning };
  }

  async #readFolded(record: RecordNames, patience: Patience): Promise<Folded> {
    return await this.#store.follow(record, (names) => this.#readUnlessKnown(names, patience));
  }

  /** Reads and folds a record, unless its newest file is as it was before. */
  async #readUnlessKnown(names: RecordNames, patience: Patience): Promise<Folded> {
    const { id, generations } = names;
    const [newest = 0] = generations;
    const known = this.#known.get(id);
    if (known !== undefined) {
      const file = this.folder.fileOf(id, newest);
      const now = await (this.#store.format.isOpenedWhenKnown
        ? withRecord(file, readFileState, patience)
        : stateOf(file));
      if (now.bytes === known.state.bytes && now.mtimeNs === known.state.mtimeNs) return known.record;
    }
    const read = await this.#store.read(names, patience);
    const record = this.#store.fold(read);
    this.#known.set(id, { state: read.state, record });
    return record;
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
    const lock = await this.#store.lock(id);
    try {
      return await work(lock);
    } catch (error) {
      await lock.release();
      throw error;
    }
  }

  /**
   * Whether the first file of a record was never completed, because the window that was creating it died, or is still
   * creating it. Such a file is not damaged.
   */
  #isNeverBegun({ id, generations }: RecordNames, names: ReadonlySet<string>, error: unknown): boolean {
    return isFirstUnfinished({ generations }, error) && names.has(path.basename(this.folder.lockOf(id)));
  }
}

/** @returns undefined for a record that is gone, and for a folder or a pipe, which is not a record whatever its name */
function toUnreadableCode(error: unknown): string | undefined {
  if (error instanceof DamagedRecordError) return 'damaged';
  if (error instanceof RecordGoneError) return undefined;
  if (!(error instanceof RecordUnreadableError)) throw error;
  return error.code === 'notRegular' ? undefined : error.code;
}
