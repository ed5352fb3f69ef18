import { type Clock, systemClock } from '../client/core/clock';
import { ServiceError } from '../client/core/errors';
import { totalSizeOf } from '../client/core/totalSize';
import { RetryBudget, retryDelay } from '../client/retry';
import type { ServiceClient } from '../client/serviceClient';
import { FileUploadError } from './errors';
import { getChunkBytes } from './fileBody';
import { getSetbackReason, ParallelLimit } from './parallelLimit';
import { sendFile, type SentFile } from './sendFile';
import { type PendingFile, SendOrder } from './sendOrder';
import { SentFileCheck } from './sentFileCheck';
import type { PlannedFile } from './uploadPlan';

/**
 * Progress of the whole set. Counts the bytes and files that the file server has accepted, and the bytes sent of
 * running uploads.
 */
export interface UploadProgress {
  readonly bytesDone: number;
  readonly bytesTotal: number;
  readonly filesDone: number;
  readonly filesTotal: number;
}

export interface UploadOptions {
  readonly client: Pick<ServiceClient, 'uploadFile'>;
  /** Number of files sent concurrently, at least 1; `auto` for as many as make the upload faster. */
  readonly parallelFiles: number | 'auto';
  readonly signal: AbortSignal;
  /** Called at most five times a second while bytes are sent, and once at the end. */
  readonly onProgress?: (progress: UploadProgress) => void;
  /** Called once for each accepted file; SHA-256 in hex. If it fails, the upload fails. */
  readonly onFileDone?: (file: PlannedFile, sha256: string) => void | Promise<void>;
  /** Files of the same set that were accepted earlier; they count in the progress. */
  readonly already?: readonly PlannedFile[];
  readonly clock?: Clock;
  /** Returns 0 to 1; jitter for retries. */
  readonly random?: () => number;
}

/** Interval between two looks at the running transfers; ms. Short beside the time in which a fast upload changes. */
const lookIntervalMs = 50;

/** Number of looks between two progress reports. */
const looksPerReport = 4;

/**
 * Without progress for so long, a transfer may wait on a connection that the server does not serve; ms. Servers that
 * accept more connections than they serve are common.
 */
const minStuckMs = 2000;

/** A transfer that waits is stuck if no other one has needed a fraction of that time for a step. */
const stuckFactor = 4;

/** A transfer that has handed over more than buffers hold is being served; bytes. */
const maxBufferedBytes = 4 * 1024 * 1024;

/**
 * Sends each file in one PUT to its signed URL, several concurrently. A refused or broken PUT is retried with a
 * newly opened file if that can help. The first file that fails permanently stops the others, because the model can
 * no longer be finalised. The bytes sent are those of the plan; the caller has to check for changes after a file was
 * opened.
 *
 * @throws FileUploadError naming the file, FileChangedError, FileUnreadableError, or the reason of the signal
 */
export async function uploadFiles(
  files: readonly PlannedFile[],
  urls: ReadonlyMap<string, string>,
  options: UploadOptions,
): Promise<void> {
  await new Upload(files, urls, options).run();
}

/** A file that is being sent. */
interface Sending {
  readonly pending: PendingFile;
  readonly controller: AbortController;
  readonly startedAtMs: number;
  /** Number of files that were accepted before. */
  readonly acceptedBefore: number;
  /** Progress of a file that is not small. */
  body?: { readonly bytesRead: number } | undefined;
  /** Whether it is only to be checked and recorded. */
  isAccepted: boolean;
  /** The last progress that was seen, and when. */
  seen: { readonly bytes: number; readonly atMs: number };
}

/** The reason for which a transfer is given up that others have overtaken. */
const overtaken = Symbol('overtaken');

class Upload {
  readonly #clock: Clock;
  readonly #budget = new RetryBudget();
  readonly #stop = new AbortController();
  readonly #limit: ParallelLimit;
  readonly #order: SendOrder;
  readonly #check: SentFileCheck;
  readonly #sending = new Set<Sending>();
  readonly #chunkBytes: number;
  readonly #bytesTotal: number;
  readonly #filesTotal: number;
  #bytesAccepted: number;
  #filesAccepted: number;
  /** Longest time that an accepted file, or a chunk of it, has taken; ms. */
  #longestStepMs = 0;
  /** Slots of refused files that wait before they are sent again. */
  #heldSlots = 0;
  /** Files that are sent, recorded or wait before they are sent again. */
  #unfinished = 0;
  #looks = 0;
  #finish = (): void => undefined;

  readonly #urls: ReadonlyMap<string, string>;
  readonly #options: UploadOptions;

  constructor(files: readonly PlannedFile[], urls: ReadonlyMap<string, string>, options: UploadOptions) {
    this.#urls = urls;
    this.#options = options;
    this.#clock = options.clock ?? systemClock;
    this.#limit = new ParallelLimit(options.parallelFiles);
    this.#order = new SendOrder(files);
    this.#check = new SentFileCheck(this.#stop.signal);
    this.#chunkBytes = getChunkBytes(Math.min(this.#limit.max, files.length));
    const { already = [] } = options;
    this.#bytesAccepted = totalSizeOf(already);
    this.#filesAccepted = already.length;
    this.#bytesTotal = totalSizeOf(files) + this.#bytesAccepted;
    this.#filesTotal = files.length + already.length;
  }

  async run(): Promise<void> {
    const { signal } = this.#options;
    const cancel = (): void => this.#stopAll(signal.reason);
    signal.addEventListener('abort', cancel);
    if (signal.aborted) cancel();
    const stopLooking = this.#clock.every(lookIntervalMs, () => this.#look());
    try {
      await new Promise<void>((resolve) => {
        this.#finish = resolve;
        this.#startNext();
      });
    } finally {
      stopLooking();
      signal.removeEventListener('abort', cancel);
    }
    this.#stop.signal.throwIfAborted();
    this.#report();
  }

  #stopAll(reason: unknown): void {
    this.#stop.abort(reason);
    for (const { controller } of this.#sending) controller.abort(this.#stop.signal.reason);
  }

  /** Starts as many files as may be sent now. */
  #startNext(): void {
    while (!this.#stop.signal.aborted && this.#sending.size + this.#heldSlots < this.#limit.limit) {
      const running = [...this.#sending].map(({ pending }) => pending);
      const next = this.#order.takeNext(running, this.#limit.limit);
      if (next === undefined) break;
      void this.#process(next);
    }
    if (this.#unfinished === 0) this.#finish();
  }

  async #process(pending: PendingFile): Promise<void> {
    this.#unfinished++;
    try {
      await this.#sendOrRetry(pending);
    } catch (error) {
      this.#stopAll(error);
    }
    this.#unfinished--;
    this.#startNext();
  }

  async #sendOrRetry(pending: PendingFile): Promise<void> {
    const sending: Sending = {
      pending,
      controller: new AbortController(),
      startedAtMs: this.#clock.elapsed(),
      acceptedBefore: this.#filesAccepted,
      isAccepted: false,
      seen: { bytes: 0, atMs: this.#clock.elapsed() },
    };
    this.#sending.add(sending);
    try {
      const sent = await this.#sendOnce(sending);
      this.#noteAccepted(sending);
      await this.#check.assertUnchanged(sent);
      await this.#options.onFileDone?.(pending.file, sent.sha256);
      this.#sending.delete(sending);
    } catch (error) {
      this.#sending.delete(sending);
      this.#stop.signal.throwIfAborted();
      await this.#waitToRetry(sending, error);
      this.#order.putBack(pending);
    }
  }

  async #sendOnce(sending: Sending): Promise<SentFile> {
    const { file } = sending.pending;
    const url = this.#urls.get(file.name);
    if (url === undefined) throw new Error(`no upload URL for ${file.name}`);
    return await sendFile({
      client: this.#options.client,
      ...{ file, url, signal: sending.controller.signal, chunkBytes: this.#chunkBytes },
      onBody: (body) => (sending.body = body),
    });
  }

  #noteAccepted(sending: Sending): void {
    const { pending, startedAtMs } = sending;
    const { size: sizeBytes } = pending.file;
    sending.isAccepted = true;
    sending.body = undefined;
    this.#bytesAccepted += sizeBytes;
    this.#filesAccepted += 1;
    this.#budget.succeeded();
    const atMs = this.#clock.elapsed();
    const durationMs = atMs - startedAtMs;
    const steps = Math.max(1, sizeBytes / this.#chunkBytes);
    this.#longestStepMs = Math.max(this.#longestStepMs, durationMs / steps);
    this.#limit.note({ kind: 'accepted', atMs, sizeBytes, durationMs, startedAtMs, ...this.#counts() });
  }

  /** @throws the error when the file is not to be sent again */
  async #waitToRetry({ pending, startedAtMs, controller }: Sending, error: unknown): Promise<void> {
    const wasOvertaken = controller.signal.reason === overtaken;
    if (!wasOvertaken && !(error instanceof ServiceError)) throw error;
    const reason = wasOvertaken ? 'connection' : getSetbackReason(error as ServiceError);
    const isExplained = this.#limit.wasLoweredSince(startedAtMs);
    const atMs = this.#clock.elapsed();
    const { running } = this.#counts();
    if (reason !== undefined) this.#limit.note({ kind: 'setback', atMs, startedAtMs, running, reason });
    if (wasOvertaken) {
      pending.wasOvertaken = true;
      return;
    }
    pending.tries++;
    const delayMs = this.#delayBeforeRetry(error as ServiceError, pending.tries, isExplained);
    if (delayMs === undefined) throw new FileUploadError(pending.file.name, pending.tries, error as ServiceError);
    // A connection too many leaves its place to others at once. A server that asks for a pause gets it.
    const heldSlots = this.#limit.isAuto && reason === 'connection' ? 0 : 1;
    this.#heldSlots += heldSlots;
    if (heldSlots === 0) this.#startNext();
    await this.#clock.wait(delayMs, this.#stop.signal).finally(() => (this.#heldSlots -= heldSlots));
  }

  /**
   * @param isFree whether the retry costs nothing of the budget
   * @returns ms, or `undefined` when a retry is pointless or there were too many already
   */
  #delayBeforeRetry(error: ServiceError, attempt: number, isFree: boolean): number | undefined {
    const { random = Math.random } = this.#options;
    const delayMs = retryDelay({ operation: 'uploadFile', error, attempt, random });
    return delayMs !== undefined && (isFree || this.#budget.take()) ? delayMs : undefined;
  }

  #look(): void {
    const atMs = this.#clock.elapsed();
    this.#limit.note({ kind: 'progress', atMs, bytesSent: this.#bytesSent, ...this.#counts() });
    if (this.#limit.isAuto) for (const sending of this.#sending) this.#giveUpIfStuck(sending, atMs);
    this.#startNext();
    if (this.#looks++ % looksPerReport === looksPerReport - 1) this.#report();
  }

  #giveUpIfStuck(sending: Sending, nowMs: number): void {
    const bytes = sending.body?.bytesRead ?? 0;
    if (bytes !== sending.seen.bytes) sending.seen = { bytes, atMs: nowMs };
    const maxWaitMs = Math.max(minStuckMs, stuckFactor * this.#longestStepMs);
    const hasWaited = nowMs - sending.seen.atMs > maxWaitMs && bytes <= maxBufferedBytes;
    const areOthersFaster = this.#filesAccepted > sending.acceptedBefore;
    const isFirst = !sending.isAccepted && !sending.pending.wasOvertaken;
    if (hasWaited && areOthersFaster && isFirst) sending.controller.abort(overtaken);
  }

  #counts(): { readonly running: number; readonly waiting: number } {
    return { running: this.#sending.size, waiting: this.#order.length };
  }

  get #bytesSent(): number {
    let bytes = this.#bytesAccepted;
    for (const { body } of this.#sending) bytes += body?.bytesRead ?? 0;
    return bytes;
  }

  #report(): void {
    this.#options.onProgress?.({
      bytesDone: this.#bytesSent,
      bytesTotal: this.#bytesTotal,
      filesDone: this.#filesAccepted,
      filesTotal: this.#filesTotal,
    });
  }
}
