import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm, stat, type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import type { Clock } from '../client/clock';
import type { JournalEntry, PlannedLaunch, TimedEntry } from './journalEntry';
import { DamagedRecordError, decodeLines, encodeLine, type DamageReason } from './journalLine';
import { isLocked, LaunchLock } from './launchLock';
import { applyEntry, foldEntries, newRecord, type LaunchRecord } from './launchRecord';

/** Larger records are nothing that this program wrote; bytes. */
const largestRecord = 64 * 1024 * 1024;

/** The journal could not be written, so the step that it was to announce must not be taken. */
export class JournalError extends Error {
  override readonly name = 'JournalError';
  readonly kind = 'journal';

  constructor(
    /** The system's error code, such as `ENOSPC`. */
    readonly code: string,
  ) {
    super(`the journal cannot be written (${code})`);
  }
}

export interface JournaledLaunch {
  readonly record: LaunchRecord;
  /** A window, this one or another, is working on it. */
  readonly running: boolean;
}

export interface JournalContent {
  readonly launches: readonly JournaledLaunch[];
  /** What was set aside on this look, so that it is said once. */
  readonly setAside: readonly DamageReason[];
}

/** One append-only file for each launch, in a folder that belongs to this extension alone. */
export class Journal {
  /** What was read last of each launch, so that a long list is not read anew for one change. */
  readonly #known = new Map<string, { readonly state: string; readonly record: LaunchRecord }>();

  constructor(
    private readonly folder: string,
    private readonly clock: Pick<Clock, 'now'>,
  ) {}

  /** Begins the record of a launch and locks it. @throws JournalError */
  async begin(plan: Omit<PlannedLaunch, 'kind' | 'launch'>): Promise<OpenRecord> {
    const launch = randomUUID();
    const first = { kind: 'planned', launch, ...plan, at: this.clock.now() } as const;
    return await writing(async () => {
      await mkdir(this.folder, { recursive: true });
      const lock = await LaunchLock.take(this.#lockOf(launch));
      let handle: FileHandle | undefined;
      try {
        handle = await open(this.#fileOf(launch), 'ax');
        const record = new OpenRecord(handle, lock, newRecord(first), this.clock);
        await record.write(first);
        await syncFolder(this.folder);
        return record;
      } catch (error) {
        // Nothing was begun, so nothing of it may be found later.
        await handle?.close();
        await rm(this.#fileOf(launch), { force: true });
        await lock.release();
        throw error;
      }
    });
  }

  /** Locks a record to go on with it. @throws LockedError, DamagedRecordError, JournalError */
  async continue(launch: string): Promise<OpenRecord> {
    const lock = await LaunchLock.take(this.#lockOf(launch));
    try {
      // Read under the lock: what was shown may be older than what another window has done since.
      const record = await this.#read(launch);
      const handle = await writing(() => open(this.#fileOf(launch), 'a'));
      return new OpenRecord(handle, lock, record, this.clock);
    } catch (error) {
      await lock.release();
      throw error;
    }
  }

  /** All launches, in no order. A damaged record is moved out of the way, where nothing reads it. */
  async read(): Promise<JournalContent> {
    const launches: JournaledLaunch[] = [];
    const setAside: DamageReason[] = [];
    for (const launch of await this.#ids()) {
      try {
        launches.push({ record: await this.#read(launch), running: await isLocked(this.#lockOf(launch)) });
      } catch (error) {
        const reason = await this.#setAside(launch, error);
        if (reason !== undefined) setAside.push(reason);
      }
    }
    return { launches, setAside };
  }

  /** Forgets a launch. Nothing on the service changes. @throws LockedError */
  async remove(launch: string): Promise<void> {
    const lock = await LaunchLock.take(this.#lockOf(launch));
    await rm(this.#fileOf(launch), { force: true });
    await lock.release();
  }

  async #read(launch: string): Promise<LaunchRecord> {
    const file = this.#fileOf(launch);
    const { size, mtimeNs } = await stat(file, { bigint: true });
    const state = `${size} ${mtimeNs}`;
    const known = this.#known.get(launch);
    if (known?.state === state) return known.record;
    const record = await this.#decode(launch, file, Number(size));
    this.#known.set(launch, { state, record });
    return record;
  }

  async #decode(launch: string, file: string, size: number): Promise<LaunchRecord> {
    if (size > largestRecord) throw new DamagedRecordError('tooLarge');
    const [first, ...rest] = decodeLines(await readFile(file, 'utf8'));
    if (first.launch !== launch) throw new DamagedRecordError('foreign');
    return foldEntries(first, rest);
  }

  async #setAside(launch: string, error: unknown): Promise<DamageReason | undefined> {
    const reason =
      error instanceof DamagedRecordError
        ? error.reason
        : error instanceof SyntaxError
          ? 'foreign'
          : undefined;
    // A record that is just being begun is not complete yet, and one that is gone needs nothing.
    if (reason === undefined || (await isLocked(this.#lockOf(launch)))) return undefined;
    const moved = await rename(this.#fileOf(launch), path.join(this.folder, `${launch}.damaged`)).then(
      () => true,
      () => false,
    );
    return moved ? reason : undefined;
  }

  async #ids(): Promise<string[]> {
    const names = await readdir(this.folder).catch((error: unknown) => {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
      throw error;
    });
    return names.filter((name) => name.endsWith(extension)).map((name) => name.slice(0, -extension.length));
  }

  #fileOf(launch: string): string {
    return path.join(this.folder, launch + extension);
  }

  #lockOf(launch: string): string {
    return path.join(this.folder, `${launch}.lock`);
  }
}

const extension = '.launch';

/** A record that this process is writing. */
export class OpenRecord {
  #record: LaunchRecord;
  #length: number | undefined;
  #last: Promise<void> = Promise.resolve();

  constructor(
    private readonly handle: FileHandle,
    private readonly lock: LaunchLock,
    record: LaunchRecord,
    private readonly clock: Pick<Clock, 'now'>,
  ) {
    this.#record = record;
  }

  get record(): LaunchRecord {
    return this.#record;
  }

  /** Aborted with a {@link LockLostError} as soon as it is seen that another window has taken over. */
  get lost(): AbortSignal {
    return this.lock.lost;
  }

  /** The last look before a request is sent. @throws LockLostError when another window has taken over */
  async requireOwnership(): Promise<void> {
    await this.lock.requireOwnership();
  }

  /** Returns when the entry is on disk. Files that end at the same time are noted one after the other. @throws JournalError */
  async append(entry: JournalEntry): Promise<void> {
    const turn = this.#last.then(() => this.#append(entry));
    this.#last = turn.catch(() => undefined);
    await turn;
  }

  async #append(entry: JournalEntry): Promise<void> {
    const timed: TimedEntry = { ...entry, at: this.clock.now() };
    await writing(() => this.write(timed));
    this.#record = applyEntry(this.#record, timed);
  }

  /** Adds a line and flushes it; a line that does not fit leaves nothing behind. */
  async write(entry: TimedEntry): Promise<void> {
    this.#length ??= (await this.handle.stat()).size;
    const line = Buffer.from(encodeLine(entry));
    try {
      await this.handle.writeFile(line);
      // A file that was accepted announces nothing: losing that note to a power cut costs one more upload of it.
      if (entry.kind !== 'fileAccepted') await this.handle.datasync();
      this.#length += line.length;
    } catch (error) {
      await this.handle.truncate(this.#length).catch(() => undefined);
      throw error;
    }
  }

  async close(): Promise<void> {
    await this.handle.close();
    await this.lock.release();
  }
}

async function writing<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === undefined) throw error;
    throw new JournalError(code);
  }
}

/** So that the file itself is found again after a power cut. Not every system can do it. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r').catch(() => undefined);
  await handle?.sync().catch(() => undefined);
  await handle?.close();
}
