import { setMaxListeners } from 'node:events';
import { type Clock, systemClock } from '../client/core/clock';
import { ServiceError } from '../client/core/errors';
import { totalSizeOf } from '../client/core/totalSize';
import { RetryBudget, retryDelay } from '../client/retry';
import type { ServiceClient } from '../client/serviceClient';
import { FileUploadError } from './errors';
import { forEachParallel } from './forEachParallel';
import { sendFile } from './sendFile';
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
  /** Number of files sent concurrently, at least 1. */
  readonly parallelFiles: number;
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

/** Interval between two progress reports; ms. */
const reportIntervalMs = 200;

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

interface Transfer {
  readonly bytesRead: number;
}

class Upload {
  readonly #clock: Clock;
  readonly #budget = new RetryBudget();
  readonly #failed = new AbortController();
  readonly #stop: AbortSignal;
  readonly #running = new Set<Transfer>();
  readonly #bytesTotal: number;
  readonly #filesTotal: number;
  #bytesAccepted: number;
  #filesAccepted: number;

  readonly #files: readonly PlannedFile[];
  readonly #urls: ReadonlyMap<string, string>;
  readonly #options: UploadOptions;

  constructor(files: readonly PlannedFile[], urls: ReadonlyMap<string, string>, options: UploadOptions) {
    this.#files = files;
    this.#urls = urls;
    this.#options = options;
    this.#clock = options.clock ?? systemClock;
    this.#stop = AbortSignal.any([options.signal, this.#failed.signal]);
    // Each running file adds a listener, and Node would report more than ten as a leak.
    setMaxListeners(0, this.#stop);
    const { already = [] } = options;
    this.#bytesAccepted = totalSizeOf(already);
    this.#filesAccepted = already.length;
    this.#bytesTotal = totalSizeOf(files) + this.#bytesAccepted;
    this.#filesTotal = files.length + already.length;
  }

  async run(): Promise<void> {
    const stopReporting = this.#clock.every(reportIntervalMs, () => this.#report());
    try {
      await forEachParallel(this.#files, this.#options.parallelFiles, (file) => this.#sendOrStopAll(file));
    } finally {
      stopReporting();
    }
    this.#stop.throwIfAborted();
    this.#report();
  }

  async #sendOrStopAll(file: PlannedFile): Promise<void> {
    if (this.#stop.aborted) return;
    try {
      const sha256 = await this.#sendWithRepeats(file);
      this.#bytesAccepted += file.size;
      this.#filesAccepted += 1;
      this.#budget.succeeded();
      await this.#options.onFileDone?.(file, sha256);
    } catch (error) {
      this.#failed.abort(error);
    }
  }

  async #sendWithRepeats(file: PlannedFile): Promise<string> {
    for (let tries = 1; ; tries++) {
      try {
        return await this.#sendOnce(file);
      } catch (error) {
        this.#stop.throwIfAborted();
        if (!(error instanceof ServiceError)) throw error;
        const delay = this.#delayBeforeRepeat(error, tries);
        if (delay === undefined) throw new FileUploadError(file.name, tries, error);
        await this.#clock.wait(delay, this.#stop);
      }
    }
  }

  /** @returns ms, or `undefined` when a retry is pointless or there were too many already */
  #delayBeforeRepeat(error: ServiceError, tries: number): number | undefined {
    const delay = retryDelay({
      operation: 'uploadFile',
      error: error,
      attempt: tries,
      random: this.#options.random ?? Math.random,
    });
    return delay !== undefined && this.#budget.take() ? delay : undefined;
  }

  async #sendOnce(file: PlannedFile): Promise<string> {
    const url = this.#urls.get(file.name);
    if (url === undefined) throw new Error(`no upload URL for ${file.name}`);
    let transfer: Transfer | undefined;
    const onBody = (body: Transfer) => {
      if (transfer !== undefined) this.#running.delete(transfer);
      transfer = body;
      this.#running.add(body);
    };
    try {
      return await sendFile({ client: this.#options.client, file, url, signal: this.#stop, onBody });
    } finally {
      if (transfer !== undefined) this.#running.delete(transfer);
    }
  }

  #report(): void {
    const inFlight = [...this.#running].reduce((sum, transfer) => sum + transfer.bytesRead, 0);
    this.#options.onProgress?.({
      bytesDone: this.#bytesAccepted + inFlight,
      bytesTotal: this.#bytesTotal,
      filesDone: this.#filesAccepted,
      filesTotal: this.#filesTotal,
    });
  }
}
