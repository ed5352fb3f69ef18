import { setTimeout } from 'node:timers/promises';
import type { Clock } from '../client/core/clock';
import { JournalError, type Made, RecordGoneError } from '../journal/errors';
import type { RecordFile } from '../journal/recordFile';
import type { RecordLock } from '../journal/recordLock';
import { type AcceptedFile, isAnnouncing, type JournalEntry, type TimedEntry } from './journalEntry';
import { encodeLine } from './journalFormat';
import { applyEntry, type GrowingRecord, type LaunchRecord } from './launchRecord';

/** How long accepted files are gathered while many are; ms. */
const gatherMs = 25;

interface JournalWriterOptions {
  readonly file: RecordFile;
  readonly lock: RecordLock;
  readonly record: GrowingRecord;
  readonly clock: Pick<Clock, 'now'>;
  /** Called with the final record while it is still locked. Must not throw. */
  readonly onClose: (record: LaunchRecord) => Promise<void>;
}

/** An entry that waits to be written, or the files that were accepted meanwhile. */
interface WaitingEntry {
  readonly entry: JournalEntry;
  /** Empty unless the entry is one of a file. */
  readonly files: AcceptedFile[];
  readonly written: Promise<void>;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/** Writes the record of a running launch. */
export class JournalWriter {
  #record: GrowingRecord;
  /** The last entry, if it announces a request. */
  #announced: { readonly entry: JournalEntry; readonly silences: number } | undefined;
  readonly #waiting: WaitingEntry[] = [];
  #isWriting = false;

  readonly #options: JournalWriterOptions;

  constructor(options: JournalWriterOptions) {
    this.#options = options;
    this.#record = options.record;
  }

  get record(): LaunchRecord {
    return this.#record;
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
    while (this.#announced !== undefined && this.#announced.silences !== lock.silences) {
      await this.append(this.#announced.entry);
      await lock.renew();
    }
  }

  /**
   * Resolves when the entry is on disk. Concurrent calls are written one after the other, accepted files as one entry.
   * @throws JournalError, LockLostError when another window has taken over; nothing is written then
   */
  async append(entry: JournalEntry): Promise<void> {
    const last = this.#waiting.at(-1);
    if (last !== undefined && last.files.length > 0 && entry.kind === 'fileAccepted') {
      last.files.push(toFile(entry));
      await last.written;
      return;
    }
    const waiting = createWaitingEntry(entry);
    this.#waiting.push(waiting);
    if (!this.#isWriting) void this.#writeWaiting();
    await waiting.written;
  }

  async #writeWaiting(): Promise<void> {
    this.#isWriting = true;
    for (let next = this.#waiting.shift(); next !== undefined; next = this.#waiting.shift()) {
      const { entry, files, resolve, reject } = next;
      const isTogether = files.length > 1;
      try {
        await this.#append(isTogether ? { kind: 'filesAccepted', files } : entry);
        resolve();
        // Many files are being accepted: those of the next moments go together, too.
        if (isTogether) await setTimeout(gatherMs);
      } catch (error) {
        reject(error);
      }
    }
    this.#isWriting = false;
  }

  async #append(entry: JournalEntry): Promise<void> {
    await this.#requireTurn(entry);
    const { file, lock, clock } = this.#options;
    const { silences } = lock;
    const timed: TimedEntry = { ...entry, at: clock.now() };
    if (isAnnouncing(entry)) await file.requirePlace();
    const made = madeBy(entry);
    // Accepted files announce no request: losing them to a power cut costs only another upload of each.
    const isFlushed = !isAcceptance(entry);
    const line = encodeLine(timed, this.#record.entryCount);
    await file.append(line, { isFlushed }).catch((error: unknown) => {
      throw error instanceof JournalError ? new JournalError(error.code, made) : error;
    });
    this.#record = applyEntry(this.#record, timed);
    this.#announced = isAnnouncing(entry) ? { entry, silences } : undefined;
    if (made !== undefined) await this.#requireRead(made);
  }

  /** An entry on disk is lost if the record is no longer in its place. */
  async #requireRead(made: Made): Promise<void> {
    try {
      await this.#options.file.requirePlace();
    } catch (error) {
      if (error instanceof RecordGoneError) throw new JournalError('ENOENT', made);
    }
  }

  async #requireTurn(entry: JournalEntry): Promise<void> {
    // Asking for the owner takes longer than the writing, and thousands of these entries announce nothing.
    if (isAcceptance(entry)) {
      this.lost.throwIfAborted();
      return;
    }
    try {
      await this.#options.lock.requireOwnership();
    } catch (error) {
      // The outcome of a request is written nevertheless: the file belongs to this window, and nothing is sent.
      if (error instanceof JournalError && !isAnnouncing(entry)) return;
      throw error;
    }
  }

  async close(): Promise<void> {
    const { file, lock, onClose } = this.#options;
    try {
      await file.close();
      if (!lock.lost.aborted) await onClose(this.#record);
    } finally {
      await lock.release();
    }
  }
}

function isAcceptance({ kind }: JournalEntry): boolean {
  return kind === 'fileAccepted' || kind === 'filesAccepted';
}

function createWaitingEntry(entry: JournalEntry): WaitingEntry {
  let resolve: WaitingEntry['resolve'] = () => undefined;
  let reject: WaitingEntry['reject'] = () => undefined;
  const written = new Promise<void>((...settle) => ([resolve, reject] = settle));
  return { entry, files: entry.kind === 'fileAccepted' ? [toFile(entry)] : [], written, resolve, reject };
}

function toFile({ name, sha256 }: AcceptedFile): AcceptedFile {
  return { name, sha256 };
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
