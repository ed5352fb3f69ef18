import { isSmallFile, maxSmallBytes } from './fileSize';

/** Servers commonly take 100 connections of one client, and other windows may need some of them. */
export const maxParallelFiles = 64;

/** Small files cost a server little but wait for a round trip each, so many of them fill the time. */
const maxParallelSmallFiles = 256;

/** About as many as browsers open to one host, so servers expect them. */
const startFiles = 8;

/**
 * A file that takes so many times longer than the fastest one waits for others. For a small file, a new connection
 * takes up to four round trips.
 */
const maxSlowness = { small: 4, large: 2 };

/** Number of rounds of files without a setback after which the limit may grow by one file again. */
const roundsPerAttempt = 20;

interface TransferEnd {
  /** ms of any monotonic clock, as the next. */
  readonly startedAtMs: number;
  readonly atMs: number;
  /** Number of files that are being sent. */
  readonly running: number;
}

/**
 * Decides how many files an upload sends at the same time. Each file that is accepted as fast as the fastest of about
 * its size makes room for one more, so that their number doubles in the time of a file, as in the slow start of TCP. A
 * setback halves it, and from then on it grows no further than to what had worked.
 */
export class ParallelFiles {
  readonly #isAuto: boolean;
  #limit: number;
  #ceiling = maxParallelSmallFiles;
  #setbackAtMs = -Infinity;
  #acceptedSince = 0;
  /** The shortest time of a file by its size class: the number of doublings from a small file to its size. */
  readonly #fastestMs = new Map<number, number>();

  /** @param parallelFiles a fixed number, at least 1, or `auto` */
  constructor(parallelFiles: number | 'auto') {
    this.#isAuto = parallelFiles === 'auto';
    this.#limit = parallelFiles === 'auto' ? startFiles : parallelFiles;
  }

  /** Number of files to send at the same time. */
  get limit(): number {
    return this.#limit;
  }

  /** The same for files that are not small. */
  get limitOfLarge(): number {
    return this.#isAuto ? Math.min(this.#limit, maxParallelFiles) : this.#limit;
  }

  /** @param end its `running` includes the file itself */
  noteAccepted(sizeBytes: number, { startedAtMs, atMs, running }: TransferEnd): void {
    const kind = isSmallFile({ size: sizeBytes }) ? 0 : Math.ceil(Math.log2(sizeBytes / maxSmallBytes));
    const durationMs = Math.max(1, atMs - startedAtMs);
    const fastestMs = Math.min(durationMs, this.#fastestMs.get(kind) ?? Infinity);
    this.#fastestMs.set(kind, fastestMs);
    if (++this.#acceptedSince > roundsPerAttempt * this.#limit) {
      this.#acceptedSince = 0;
      this.#ceiling = Math.min(this.#ceiling + 1, maxParallelSmallFiles);
    }
    const isFast = durationMs <= (kind === 0 ? maxSlowness.small : maxSlowness.large) * fastestMs;
    const isUsed = running >= this.#limit && startedAtMs > this.#setbackAtMs;
    if (this.#isAuto && isFast && isUsed) this.#limit = Math.min(this.#limit + 1, this.#ceiling);
  }

  /** Notes that a file was refused for now, or its connection failed. @param end its `running` excludes the file */
  noteSetback({ startedAtMs, atMs, running }: TransferEnd): void {
    if (!this.#isAuto) return;
    // Files that fail together are one setback; those that go on show what works.
    if (startedAtMs > this.#setbackAtMs) {
      this.#limit = Math.max(1, Math.floor(Math.min(this.#limit, running + 1) / 2));
      this.#setbackAtMs = atMs;
      this.#ceiling = running;
    }
    this.#acceptedSince = 0;
    this.#ceiling = Math.max(this.#limit, Math.min(this.#ceiling, running));
  }
}
