import { setMaxListeners } from 'node:events';
import { type Clock, systemClock } from '../client/core/clock';
import { ServiceError } from '../client/core/errors';
import { RetryBudget, retryDelay } from '../client/retry';
import type { ServiceClient } from '../client/serviceClient';
import { FileUploadError } from './errors';
import { getChunkBytes } from './fileBody';
import { getSetbackReason, ParallelLimit } from './parallelLimit';
import { isSmallFile, sendFile } from './sendFile';
import { type PendingFile, SendOrder } from './sendOrder';
import { type OtherTransfers, Transfer } from './transfer';
import type { PlannedFile } from './uploadPlan';
import { ProgressMeter, type UploadProgress } from './uploadProgress';

export interface UploadOptions {
  readonly client: Pick<ServiceClient, 'uploadFile' | 'closeIdleConnections'>;
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

/** Number of files over which the time of a step is averaged. */
const filesInAverage = 8;

/** Number of looks between two progress reports. */
const looksPerReport = 4;

/**
 * Sends each file in one PUT to its signed URL, several concurrently. A refused or broken PUT is retried with a
 * newly opened file if that can help. The first file that fails permanently stops the others, because the model can
 * no longer be finalised. The bytes sent are those of the plan; the caller has to check in the end whether a file has
 * changed since it was read.
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

class Upload {
  readonly #clock: Clock;
  readonly #budget = new RetryBudget();
  readonly #stop = new AbortController();
  readonly #limit: ParallelLimit;
  readonly #order: SendOrder;
  readonly #meter: ProgressMeter;
  readonly #running = new Set<Transfer>();
  readonly #chunkBytes: number;
  #usualStepMs = 0;
  /** Slots of refused files that wait before they are sent again. */
  #heldSlots = 0;
  /** Files that are sent, recorded or wait before they are sent again. */
  #unfinished = 0;
  /** The file that failed when no other one was running: none is sent before it is sent again. */
  #probe: PendingFile | undefined;
  /** When a fault was last counted; ms. */
  #faultAtMs = -Infinity;
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
    this.#meter = new ProgressMeter(files, options.already ?? []);
    const largeFiles = files.filter((file) => !isSmallFile(file)).length;
    this.#chunkBytes = getChunkBytes(Math.min(this.#limit.max, Math.max(1, largeFiles)));
  }

  async run(): Promise<void> {
    const { signal } = this.#options;
    const cancel = (): void => this.#stopAll(signal.reason);
    signal.addEventListener('abort', cancel);
    if (signal.aborted) cancel();
    // Each wait adds a listener, and Node would report more than ten as a leak.
    setMaxListeners(0, this.#stop.signal);
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
    for (const { controller } of this.#running) controller.abort(this.#stop.signal.reason);
  }

  /** Starts as many files as may be sent now. */
  #startNext(): void {
    while (
      !this.#stop.signal.aborted &&
      this.#probe === undefined &&
      this.#counts().running + this.#heldSlots < this.#limit.limit
    ) {
      const next = this.#order.takeNext(this.#running, this.#limit.limit);
      if (next === undefined) break;
      void this.#process(next);
    }
    // Connections that are not needed any more may keep a server from serving the last files.
    if (this.#order.length === 0) this.#options.client.closeIdleConnections();
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
    const transfer = new Transfer(pending, this.#clock.elapsed(), this.#others);
    this.#running.add(transfer);
    let sha256: string;
    try {
      sha256 = await this.#send(transfer);
    } catch (error) {
      this.#running.delete(transfer);
      this.#stop.signal.throwIfAborted();
      await this.#waitToRetry(transfer, error);
      this.#order.putBack(pending);
      return;
    }
    this.#noteAccepted(transfer);
    this.#running.delete(transfer);
    // The next file need not wait until this one is recorded.
    this.#startNext();
    await this.#options.onFileDone?.(pending.file, sha256);
  }

  async #send(transfer: Transfer): Promise<string> {
    const { file } = transfer.pending;
    const url = this.#urls.get(file.name);
    if (url === undefined) throw new Error(`no upload URL for ${file.name}`);
    return await sendFile({
      client: this.#options.client,
      ...{ file, url, signal: transfer.controller.signal, chunkBytes: this.#chunkBytes },
      onBody: (body) => (transfer.body = body),
    });
  }

  #noteAccepted(transfer: Transfer): void {
    const { size: sizeBytes, startedAtMs, isWaiting } = transfer;
    const atMs = this.#clock.elapsed();
    this.#meter.noteAccepted(transfer, atMs);
    this.#budget.succeeded();
    const durationMs = atMs - startedAtMs;
    const steps = Math.max(1, sizeBytes / this.#chunkBytes);
    if (!isWaiting) this.#usualStepMs += (durationMs / steps - this.#usualStepMs) / filesInAverage;
    this.#limit.note({ kind: 'accepted', atMs, sizeBytes, durationMs, startedAtMs, ...this.#counts() });
  }

  /** @throws the error when the file is not to be sent again */
  async #waitToRetry({ pending, startedAtMs, wasGivenUp }: Transfer, error: unknown): Promise<void> {
    if (wasGivenUp) return;
    if (!(error instanceof ServiceError)) throw error;
    const reason = getSetbackReason(error);
    const atMs = this.#clock.elapsed();
    const isRepeated = pending.tries > 0;
    const setback = {
      kind: 'setback',
      atMs,
      startedAtMs,
      isRepeated,
      running: this.#counts().running,
    } as const;
    if (reason !== undefined) this.#limit.note({ ...setback, reason });
    // The file is not to blame when too many were sent at the same time.
    const isExplained = this.#limit.wasLoweredSince(startedAtMs);
    const tries = pending.tries + 1;
    if (!isExplained) pending.tries = tries;
    const delayMs = this.#delayBeforeRetry(error, { attempt: tries, startedAtMs, isExplained });
    if (delayMs === undefined) throw new FileUploadError(pending.file.name, tries, error);
    // One connection too many leaves its place to others at once. A server that asks for a pause gets it.
    const heldSlots = this.#limit.isAuto && reason === 'connection' ? 0 : 1;
    this.#heldSlots += heldSlots;
    if (this.#running.size === 0) this.#probe = pending;
    this.#startNext();
    await this.#clock.wait(delayMs, this.#stop.signal).finally(() => (this.#heldSlots -= heldSlots));
    if (this.#probe === pending) this.#probe = undefined;
  }

  /** @returns ms, or `undefined` when a retry is pointless or there were too many already */
  #delayBeforeRetry(
    error: ServiceError,
    {
      attempt,
      startedAtMs,
      isExplained,
    }: { readonly attempt: number; readonly startedAtMs: number; readonly isExplained: boolean },
  ): number | undefined {
    const { random = Math.random } = this.#options;
    const delayMs = retryDelay({ operation: 'uploadFile', error, attempt, random });
    // Transfers that were running when another one failed have probably met the same fault, which counts once.
    const isSameFault = startedAtMs < this.#faultAtMs;
    if (delayMs === undefined || isExplained || isSameFault) return delayMs;
    this.#faultAtMs = this.#clock.elapsed();
    return this.#budget.take() ? delayMs : undefined;
  }

  #look(): void {
    const atMs = this.#clock.elapsed();
    const bytesSent = this.#meter.measure(atMs, this.#running);
    this.#limit.note({ kind: 'progress', atMs, bytesSent, ...this.#counts() });
    if (this.#limit.isAuto) this.#lookAtTransfers(atMs);
    this.#startNext();
    if (++this.#looks % looksPerReport === 0) this.#report();
  }

  #lookAtTransfers(atMs: number): void {
    for (const transfer of this.#running) {
      const { startedAtMs } = transfer;
      const hasBegunToWait = transfer.look(atMs, this.#others);
      const { running } = this.#counts();
      if (hasBegunToWait)
        this.#limit.note({ kind: 'setback', atMs, startedAtMs, running, reason: 'connection' });
      transfer.giveUpIfTooLong(atMs);
    }
  }

  get #others(): OtherTransfers {
    return { filesAccepted: this.#meter.filesAccepted, usualStepMs: this.#usualStepMs };
  }

  /** Files that are being sent, and files that have not begun. */
  #counts(): { readonly running: number; readonly waiting: number } {
    let running = 0;
    for (const { isWaiting } of this.#running) if (!isWaiting) running++;
    return { running, waiting: this.#order.length };
  }

  #report(): void {
    this.#options.onProgress?.(this.#meter.getProgress(this.#running));
  }
}
