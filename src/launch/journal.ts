import { randomUUID } from 'node:crypto';
import { mkdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Clock } from '../client/core/clock';
import { forEachParallel } from '../upload/forEachParallel';
import { AlreadySettledError, JournalError, RecordGoneError, RecordUnreadableError } from './errors';
import type { PlannedLaunch } from './journalEntry';
import { isThere, JournalFolder, listIds } from './journalFolder';
import { DamagedRecordError, encodeLine } from './journalFormat';
import { JournalWriter } from './journalWriter';
import { LaunchLock, LockedError, LockLostError } from './launchLock';
import { createRecord, type GrowingRecord, type LaunchRecord } from './launchRecord';
import {
  headOf,
  keepHead,
  readHead,
  readModelName,
  type RecordHead,
  type UnreadableRecord,
} from './launchSummary';
import { isLocked } from './lockFile';
import { RecordCache } from './recordCache';
import {
  copyRecord,
  decodeRecord,
  readFileState,
  readRecord,
  recordExtension,
  stateOf,
  withRecord,
  wrapWriteError,
  writeRecord,
} from './recordFile';

export interface JournaledLaunch {
  readonly record: LaunchRecord;
  /** Whether a window, this one or another, is working on it. */
  readonly running: boolean;
}

/** As above, without the launch's files. */
interface JournaledHead extends RecordHead {
  readonly running: boolean;
}

export interface JournalLook<T> {
  readonly launches: readonly T[];
  /** Records that exist but cannot be read. They are left as they are. */
  readonly unreadable: readonly UnreadableRecord[];
}

export type JournalContent = JournalLook<JournaledLaunch>;
export type JournalHeads = JournalLook<JournaledHead>;

/** The record of a launch that this window is working on, and which therefore need not be read. */
type OwnRecords = (launch: string) => LaunchRecord | undefined;

const returnNone: OwnRecords = () => undefined;

/** Number of records read concurrently. */
const maxParallelReads = 4;

/** One append-only file for each launch, in a folder that only this extension uses. */
export class Journal {
  /** Cache of the last records read, so that one change does not require reading a long list again. */
  readonly #records = new RecordCache<LaunchRecord>();
  readonly #heads = new RecordCache<RecordHead>();

  readonly #folder: JournalFolder;
  readonly #clock: Pick<Clock, 'now'>;

  constructor(folder: string, clock: Pick<Clock, 'now'>) {
    this.#folder = new JournalFolder(folder);
    this.#clock = clock;
  }

  /** Creates the record of a launch and locks it. @throws JournalError */
  async begin(plan: Omit<PlannedLaunch, 'kind' | 'launch'>): Promise<JournalWriter> {
    const launch = randomUUID();
    const first = { kind: 'planned', launch, ...plan, at: this.#clock.now() } as const;
    return await wrapWriteError(async () => {
      await mkdir(this.#folder.path, { recursive: true });
      return await this.#locked(launch, async (lock) => {
        const handle = await writeRecord(this.#folder.recordOf(launch), lock, (file) =>
          file.writeFile(encodeLine(first)),
        );
        await this.#folder.flush();
        return await this.#open(createRecord(first), { handle, lock });
      });
    });
  }

  /**
   * Locks a record in order to continue it, in a new file.
   * @throws LockedError, RecordGoneError, RecordUnreadableError, DamagedRecordError, JournalError
   */
  async continue(launch: string): Promise<JournalWriter> {
    return await this.#locked(launch, async (lock) => {
      // Clear before reading, so that a file prepared by an earlier owner can no longer replace the record.
      await wrapWriteError(() => this.#folder.clear(launch));
      // Read under the lock, because another window may have written since the record was displayed.
      return await withRecord(this.#folder.recordOf(launch), 'r', async (from) => {
        const { record, length, lacksLineFeed } = await decodeRecord(from, launch);
        const handle = await wrapWriteError(() =>
          writeRecord(this.#folder.recordOf(launch), lock, async (file) => {
            await copyRecord(from, length, file);
            if (lacksLineFeed) await file.writeFile('\n');
          }),
        );
        await this.#folder.flush();
        return await this.#open(record, { handle, lock });
      });
    });
  }

  /**
   * All launches, in no particular order. Records that cannot be read are listed separately and left as they are.
   * @throws JournalUnreadableError
   */
  async read(own: OwnRecords = returnNone): Promise<JournalContent> {
    return await this.#look(this.#records, async (launch, running) => {
      return { record: own(launch) ?? (await this.#record(launch)), running };
    });
  }

  /** As {@link read}, without the files of the launches, at hardly any cost. @throws JournalUnreadableError */
  async readHeads(own: OwnRecords = returnNone): Promise<JournalHeads> {
    return await this.#look(this.#heads, async (launch, running) => {
      const record = own(launch);
      const head = record === undefined ? await this.#head(launch, running) : headOf(record);
      return { ...head, running };
    });
  }

  /** Clears the cache of records. */
  forget(): void {
    this.#records.keep(() => false);
  }

  /**
   * Deletes a launch from the journal. Nothing on the service changes.
   * @param mayRemove called with the record as it is under the lock
   * @returns the deleted record; undefined when it may not be removed
   * @throws LockedError, LockLostError, RecordGoneError, RecordUnreadableError, DamagedRecordError, JournalError
   */
  async remove(
    launch: string,
    mayRemove: (record: LaunchRecord) => boolean = () => true,
  ): Promise<LaunchRecord | undefined> {
    const lock = await this.#lockToRemove(launch);
    let removed: LaunchRecord | undefined;
    try {
      removed = await this.#empty(launch, lock, mayRemove);
    } finally {
      await lock?.release();
    }
    if (removed !== undefined) await this.#sweep(launch);
    return removed;
  }

  /**
   * Truncates a record to be removed to an empty file. Unlike deleting the name, this cannot hit the file of another
   * window that has taken over meanwhile, because the file is opened before the lock is checked.
   */
  async #empty(
    launch: string,
    lock: LaunchLock | undefined,
    mayRemove: (record: LaunchRecord) => boolean,
  ): Promise<LaunchRecord | undefined> {
    const file = this.#folder.recordOf(launch);
    return await withRecord(file, 'r+', async (handle) => {
      const { record } = await decodeRecord(handle, launch);
      if (!mayRemove(record)) return undefined;
      if (lock !== undefined) await lock.requireOwnership();
      else if (await isThere(this.#folder.lockOf(launch))) throw new LockedError();
      // Remove the head first: an empty record with a head is one that has lost its content.
      await wrapWriteError(() => rm(this.#folder.headOf(launch), { force: true, recursive: true }));
      await wrapWriteError(() => handle.truncate(0));
      const { bytes } = await stateOf(file).catch(() => ({ bytes: 0 }));
      if (bytes > 0) throw new LockLostError();
      return record;
    });
  }

  /** On a full disk there may be no room for a lock file, and removing is what frees space. */
  async #lockToRemove(launch: string): Promise<LaunchLock | undefined> {
    try {
      return await wrapWriteError(() => LaunchLock.take(this.#folder.lockOf(launch), { mayBeEmpty: true }));
    } catch (error) {
      const isFull = error instanceof JournalError && ['ENOSPC', 'EDQUOT'].includes(error.code);
      if (!isFull || (await isThere(this.#folder.lockOf(launch)))) throw error;
      return undefined;
    }
  }

  /** Deletes an empty record. A window that now tries to continue it only finds it empty. */
  async #sweep(launch: string): Promise<void> {
    try {
      // In this order: a window that held the lock before the record was emptied has placed its own file by then.
      if (await isThere(this.#folder.lockOf(launch))) return;
      if ((await stateOf(this.#folder.recordOf(launch))).bytes > 0) return;
      await rm(this.#folder.recordOf(launch), { force: true });
      await this.#folder.clear(launch);
    } catch {
      // The record is no longer listed, and the next read tries again.
    }
  }

  async #locked<T>(launch: string, work: (lock: LaunchLock) => Promise<T>): Promise<T> {
    const lock = await wrapWriteError(() => LaunchLock.take(this.#folder.lockOf(launch)));
    try {
      return await work(lock);
    } catch (error) {
      await lock.release();
      throw error;
    }
  }

  async #open(
    record: GrowingRecord,
    { handle, lock }: Pick<JournalWriterParts, 'handle' | 'lock'>,
  ): Promise<JournalWriter> {
    const stats = await wrapWriteError(() => handle.stat({ bigint: true }));
    const { launch } = record.plan;
    const onClose = async (closed: LaunchRecord) => {
      const state = await stateOf(this.#folder.recordOf(launch)).catch(() => undefined);
      if (state !== undefined) await keepHead(this.#folder.headOf(launch), headOf(closed), state);
    };
    const file = this.#folder.recordOf(launch);
    return new JournalWriter({ handle, stats, file, lock, record, clock: this.#clock, onClose });
  }

  async #look<T, K>(
    known: RecordCache<K>,
    find: (launch: string, running: boolean) => Promise<T>,
  ): Promise<JournalLook<T>> {
    const names = await this.#folder.readNames();
    const launches: T[] = [];
    const unreadable: UnreadableRecord[] = [];
    await forEachParallel([...listIds(names)], maxParallelReads, async (id) => {
      const lock = this.#folder.lockOf(id);
      const running = names.has(path.basename(lock)) && (await isLocked(lock));
      const found = await this.#found(id, () => find(id, running));
      if (found === undefined) return;
      if ('launch' in found) launches.push(found.launch);
      else unreadable.push({ id, ...found, ...(await this.#nameOf(id)) });
    });
    known.keep((launch) => names.has(launch + recordExtension));
    await this.#folder.tidy(names);
    return { launches, unreadable };
  }

  async #found<T>(id: string, find: () => Promise<T>): Promise<Found<T> | undefined> {
    try {
      return { launch: await find().catch((error: unknown) => retryIfDamaged(error, find)) };
    } catch (error) {
      if (error instanceof DamagedRecordError) return { code: 'damaged' };
      if (error instanceof RecordUnreadableError) return toUnreadable(error.code);
      if (!(error instanceof RecordGoneError)) throw error;
    }
    if (await this.#hasLostItsContent(id)) return { code: 'damaged' };
    await this.#sweep(id);
    return undefined;
  }

  /** A removed record, unlike this one, loses its head first. */
  async #hasLostItsContent(launch: string): Promise<boolean> {
    const state = await stateOf(this.#folder.recordOf(launch)).catch(() => undefined);
    return state?.bytes === 0 && (await isThere(this.#folder.headOf(launch)));
  }

  /** The name of the model, if known. */
  async #nameOf(launch: string): Promise<{ readonly name?: string }> {
    const name = await readModelName(this.#folder.headOf(launch));
    return name === undefined ? {} : { name };
  }

  /**
   * Moves a damaged record out of the way at the user's request. Its file stays in the folder.
   * @throws LockedError, AlreadySettledError for a record that is not damaged, JournalError
   */
  async setAside(launch: string): Promise<void> {
    await this.#locked(launch, async (lock) => {
      const found = await this.#found(launch, () => readRecord(this.#folder.recordOf(launch), launch));
      if (found === undefined || 'launch' in found || found.code !== 'damaged')
        throw new AlreadySettledError();
      await lock.requireOwnership();
      // A unique name, so that no earlier file is overwritten.
      const aside = path.join(this.#folder.path, `${launch}.${randomUUID()}.damaged`);
      await wrapWriteError(() => rename(this.#folder.recordOf(launch), aside));
      await lock.release();
    });
  }

  async #record(launch: string): Promise<LaunchRecord> {
    const known = this.#records.get(launch, await stateOf(this.#folder.recordOf(launch)));
    if (known !== undefined) return known;
    const { record, state } = await readRecord(this.#folder.recordOf(launch), launch);
    return this.#records.set(launch, state, record);
  }

  async #head(launch: string, running: boolean): Promise<RecordHead> {
    // Open the record even if its head is cached: an unreadable record must not appear readable.
    const state = await withRecord(this.#folder.recordOf(launch), 'r', (handle) => readFileState(handle));
    const known = this.#heads.get(launch, state) ?? (await readHead(this.#folder.headOf(launch), state));
    if (known !== undefined) return this.#heads.set(launch, state, known);
    const read = await readRecord(this.#folder.recordOf(launch), launch);
    const head = headOf(read.record);
    // The head of a running launch would soon be outdated.
    if (!running) await keepHead(this.#folder.headOf(launch), head, read.state);
    return this.#heads.set(launch, read.state, head);
  }
}

type JournalWriterParts = ConstructorParameters<typeof JournalWriter>[0];

type Found<T> = { readonly launch: T } | { readonly code: string };

/** Retries once, because a read while one line replaces another sees parts of both. */
async function retryIfDamaged<T>(error: unknown, find: () => Promise<T>): Promise<T> {
  if (error instanceof DamagedRecordError) return await find();
  throw error;
}

/** @returns undefined for a folder or a pipe, which is not a record whatever its name */
function toUnreadable(code: string): { readonly code: string } | undefined {
  return code === 'notRegular' ? undefined : { code };
}
