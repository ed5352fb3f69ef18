import type { PendingFile } from './sendOrder';

/**
 * Without progress for so long, a transfer may wait on a connection that the server does not serve yet; ms. Servers
 * that accept more connections than they serve are common.
 */
const minWaitingMs = 2000;

/** Nor does a transfer wait before it takes so many times longer than a step usually does. */
const waitingFactor = 4;

/**
 * After this time, a transfer is given up for one on another connection; ms. Not earlier, because a server may also be
 * slow with one file, and would store it twice.
 */
const maxWaitingMs = 60_000;

/** A transfer that has handed over more than buffers hold is being served; bytes. */
const maxBufferedBytes = 4 * 1024 * 1024;

/** Measurements of the other transfers of an upload. */
export interface OtherTransfers {
  /** Number of files that were accepted. */
  readonly filesAccepted: number;
  /** Time that an accepted file, or a chunk of a large one, usually takes; ms. */
  readonly usualStepMs: number;
}

/** The sending of one file, until it is accepted or has failed. */
export class Transfer {
  /** Ends it. */
  readonly controller = new AbortController();
  /** Progress of a file that is not small. */
  body: { readonly bytesRead: number } | undefined;
  #isWaiting = false;
  #wasGivenUp = false;
  #seenBytes = 0;
  #seenAtMs: number;

  readonly pending: PendingFile;
  readonly startedAtMs: number;
  readonly #acceptedBefore: number;

  constructor(pending: PendingFile, startedAtMs: number, { filesAccepted }: OtherTransfers) {
    this.pending = pending;
    this.startedAtMs = startedAtMs;
    this.#seenAtMs = startedAtMs;
    this.#acceptedBefore = filesAccepted;
  }

  /** Bytes of the file. */
  get size(): number {
    return this.pending.file.size;
  }

  /** Bytes handed over of a file that is not small. */
  get bytesInFlight(): number {
    return this.body?.bytesRead ?? 0;
  }

  /** Whether it waits while others are served, so that it takes no place from them. */
  get isWaiting(): boolean {
    return this.#isWaiting;
  }

  /** Whether it was ended because it has waited for too long. */
  get wasGivenUp(): boolean {
    return this.#wasGivenUp;
  }

  /** Finds out whether it makes progress. @returns whether it has begun to wait */
  look(nowMs: number, { filesAccepted, usualStepMs }: OtherTransfers): boolean {
    const bytes = this.bytesInFlight;
    if (bytes !== this.#seenBytes) [this.#seenBytes, this.#seenAtMs] = [bytes, nowMs];
    const minMs = Math.max(minWaitingMs, waitingFactor * usualStepMs);
    const hasWaited = nowMs - this.#seenAtMs > minMs && bytes <= maxBufferedBytes;
    const before = this.#isWaiting;
    this.#isWaiting = hasWaited && filesAccepted > this.#acceptedBefore;
    return this.#isWaiting && !before;
  }

  /** Ends it, once for each file, if it has waited for so long that another connection promises more. */
  giveUpIfTooLong(nowMs: number): void {
    if (!this.#isWaiting || this.pending.wasGivenUp || nowMs - this.#seenAtMs <= maxWaitingMs) return;
    this.#wasGivenUp = true;
    this.pending.wasGivenUp = true;
    this.controller.abort(new Error('others are faster'));
  }
}
