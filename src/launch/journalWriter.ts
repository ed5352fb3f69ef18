import { stat, type FileHandle } from 'node:fs/promises';
import type { Clock } from '../client/core/clock';
import { JournalError, RecordGoneError, type Made } from './errors';
import { isAnnouncing, type JournalEntry, type TimedEntry } from './journalEntry';
import { encodeLine } from './journalFormat';
import type { LaunchLock } from './launchLock';
import { applyEntry, type GrowingRecord, type LaunchRecord } from './launchRecord';
import { writing } from './recordFile';
import { systemErrorCode } from '../upload/errnoCode';

interface JournalWriterOptions {
  /** A file that this window has made, so that no other one writes to it. */
  readonly handle: FileHandle;
  /** Where it is. */
  readonly file: string;
  readonly lock: LaunchLock;
  readonly record: GrowingRecord;
  readonly clock: Pick<Clock, 'now'>;
  /** Told the record at its end, while it is still locked. Must not throw. */
  readonly onClose: (record: LaunchRecord) => Promise<void>;
}

/** A record that this process is writing. */
export class JournalWriter {
  #record: GrowingRecord;
  /** Bytes; known once something was written. */
  #length: number | undefined;
  /** Part of a line may stand behind the last one. */
  #isTorn = false;
  /** The last entry, when it announces a request. */
  #announced: { readonly entry: JournalEntry; readonly silences: number } | undefined;
  #last: Promise<void> = Promise.resolve();

  constructor(private readonly options: JournalWriterOptions) {
    this.#record = options.record;
  }

  get record(): LaunchRecord {
    return this.#record;
  }

  /** Aborted with a {@link LockLostError} as soon as it is seen that another window has taken over. */
  get lost(): AbortSignal {
    return this.options.lock.lost;
  }

  /**
   * The last look before a request is sent. After a silence it is announced anew: others may have shown the user meanwhile
   * what stood there, and an answer to that must not be taken for one to what is sent now.
   * @throws LockLostError when another window has taken over, JournalError when that cannot be told
   */
  async requireOwnership(): Promise<void> {
    const { lock } = this.options;
    await lock.renew();
    while (this.#announced !== undefined && this.#announced.silences !== lock.silences) {
      await this.append(this.#announced.entry);
      await lock.renew();
    }
  }

  /**
   * Returns when the entry is on disk. Files that end at the same time are noted one after the other.
   * @throws JournalError, LockLostError when another window has taken over; nothing is written then
   */
  async append(entry: JournalEntry): Promise<void> {
    const turn = this.#last.then(() => this.#append(entry));
    this.#last = turn.catch(() => undefined);
    await turn;
  }

  async #append(entry: JournalEntry): Promise<void> {
    await this.#requireTurn(entry);
    const { silences } = this.options.lock;
    const timed: TimedEntry = { ...entry, at: this.options.clock.now() };
    if (isAnnouncing(entry)) await this.#requireFile();
    const made = madeBy(entry);
    await writing(() => this.#write(timed)).catch((error: unknown) => {
      throw error instanceof JournalError ? new JournalError(error.code, made) : error;
    });
    this.#record = applyEntry(this.#record, timed);
    this.#announced = isAnnouncing(entry) ? { entry, silences } : undefined;
    if (made !== undefined) await this.#requireRead(made);
  }

  /** The entry is on disk, but nobody will read it when the record is not in its place any more. */
  async #requireRead(made: Made): Promise<void> {
    try {
      await this.#requireFile();
    } catch (error) {
      if (error instanceof RecordGoneError) throw new JournalError('ENOENT', made);
    }
  }

  async #requireTurn(entry: JournalEntry): Promise<void> {
    try {
      await this.options.lock.requireOwnership();
    } catch (error) {
      // The outcome of a request is kept even so: the file is this window's own, and nothing is sent for it.
      if (error instanceof JournalError && !isAnnouncing(entry)) return;
      throw error;
    }
  }

  /**
   * Somebody may have removed the record, or put a copy in its place: what is written now would never be read.
   * @throws RecordGoneError, JournalError when that cannot be told
   */
  async #requireFile(): Promise<void> {
    const { handle, file } = this.options;
    const own = await writing(() => handle.stat({ bigint: true }));
    const found = await writing(() => stat(file, { bigint: true }).catch(undefinedIfGone));
    if (own.ino !== found?.ino || own.dev !== found.dev) throw new RecordGoneError();
  }

  /** Adds a line and flushes it; a line that does not fit leaves nothing behind. */
  async #write(entry: TimedEntry): Promise<void> {
    const { handle } = this.options;
    this.#length ??= (await handle.stat()).size;
    if (this.#isTorn) await this.#truncate(this.#length);
    const line = Buffer.from(encodeLine(entry, this.#record.entryCount));
    try {
      await handle.writeFile(line);
      // A file that was accepted announces nothing: losing that note to a power cut costs one more upload of it.
      if (entry.kind !== 'fileAccepted') await handle.datasync();
      this.#length += line.length;
    } catch (error) {
      this.#isTorn = true;
      await this.#truncate(this.#length).catch(() => undefined);
      throw error;
    }
  }

  async #truncate(bytes: number): Promise<void> {
    await this.options.handle.truncate(bytes);
    this.#isTorn = false;
  }

  async close(): Promise<void> {
    const { handle, lock, onClose } = this.options;
    try {
      await handle.close();
      if (!lock.lost.aborted) await onClose(this.#record);
    } finally {
      await lock.release();
    }
  }
}

function undefinedIfGone(error: unknown): undefined {
  if (systemErrorCode(error) !== 'ENOENT') throw error;
}

function madeBy(entry: JournalEntry): Made | undefined {
  switch (entry.kind) {
    case 'projectCreated':
      return { what: 'project', id: entry.id };
    case 'modelCreated':
      return { what: 'model', id: entry.id };
    case 'simulationCreated':
      return entry.id === undefined ? undefined : { what: 'simulation', id: entry.id };
    default:
      return undefined;
  }
}
