import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Clock } from '../client/core/clock';
import { forEachParallel } from '../upload/forEachParallel';
import { systemErrorCode } from '../upload/errnoCode';
import {
  AlreadySettledError,
  JournalError,
  JournalUnreadableError,
  RecordGoneError,
  RecordUnreadableError,
} from './errors';
import type { PlannedLaunch } from './journalEntry';
import { DamagedRecordError, encodeLine } from './journalFormat';
import { isLocked, LaunchLock, LockedError, LockLostError, staleExtension } from './launchLock';
import { newRecord, type GrowingRecord, type LaunchRecord } from './launchRecord';
import {
  headOf,
  keepHead,
  readHead,
  readModelName,
  type RecordHead,
  type UnreadableRecord,
} from './launchSummary';
import { JournalWriter } from './journalWriter';
import {
  copyRecord,
  decodeRecord,
  fileState,
  placeRecord,
  readRecord,
  recordExtension,
  stateOf,
  unplacedExtension,
  withRecord,
  writing,
  type FileState,
} from './recordFile';

export { JournalError } from './errors';
export { JournalWriter } from './journalWriter';

export interface JournaledLaunch {
  readonly record: LaunchRecord;
  /** A window, this one or another, is working on it. */
  readonly running: boolean;
}

/** The same of a launch without its files. */
interface JournaledHead extends RecordHead {
  readonly running: boolean;
}

export interface JournalLook<T> {
  readonly launches: readonly T[];
  /** They are there, stay as they are, and cannot be read. */
  readonly unreadable: readonly UnreadableRecord[];
}

export type JournalContent = JournalLook<JournaledLaunch>;
export type JournalHeads = JournalLook<JournaledHead>;

/** The record of a launch that this window works on, which need not be read. */
type OwnRecords = (launch: string) => LaunchRecord | undefined;

const none: OwnRecords = () => undefined;

/** Records that are looked at at the same time. */
const parallelLooks = 4;

/** One append-only file for each launch, in a folder that belongs to this extension alone. */
export class Journal {
  /** The last record that was read of each launch, so that a long list is not read anew for one change. */
  readonly #records = new Known<LaunchRecord>();
  readonly #heads = new Known<RecordHead>();

  constructor(
    private readonly folder: string,
    private readonly clock: Pick<Clock, 'now'>,
  ) {}

  /** Begins the record of a launch and locks it. @throws JournalError */
  async begin(plan: Omit<PlannedLaunch, 'kind' | 'launch'>): Promise<JournalWriter> {
    const launch = randomUUID();
    const first = { kind: 'planned', launch, ...plan, at: this.clock.now() } as const;
    return await writing(async () => {
      await mkdir(this.folder, { recursive: true });
      return await this.#locked(launch, async (lock) => {
        const handle = await placeRecord(this.#fileOf(launch), lock, (file) =>
          file.writeFile(encodeLine(first)),
        );
        await syncFolder(this.folder);
        return this.#open(newRecord(first), { handle, lock });
      });
    });
  }

  /**
   * Locks a record to go on with it, in a file of its own.
   * @throws LockedError, RecordGoneError, RecordUnreadableError, DamagedRecordError, JournalError
   */
  async continue(launch: string): Promise<JournalWriter> {
    return await this.#locked(launch, async (lock) => {
      // Before anything is read: so that what an earlier owner had made ready can no longer come into its place.
      await writing(() => this.#clear(launch));
      // Read under the lock: what was shown may be older than what another window has done since.
      return await withRecord(this.#fileOf(launch), 'r', async (from) => {
        const { record, length, lacksLineFeed } = await decodeRecord(from, launch);
        const handle = await writing(() =>
          placeRecord(this.#fileOf(launch), lock, async (file) => {
            await copyRecord(from, length, file);
            if (lacksLineFeed) await file.writeFile('\n');
          }),
        );
        await syncFolder(this.folder);
        return this.#open(record, { handle, lock });
      });
    });
  }

  /**
   * All launches, in no order. Records that cannot be read are listed beside them and stay as they are.
   * @throws JournalUnreadableError
   */
  async read(own: OwnRecords = none): Promise<JournalContent> {
    return await this.#look(this.#records, async (launch, running) => {
      return { record: own(launch) ?? (await this.#record(launch)), running };
    });
  }

  /** The same without the files of the launches, which costs next to nothing. @throws JournalUnreadableError */
  async readHeads(own: OwnRecords = none): Promise<JournalHeads> {
    return await this.#look(this.#heads, async (launch, running) => {
      const record = own(launch);
      const head = record === undefined ? await this.#head(launch, running) : headOf(record);
      return { ...head, running };
    });
  }

  /** Holds no records any more. */
  forget(): void {
    this.#records.keep(() => false);
  }

  /**
   * Forgets a launch. Nothing on the service changes.
   * @param mayRemove asked with the record as it is under the lock
   * @returns what the record was; nothing when it may not be removed
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
   * Leaves nothing of a record that is to be removed but its name. That cannot hit the file of another window that
   * has taken over meanwhile, as removing a name could: the file is open before the lock is looked at.
   */
  async #empty(
    launch: string,
    lock: LaunchLock | undefined,
    mayRemove: (record: LaunchRecord) => boolean,
  ): Promise<LaunchRecord | undefined> {
    const file = this.#fileOf(launch);
    return await withRecord(file, 'r+', async (handle) => {
      const { record } = await decodeRecord(handle, launch);
      if (!mayRemove(record)) return undefined;
      if (lock !== undefined) await lock.requireOwnership();
      else if (await isThere(this.#lockOf(launch))) throw new LockedError();
      // First: an empty record with a summary is one that has lost its content.
      await writing(() => rm(this.#headFileOf(launch), { force: true, recursive: true }));
      await writing(() => handle.truncate(0));
      const { bytes } = await stateOf(file).catch(() => ({ bytes: 0 }));
      if (bytes > 0) throw new LockLostError();
      return record;
    });
  }

  /** A full disk may have no room for a lock, and removing is what makes room. */
  async #lockToRemove(launch: string): Promise<LaunchLock | undefined> {
    try {
      return await writing(() => LaunchLock.take(this.#lockOf(launch), { mayBeEmpty: true }));
    } catch (error) {
      const isFull = error instanceof JournalError && ['ENOSPC', 'EDQUOT'].includes(error.code);
      if (!isFull || (await isThere(this.#lockOf(launch)))) throw error;
      return undefined;
    }
  }

  /** Removes the name of a record that is empty. Nobody who begins now to go on with it can make anything of it. */
  async #sweep(launch: string): Promise<void> {
    try {
      // In this order: whoever had locked it before it was empty has brought its own file into its place by then.
      if (await isThere(this.#lockOf(launch))) return;
      if ((await stateOf(this.#fileOf(launch))).bytes > 0) return;
      await rm(this.#fileOf(launch), { force: true });
      await this.#clear(launch);
    } catch {
      // It is no longer in the list, and the next look tries again.
    }
  }

  async #locked<T>(launch: string, work: (lock: LaunchLock) => Promise<T>): Promise<T> {
    const lock = await writing(() => LaunchLock.take(this.#lockOf(launch)));
    try {
      return await work(lock);
    } catch (error) {
      await lock.release();
      throw error;
    }
  }

  #open(record: GrowingRecord, { handle, lock }: Pick<JournalWriterParts, 'handle' | 'lock'>): JournalWriter {
    const { launch } = record.plan;
    const onClose = async (closed: LaunchRecord) => {
      const state = await stateOf(this.#fileOf(launch)).catch(() => undefined);
      if (state !== undefined) await keepHead(this.#headFileOf(launch), headOf(closed), state);
    };
    const file = this.#fileOf(launch);
    return new JournalWriter({ handle, file, lock, record, clock: this.clock, onClose });
  }

  async #look<T, K>(
    known: Known<K>,
    find: (launch: string, running: boolean) => Promise<T>,
  ): Promise<JournalLook<T>> {
    const names = await this.#names();
    const launches: T[] = [];
    const unreadable: UnreadableRecord[] = [];
    await forEachParallel([...idsIn(names)], parallelLooks, async (id) => {
      const lock = this.#lockOf(id);
      const running = names.has(path.basename(lock)) && (await isLocked(lock));
      const found = await this.#found(id, () => find(id, running));
      if (found === undefined) return;
      if ('launch' in found) launches.push(found.launch);
      else unreadable.push({ id, ...found, ...(await this.#nameOf(id)) });
    });
    known.keep((launch) => names.has(launch + recordExtension));
    await this.#tidy(names);
    return { launches, unreadable };
  }

  async #found<T>(id: string, find: () => Promise<T>): Promise<Found<T> | undefined> {
    try {
      return { launch: await find().catch((error: unknown) => againIfDamaged(error, find)) };
    } catch (error) {
      if (error instanceof DamagedRecordError) return { code: 'damaged' };
      if (error instanceof RecordUnreadableError) return unreadable(error.code);
      if (!(error instanceof RecordGoneError)) throw error;
    }
    if (await this.#hasLostItsContent(id)) return { code: 'damaged' };
    await this.#sweep(id);
    return undefined;
  }

  /** Unlike one that was removed, which loses its summary first. */
  async #hasLostItsContent(launch: string): Promise<boolean> {
    const state = await stateOf(this.#fileOf(launch)).catch(() => undefined);
    return state?.bytes === 0 && (await isThere(this.#headFileOf(launch)));
  }

  /** The name of the model, as far as it is known. */
  async #nameOf(launch: string): Promise<{ readonly name?: string }> {
    const name = await readModelName(this.#headFileOf(launch));
    return name === undefined ? {} : { name };
  }

  /**
   * Moves a damaged record out of the way, because the user asks for it. Its file stays in the folder.
   * @throws LockedError, AlreadySettledError for a record that is not damaged, JournalError
   */
  async setAside(launch: string): Promise<void> {
    await this.#locked(launch, async (lock) => {
      const found = await this.#found(launch, () => readRecord(this.#fileOf(launch), launch));
      if (found === undefined || 'launch' in found || found.code !== 'damaged')
        throw new AlreadySettledError();
      await lock.requireOwnership();
      // Not over one that was set aside before.
      const aside = path.join(this.folder, `${launch}.${randomUUID()}.damaged`);
      await writing(() => rename(this.#fileOf(launch), aside));
      await lock.release();
    });
  }

  async #record(launch: string): Promise<LaunchRecord> {
    const known = this.#records.get(launch, await stateOf(this.#fileOf(launch)));
    if (known !== undefined) return known;
    const { record, state } = await readRecord(this.#fileOf(launch), launch);
    return this.#records.set(launch, state, record);
  }

  async #head(launch: string, running: boolean): Promise<RecordHead> {
    // Opened, so that one that cannot be read is not taken for readable by what is kept beside it.
    const state = await withRecord(this.#fileOf(launch), 'r', (handle) => fileState(handle));
    const known = this.#heads.get(launch, state) ?? (await readHead(this.#headFileOf(launch), state));
    if (known !== undefined) return this.#heads.set(launch, state, known);
    const read = await readRecord(this.#fileOf(launch), launch);
    const head = headOf(read.record);
    // One that is being written to will soon be another one.
    if (!running) await keepHead(this.#headFileOf(launch), head, read.state);
    return this.#heads.set(launch, read.state, head);
  }

  /** Removes what windows that died have left of launches of which there is no record. */
  async #tidy(names: ReadonlySet<string>): Promise<void> {
    const launches = new Set([...names].filter(isLeftover).map((name) => name.slice(0, name.indexOf('.'))));
    for (const launch of launches) {
      if (names.has(launch + recordExtension)) continue;
      try {
        const lock = await LaunchLock.take(this.#lockOf(launch), { mayBeEmpty: true });
        await this.#clear(launch).finally(() => lock.release());
      } catch {
        // A window is just beginning it, or it can be done another time.
      }
    }
  }

  /** Removes what belongs to a launch beside its record and its lock. */
  async #clear(launch: string): Promise<void> {
    for (const name of await readdir(this.folder)) {
      if (name.startsWith(`${launch}.`) && isLeftover(name) && !name.endsWith(lockExtension)) {
        await rm(path.join(this.folder, name), { force: true, recursive: true });
      }
    }
  }

  async #names(): Promise<ReadonlySet<string>> {
    try {
      return new Set(await readdir(this.folder));
    } catch (error) {
      if (systemErrorCode(error) === 'ENOENT') return new Set();
      throw new JournalUnreadableError(systemErrorCode(error));
    }
  }

  #fileOf(launch: string): string {
    return path.join(this.folder, launch + recordExtension);
  }

  #lockOf(launch: string): string {
    return path.join(this.folder, launch + lockExtension);
  }

  #headFileOf(launch: string): string {
    return path.join(this.folder, launch + headExtension);
  }
}

type JournalWriterParts = ConstructorParameters<typeof JournalWriter>[0];

type Found<T> = { readonly launch: T } | { readonly code: string };

const lockExtension = '.lock';
const headExtension = '.summary';

/** Whether a file is of no use once its launch is gone. */
function isLeftover(name: string): boolean {
  const ends = [lockExtension, staleExtension, headExtension, unplacedExtension, '.clock'];
  return ends.some((end) => name.endsWith(end));
}

function* idsIn(names: ReadonlySet<string>): Iterable<string> {
  for (const name of names) {
    if (name.endsWith(recordExtension)) yield name.slice(0, -recordExtension.length);
  }
}

/** A look that is made while a line gives way to another one sees both. */
async function againIfDamaged<T>(error: unknown, find: () => Promise<T>): Promise<T> {
  if (error instanceof DamagedRecordError) return await find();
  throw error;
}

/** @returns nothing for a folder or a pipe, which is no record whatever its name */
function unreadable(code: string): { readonly code: string } | undefined {
  return code === 'notRegular' ? undefined : { code };
}

/** Values that were read from files, kept as long as those stay as they were. */
class Known<T> {
  readonly #found = new Map<string, { readonly state: FileState; readonly value: T }>();

  get(launch: string, { bytes, mtimeNs }: FileState): T | undefined {
    const found = this.#found.get(launch);
    return found?.state.bytes === bytes && found.state.mtimeNs === mtimeNs ? found.value : undefined;
  }

  set(launch: string, state: FileState, value: T): T {
    this.#found.set(launch, { state, value });
    return value;
  }

  keep(isKept: (launch: string) => boolean): void {
    for (const launch of this.#found.keys()) if (!isKept(launch)) this.#found.delete(launch);
  }
}

async function isThere(file: string): Promise<boolean> {
  return await stat(file).then(
    () => true,
    (error: unknown) => systemErrorCode(error) !== 'ENOENT',
  );
}

/** So that the file itself is found again after a power cut. Not every system can do it. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r').catch(() => undefined);
  await handle?.sync().catch(() => undefined);
  await handle?.close();
}
