import { totalSizeOf } from '../client/core/totalSize';
import { LoneRate } from './loneRate';
import { ReceivedBytes, type RunningFile } from './receivedBytes';
import { isLargeFile } from './sendOrder';
import { getScheduledMs } from './sendSchedule';
import { TransferRate } from './transferRate';

/** Bytes that are sent with each file: the request with its signed URL. */
const requestBytes = 1000;

/** Small files that take so many times longer than the fastest one wait for others. */
const queuedFactor = 3;

/** Before more files than this, the last ones change little, and the schedule would take long. */
const maxScheduledFiles = 500;

/** Number of small files over which their duration is averaged. */
const filesInAverage = 16;

/**
 * Estimates the time left of an upload. Large and small files are sent beside each other, each kind at its own rate,
 * until there are no more of one kind. Then the other one gets the whole link, if the link is what limits them.
 */
export class TimeLeft {
  readonly #large = new ReceivedBytes();
  readonly #smallRate = new TransferRate();
  readonly #lone = new LoneRate();
  /** In the order in which they are sent; bytes. */
  readonly #largeSizes: readonly number[];
  readonly #largeTotal: Amount;
  readonly #smallTotal: Amount;
  readonly #largeAccepted: Amount = { bytes: 0, files: 0 };
  readonly #smallAccepted: Amount = { bytes: 0, files: 0 };
  #fastestSmallMs = Infinity;
  #usualSmallMs = 0;
  #smallBytesInFlight = 0;
  #largeRunning = 0;
  #hadSmall = true;
  #hadLarge = true;

  constructor(files: readonly { readonly size: number }[]) {
    const large = files.filter(isLargeFile);
    this.#largeSizes = large.map(({ size }) => size).sort((a, b) => b - a);
    this.#largeTotal = amountOf(large);
    this.#smallTotal = amountOf(files.filter((file) => !isLargeFile(file)));
  }

  noteAccepted(file: RunningFile, atMs: number): void {
    if (isLargeFile(file)) {
      addTo(this.#largeAccepted, file);
      this.#large.noteAccepted(file, atMs);
      return;
    }
    addTo(this.#smallAccepted, file);
    const durationMs = atMs - file.startedAtMs;
    const filesCounted = Math.min(filesInAverage, this.#smallAccepted.files);
    this.#fastestSmallMs = Math.min(this.#fastestSmallMs, durationMs);
    this.#usualSmallMs += (durationMs - this.#usualSmallMs) / filesCounted;
  }

  /** @param running files that are being sent */
  look(atMs: number, running: Iterable<RunningFile>): void {
    const large: RunningFile[] = [];
    let small = 0;
    this.#smallBytesInFlight = 0;
    for (const file of running) {
      if (isLargeFile(file)) {
        large.push(file);
      } else {
        small++;
        this.#smallBytesInFlight += file.bytesInFlight;
      }
    }
    this.#large.look(atMs, large);
    this.#smallRate.add(atMs, this.#smallBytesSent);
    this.#noticeEnds(large.length);
    this.#noticeLimit(large.length + small);
  }

  /** ms until everything is accepted, or `undefined` while unknown. */
  get ms(): number | undefined {
    const [large, small] = [this.#large.rate.perMs, this.#smallRate.perMs];
    const smallBytes = sentBytes(this.#smallTotal) - this.#smallBytesSent;
    if (!this.#hasLarge) return small && smallBytes / small;
    if (large === undefined) return undefined;
    const largeMs = this.#largeMs(large);
    if (!this.#hasSmall) return largeMs;
    const largeBytes = this.#largeTotal.bytes - this.#large.total;
    const sharedMs = (largeBytes + smallBytes) / (large + (small ?? 0));
    if (small === undefined) return sharedMs;
    if (this.#areSmallQueued) return this.#lone.perMs === undefined ? sharedMs : Math.max(sharedMs, largeMs);
    return Math.max(sharedMs, largeMs, smallBytes / small);
  }

  /** ms until the large files are accepted if nothing changes for them but their own number. */
  #largeMs(perMs: number): number {
    const { unfinished, total } = this.#large;
    const { perMs: lonePerMs } = this.#lone;
    const firstWaiting = this.#largeAccepted.files + unfinished.length;
    const isEndFar = this.#largeSizes.length - firstWaiting > maxScheduledFiles;
    if (lonePerMs === undefined || unfinished.length === 0 || isEndFar)
      return (this.#largeTotal.bytes - total) / perMs;
    const waiting = this.#largeSizes.slice(firstWaiting);
    return getScheduledMs(unfinished, waiting, { perMs, lonePerMs });
  }

  get #smallBytesSent(): number {
    return sentBytes(this.#smallAccepted) + this.#smallBytesInFlight;
  }

  get #hasLarge(): boolean {
    return this.#largeAccepted.files < this.#largeTotal.files;
  }

  get #hasSmall(): boolean {
    return this.#smallAccepted.files < this.#smallTotal.files;
  }

  /** Whether small files would be faster without the others. */
  get #areSmallQueued(): boolean {
    return this.#usualSmallMs > queuedFactor * this.#fastestSmallMs;
  }

  /** A rate changes at once when there are no more files of the other kind, or fewer connections than before. */
  #noticeEnds(largeRunning: number): void {
    const largePerMs = this.#large.rate.perMs ?? 0;
    const smallPerMs = this.#smallRate.perMs ?? 0;
    const sharedPerMs = this.#areSmallQueued ? largePerMs + smallPerMs : 0;
    const isTail = largeRunning === this.#largeTotal.files - this.#largeAccepted.files;
    if (this.#hadLarge && !this.#hasLarge) {
      this.#smallRate.restart(Math.max(sharedPerMs, smallPerMs) || undefined);
    } else if (this.#hadSmall && !this.#hasSmall) {
      this.#large.restart(Math.max(sharedPerMs, largePerMs) || undefined);
    } else if (!this.#hasSmall && isTail && largeRunning < this.#largeRunning && largePerMs > 0) {
      this.#large.restart(largePerMs);
    }
    this.#hadLarge = this.#hasLarge;
    this.#hadSmall = this.#hasSmall;
    this.#largeRunning = largeRunning;
  }

  #noticeLimit(running: number): void {
    const { rate, perFileMs: ofOne, isMeasured } = this.#large;
    if (rate.perMs === undefined || ofOne === undefined || !isMeasured) return;
    const ofSmall = this.#hasSmall ? (this.#smallRate.perMs ?? 0) : 0;
    this.#lone.note(running, { ofAll: rate.perMs + ofSmall, ofOne });
  }
}

interface Amount {
  bytes: number;
  files: number;
}

function amountOf(files: readonly { readonly size: number }[]): Amount {
  return { bytes: totalSizeOf(files), files: files.length };
}

function addTo(amount: Amount, { size }: { readonly size: number }): void {
  amount.bytes += size;
  amount.files++;
}

/** Bytes with the requests. */
function sentBytes({ bytes, files }: Amount): number {
  return bytes + files * requestBytes;
}
