import { totalSizeOf } from '../client/core/totalSize';
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
  /** Moving average; absent in the first seconds, and while nothing moves. */
  readonly bytesPerSecond?: number;
  /** Time for the bytes that are left at this rate; ms. Present with the rate only. */
  readonly timeLeftMs?: number;
  /** The limit for all uploads of this window together, if there is one. */
  readonly maxBytesPerSecond?: number | undefined;
  /** Host of the file server that accepts nothing at the moment, with its port unless it is the default one. */
  readonly waitingFor?: string | undefined;
}

/** Time over which the rate is averaged; ms. Long enough to be stable, short enough to follow the network. */
const averagedMs = 10_000;

/** No rate is known before; ms. */
const minMeasuredMs = 2000;

/** A longer time left says that nothing moves; ms. */
const maxTimeLeftMs = 7 * 24 * 60 * 60 * 1000;

/** Counts what was accepted, and measures how fast. */
export class ProgressMeter {
  readonly #total: { readonly bytes: number; readonly files: number };
  readonly #accepted: { bytes: number; files: number };
  readonly #startedAtMs: number;
  #seen: { readonly atMs: number; readonly bytes: number };
  /** Bytes and time so far; each part counts less the longer ago it was. */
  #average = { bytes: 0, ms: 0 };

  /**
   * @param already files of the same set that were accepted earlier
   * @param atMs ms of any monotonic clock
   */
  constructor(files: readonly PlannedFile[], already: readonly PlannedFile[], atMs: number) {
    this.#accepted = { bytes: totalSizeOf(already), files: already.length };
    this.#total = {
      bytes: this.#accepted.bytes + totalSizeOf(files),
      files: already.length + files.length,
    };
    this.#startedAtMs = atMs;
    this.#seen = { atMs, bytes: this.#accepted.bytes };
  }

  noteAccepted({ size }: { readonly size: number }): void {
    this.#accepted.bytes += size;
    this.#accepted.files++;
  }

  /** @param bytesInFlight bytes sent of files that are not accepted yet */
  measure(atMs: number, bytesInFlight: number): UploadProgress {
    const bytesDone = this.#accepted.bytes + bytesInFlight;
    const ms = atMs - this.#seen.atMs;
    const kept = Math.exp(-ms / averagedMs);
    // Fewer bytes than before when a file is sent again.
    const bytes = Math.max(0, bytesDone - this.#seen.bytes);
    this.#average = { bytes: kept * this.#average.bytes + bytes, ms: kept * this.#average.ms + ms };
    this.#seen = { atMs, bytes: bytesDone };
    return {
      bytesDone,
      bytesTotal: this.#total.bytes,
      filesDone: this.#accepted.files,
      filesTotal: this.#total.files,
      ...this.#getRate(atMs, this.#total.bytes - bytesDone),
    };
  }

  #getRate(atMs: number, bytesLeft: number): Pick<UploadProgress, 'bytesPerSecond' | 'timeLeftMs'> {
    const bytesPerMs = this.#average.bytes / this.#average.ms;
    const timeLeftMs = bytesLeft / bytesPerMs;
    const isKnown = atMs - this.#startedAtMs >= minMeasuredMs && timeLeftMs < maxTimeLeftMs;
    return isKnown ? { bytesPerSecond: 1000 * bytesPerMs, timeLeftMs } : {};
  }
}
