import pLimit from 'p-limit';
import type { Clock } from '../client/core/clock';
import { type CreatedObject, JournalError, RecordGoneError } from '../journal/errors';
import { DamagedRecordError, encodeLines } from '../journal/recordLines';
import type { OpenRecord } from '../journal/recordLog';
import { type AcceptedFile, isAnnouncing, type JournalEntry, type TimedEntry } from './journalEntry';
import type { FilesWriter, LaunchFiles } from './launchFiles';
import { applyEntry, type LaunchRecord } from './launchRecord';

interface JournalWriterOptions extends OpenRecord<LaunchRecord> {
  /** Absent if they are damaged. */
  readonly files: FilesWriter | undefined;
  readonly clock: Pick<Clock, 'now'>;
}

/** Files that were accepted while something else was written. */
interface AcceptedBatch {
  readonly files: AcceptedFile[];
  readonly written: Promise<void>;
}

/** Writes the record of a running launch. */
export class JournalWriter {
  #record: LaunchRecord;
  /** The last entry, if it announces a request. */
  #announced: { readonly entry: JournalEntry; readonly missedHeartbeats: number } | undefined;
  /** Writes one entry after the other. */
  readonly #queue = pLimit(1);
  #accepted: AcceptedBatch | undefined;

  readonly #options: JournalWriterOptions;

  constructor(options: JournalWriterOptions) {
    this.#options = options;
    this.#record = options.record;
  }

  get record(): LaunchRecord {
    return this.#record;
  }

  /** Undefined if they are damaged, which matters only to steps that need them. */
  get files(): LaunchFiles | undefined {
    return this.#options.files;
  }

  get #files(): FilesWriter {
    const { files } = this.#options;
    if (files === undefined) throw new DamagedRecordError('linesMissing');
    return files;
  }

  /** Aborted with a {@link LockLostError} once another window is seen to have taken over. */
  get lost(): AbortSignal {
    return this.#options.lock.lost;
  }

  /**
   * The last check before a request is sent. After a missed heartbeat the request is announced again: meanwhile
   * another window may have asked the user about the earlier announcement, and that answer must not apply to this
   * request.
   * @throws LockLostError when another window has taken over, JournalError when that is unknown
   */
  async requireOwnership(): Promise<void> {
    const { lock } = this.#options;
    await lock.renew();
    while (this.#announced !== undefined && this.#announced.missedHeartbeats !== lock.missedHeartbeats) {
      await this.append(this.#announced.entry);
      await lock.renew();
    }
  }

  /**
   * Resolves when the entry is on disk. Concurrent calls are written one after the other.
   * @throws JournalError, LockLostError when another window has taken over; nothing is written then
   */
  async append(entry: JournalEntry): Promise<void> {
    await this.#queue(() => this.#append(entry));
  }

  /** Resolves when the hashes of all planned files are on disk, in their order. @throws as {@link append} */
  async noteHashes(hashes: readonly string[]): Promise<void> {
    await this.#queue(async () => {
      await this.#options.lock.requireOwnership();
      await this.#files.noteHashes(hashes);
    });
  }

  /** Resolves when it is written. Files that are accepted meanwhile go together. @throws as {@link append} */
  async noteAccepted({ name, sha256 }: AcceptedFile): Promise<void> {
    this.#accepted ??= this.#beginBatch();
    this.#accepted.files.push({ name, sha256 });
    await this.#accepted.written;
  }

  #beginBatch(): AcceptedBatch {
    const files: AcceptedFile[] = [];
    const written = this.#queue(async () => {
      this.#accepted = undefined;
      // Asking for the owner takes longer than the writing, and these files announce nothing.
      this.lost.throwIfAborted();
      await this.#files.noteAccepted(files);
    });
    return { files, written };
  }

  async #append(entry: JournalEntry): Promise<void> {
    await this.#requireTurn(entry);
    const { file, lock, clock } = this.#options;
    const { missedHeartbeats } = lock;
    const timed: TimedEntry = { ...entry, at: clock.now() };
    if (isAnnouncing(entry)) await file.requirePlace();
    // All files must be known as accepted before the record says so.
    if (entry.kind === 'uploaded') await this.#files.flush();
    const created = createdBy(entry);
    await file.append(encodeLines([timed], this.#record.entryCount)).catch((error: unknown) => {
      throw error instanceof JournalError ? new JournalError(error.code, created) : error;
    });
    this.#record = applyEntry(this.#record, timed);
    this.#announced = isAnnouncing(entry) ? { entry, missedHeartbeats } : undefined;
    if (created !== undefined) await this.#requireRead(created);
  }

  /** An entry on disk is lost if the record is no longer in its place. */
  async #requireRead(created: CreatedObject): Promise<void> {
    try {
      await this.#options.file.requirePlace();
    } catch (error) {
      if (error instanceof RecordGoneError) throw new JournalError('ENOENT', created);
    }
  }

  async #requireTurn(entry: JournalEntry): Promise<void> {
    try {
      await this.#options.lock.requireOwnership();
    } catch (error) {
      // The outcome of a request is written nevertheless: the file belongs to this window, and nothing is sent.
      if (error instanceof JournalError && !isAnnouncing(entry)) return;
      throw error;
    }
  }

  async close(): Promise<void> {
    const { file, files, lock } = this.#options;
    try {
      await this.#queue(() => undefined);
      await files?.close();
      await file.close();
    } finally {
      await lock.release();
    }
  }
}

function createdBy(entry: JournalEntry): CreatedObject | undefined {
  switch (entry.kind) {
    case 'projectCreated':
      return entry.isFound === true ? undefined : { what: 'project', id: entry.id };
    case 'modelCreated':
      return { what: 'model', id: entry.id };
    case 'simulationCreated':
      return entry.id === undefined ? undefined : { what: 'simulation', id: entry.id };
    default:
      return undefined;
  }
}
