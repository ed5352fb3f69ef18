import { type Clock, systemClock } from '../client/core/clock';
import { ServiceError } from '../client/core/errors';
import { maxUploadFaultMs, retryDelay } from '../client/retry';
import type { ServiceClient } from '../client/serviceClient';
import { FileUploadError } from './errors';
import { getChunkBytes } from './fileBody';
import { isSmallFile } from './fileSize';
import { maxParallelFiles, ParallelFiles } from './parallelFiles';
import { sendFile } from './sendFile';
import { type PendingFile, SendOrder } from './sendOrder';
import type { UploadLimit } from './uploadLimit';
import type { PlannedFile } from './uploadPlan';
import { ProgressMeter, type UploadProgress } from './uploadProgress';

export interface UploadOptions {
  readonly client: Pick<ServiceClient, 'uploadFile' | 'closeIdleConnections'>;
  /** Number of files sent concurrently, at least 1; `auto` for as many as make the upload faster. */
  readonly parallelFiles: number | 'auto';
  /** Shared with other uploads; none if absent. */
  readonly limit?: UploadLimit | undefined;
  readonly signal: AbortSignal;
  /** Called five times a second, and once at the end. */
  readonly onProgress?: ((progress: UploadProgress) => void) | undefined;
  /** Called once for each accepted file; SHA-256 in hex. If it fails, the upload fails. */
  readonly onFileDone?: ((file: PlannedFile, sha256: string) => void | Promise<void>) | undefined;
  /** Called before a file is sent again. If it throws, the upload fails. */
  readonly beforeRepeat?: ((file: PlannedFile) => void) | undefined;
  /** Files of the same set that were accepted earlier; they count in the progress. */
  readonly already?: readonly PlannedFile[] | undefined;
  readonly clock?: Clock | undefined;
  /** Returns 0 to 1; jitter for retries. */
  readonly random?: (() => number) | undefined;
}

/** Interval between two progress reports; ms. */
const reportIntervalMs = 200;

/**
 * Sends each file in one PUT to its signed URL, several concurrently. A file whose failure may pass is sent again,
 * newly opened. While the file server accepts nothing, one file at a time is tried. The first file that fails
 * permanently stops the others, because the model can no longer be finalised. The bytes sent are those of the plan; the
 * caller has to check in the end whether a file has changed since it was read.
 *
 * @throws FileUploadError naming the file, also when nothing was accepted for a quarter of an hour; FileChangedError,
 *   FileUnreadableError, or the reason of the signal
 */
export async function uploadFiles(
  files: readonly PlannedFile[],
  urls: ReadonlyMap<string, string>,
  options: UploadOptions,
): Promise<void> {
  await new Upload(files, urls, options).run();
}

/** The sending of one file, until it is accepted or has failed. */
interface Transfer {
  readonly pending: PendingFile;
  readonly startedAtMs: number;
  /** Progress of a file that is not small. */
  body?: { readonly bytesRead: number };
}

/** The time in which the file server accepts nothing. */
interface Outage {
  readonly host: string;
  /** Number of failed attempts. */
  readonly tries: number;
  /** The file that is tried. */
  probe: PendingFile | undefined;
}

class Upload {
  readonly #clock: Clock;
  readonly #stop = new AbortController();
  readonly #parallel: ParallelFiles;
  readonly #order: SendOrder;
  readonly #meter: ProgressMeter;
  readonly #running = new Set<Transfer>();
  readonly #chunkBytes: number;
  /** Files that are sent, recorded or wait before they are sent again. */
  #unfinished = 0;
  #acceptedAtMs = -Infinity;
  /** Time of the first failure since a file was accepted; ms. */
  #faultAtMs: number | undefined;
  #outage: Outage | undefined;
  #finish = (): void => undefined;

  readonly #urls: ReadonlyMap<string, string>;
  readonly #options: UploadOptions;

  constructor(files: readonly PlannedFile[], urls: ReadonlyMap<string, string>, options: UploadOptions) {
    this.#urls = urls;
    this.#options = options;
    this.#clock = options.clock ?? systemClock;
    this.#parallel = new ParallelFiles(options.parallelFiles);
    this.#order = new SendOrder(files);
    this.#meter = new ProgressMeter(files, options.already ?? [], this.#clock.elapsed());
    const large = files.filter((file) => !isSmallFile(file)).length;
    const maxLarge = options.parallelFiles === 'auto' ? maxParallelFiles : options.parallelFiles;
    this.#chunkBytes = getChunkBytes(Math.min(maxLarge, Math.max(1, large)));
  }

  async run(): Promise<void> {
    const { signal } = this.#options;
    const cancel = (): void => this.#stop.abort(signal.reason);
    signal.addEventListener('abort', cancel);
    if (signal.aborted) cancel();
    const stopReporting = this.#clock.every(reportIntervalMs, () => this.#report());
    try {
      await new Promise<void>((resolve) => {
        this.#finish = resolve;
        this.#startNext();
      });
    } finally {
      stopReporting();
      signal.removeEventListener('abort', cancel);
    }
    this.#stop.signal.throwIfAborted();
    this.#report();
  }

  /** Starts as many files as may be sent now. */
  #startNext(): void {
    while (!this.#stop.signal.aborted && this.#outage === undefined) {
      if (this.#running.size >= this.#parallel.limit) break;
      const large = [...this.#running].filter(({ pending }) => !isSmallFile(pending.file)).length;
      const next = this.#order.takeNext(large, this.#parallel.limitOfLarge);
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
      this.#stop.abort(error);
    }
    this.#unfinished--;
    this.#startNext();
  }

  async #sendOrRetry(pending: PendingFile): Promise<void> {
    const transfer: Transfer = { pending, startedAtMs: this.#clock.elapsed() };
    this.#running.add(transfer);
    let sha256: string;
    try {
      sha256 = await this.#send(transfer);
    } catch (error) {
      this.#running.delete(transfer);
      this.#stop.signal.throwIfAborted();
      await this.#waitToRepeat(transfer, error);
      return;
    }
    this.#noteAccepted(transfer);
    // The next file need not wait until this one is recorded.
    this.#startNext();
    await this.#options.onFileDone?.(pending.file, sha256);
  }

  async #send(transfer: Transfer): Promise<string> {
    const { file } = transfer.pending;
    const { client, limit } = this.#options;
    const url = this.#urls.get(file.name);
    if (url === undefined) throw new Error(`no upload URL for ${file.name}`);
    return await sendFile({
      client,
      file,
      url,
      signal: this.#stop.signal,
      chunkBytes: this.#chunkBytes,
      limit,
      onBody: (body) => (transfer.body = body),
    });
  }

  #noteAccepted(transfer: Transfer): void {
    const { file } = transfer.pending;
    const { startedAtMs } = transfer;
    const atMs = this.#clock.elapsed();
    this.#parallel.noteAccepted(file.size, { startedAtMs, atMs, running: this.#running.size });
    this.#running.delete(transfer);
    this.#meter.noteAccepted(file);
    this.#acceptedAtMs = atMs;
    this.#faultAtMs = undefined;
    this.#outage = undefined;
  }

  /** Lets a file wait until it is sent again. @throws the error when it is not to be sent again */
  async #waitToRepeat({ pending, startedAtMs }: Transfer, error: unknown): Promise<void> {
    if (!(error instanceof ServiceError)) throw error;
    const { random = Math.random, beforeRepeat } = this.#options;
    const atMs = this.#clock.elapsed();
    pending.tries++;
    this.#faultAtMs ??= atMs;
    const isProbe = this.#noteOutage(pending, startedAtMs, error);
    const outage = this.#outage;
    const attempt = Math.max(pending.tries, outage?.tries ?? 0);
    const delayMs = retryDelay({ operation: 'uploadFile', error, attempt, random });
    // A server that came back while the last attempt waited for a response gets another one.
    if (delayMs === undefined || startedAtMs - this.#faultAtMs > maxUploadFaultMs)
      throw new FileUploadError(pending.file.name, pending.tries, error);
    this.#parallel.noteSetback({ startedAtMs, atMs, running: this.#running.size });
    this.#startNext();
    if (isProbe || outage === undefined) await this.#clock.wait(delayMs, this.#stop.signal);
    beforeRepeat?.(pending.file);
    this.#order.putBack(pending);
    if (outage === undefined || !isProbe || outage !== this.#outage) return;
    outage.probe = this.#order.takeSmallest();
    if (outage.probe !== undefined) void this.#process(outage.probe);
  }

  /**
   * An outage begins when a file fails and no file was accepted since it was begun. The files that were begun with it
   * have met the same fault; later, the one that is tried shows whether it lasts.
   * @returns whether this file waits on behalf of all files
   */
  #noteOutage(pending: PendingFile, startedAtMs: number, { host }: ServiceError): boolean {
    const outage = this.#outage;
    const isProbe = outage === undefined ? this.#acceptedAtMs < startedAtMs : outage.probe === pending;
    if (isProbe) this.#outage = { host, tries: (outage?.tries ?? 0) + 1, probe: undefined };
    return isProbe;
  }

  #report(): void {
    const { onProgress, limit } = this.#options;
    let bytesInFlight = 0;
    for (const { body } of this.#running) bytesInFlight += body?.bytesRead ?? 0;
    const progress = this.#meter.measure(this.#clock.elapsed(), bytesInFlight);
    onProgress?.({
      ...progress,
      maxBytesPerSecond: limit?.bytesPerSecond,
      waitingFor: this.#outage?.host,
    });
  }
}
