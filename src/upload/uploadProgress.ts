import { totalSizeOf } from '../client/core/totalSize';
import type { RunningFile } from './receivedBytes';
import { TimeLeft } from './timeLeft';
import { TransferRate } from './transferRate';
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
  /** Absent while unknown. */
  readonly bytesPerSecond?: number;
  /** Estimated time until everything is accepted; ms. Absent while unknown. */
  readonly timeLeftMs?: number;
}

/** A longer estimate is none: nothing has moved for a while; ms. */
const maxTimeLeftMs = 7 * 24 * 60 * 60 * 1000;

/** Longest time over which the rate that is shown is measured, to follow the network; ms. */
const shownWindowMs = 5000;

/** Counts what was accepted, and measures how fast. */
export class ProgressMeter {
  readonly #rate = new TransferRate(shownWindowMs);
  readonly #timeLeft: TimeLeft;
  readonly #total: Amount;
  readonly #accepted: Amount;

  /** @param already files of the same set that were accepted earlier */
  constructor(files: readonly PlannedFile[], already: readonly PlannedFile[]) {
    this.#total = amountOf([...files, ...already]);
    this.#accepted = amountOf(already);
    this.#timeLeft = new TimeLeft(files);
  }

  get filesAccepted(): number {
    return this.#accepted.files;
  }

  noteAccepted(file: RunningFile, atMs: number): void {
    this.#accepted.bytes += file.size;
    this.#accepted.files++;
    this.#timeLeft.noteAccepted(file, atMs);
  }

  /**
   * @param atMs ms of any monotonic clock
   * @returns bytes that were handed over in all
   */
  measure(atMs: number, running: Iterable<RunningFile>): number {
    const bytesDone = this.#bytesDone(running);
    this.#rate.add(atMs, bytesDone);
    this.#timeLeft.look(atMs, running);
    return bytesDone;
  }

  getProgress(running: Iterable<RunningFile>): UploadProgress {
    const { files } = this.#accepted;
    const bytesDone = this.#bytesDone(running);
    const bytesPerMs = this.#rate.perMs;
    const timeLeftMs = this.#timeLeft.ms ?? Infinity;
    return {
      ...{ bytesDone, bytesTotal: this.#total.bytes, filesDone: files, filesTotal: this.#total.files },
      ...(bytesPerMs !== undefined && { bytesPerSecond: 1000 * bytesPerMs }),
      ...(timeLeftMs < maxTimeLeftMs && files < this.#total.files && { timeLeftMs }),
    };
  }

  #bytesDone(running: Iterable<RunningFile>): number {
    let { bytes } = this.#accepted;
    for (const { bytesInFlight } of running) bytes += bytesInFlight;
    return bytes;
  }
}

interface Amount {
  bytes: number;
  files: number;
}

function amountOf(files: readonly PlannedFile[]): Amount {
  return { bytes: totalSizeOf(files), files: files.length };
}
