import type { PendingFile } from './sendOrder';

/**
 * Without progress for so long, a transfer may wait on a connection that the server does not serve; ms. Servers that
 * accept more connections than they serve are common.
 */
const minStuckMs = 2000;

/** Nor is a transfer stuck before it has waited so many times longer than any step has taken. */
const stuckFactor = 4;

/** A server may just be slow with a file: each time it is given up, its bytes are sent in vain. */
const maxTimesOvertaken = 3;

/** A transfer that has handed over more than buffers hold is being served; bytes. */
const maxBufferedBytes = 4 * 1024 * 1024;

/** What is known of the other transfers of an upload. */
export interface OtherTransfers {
  /** Number of files that were accepted. */
  readonly filesAccepted: number;
  /** Longest time that an accepted file, or a chunk of a large one, has taken; ms. */
  readonly longestStepMs: number;
}

/** The sending of one file, until it is accepted or has failed. */
export class Transfer {
  /** Ends it. */
  readonly controller = new AbortController();
  /** Progress of a file that is not small. */
  body: { readonly bytesRead: number } | undefined;
  #wasOvertaken = false;
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

  /** Bytes handed over of a file that is not small. */
  get bytesInFlight(): number {
    return this.body?.bytesRead ?? 0;
  }

  /** Whether it was ended because others were faster. */
  get wasOvertaken(): boolean {
    return this.#wasOvertaken;
  }

  /**
   * Whether it makes no progress while others do. Sent again on a connection that is known to work, its file is
   * accepted soon, while a connection that the server does not serve may keep it waiting for minutes.
   */
  isStuck(nowMs: number, { filesAccepted, longestStepMs }: OtherTransfers): boolean {
    const bytes = this.bytesInFlight;
    if (bytes !== this.#seenBytes) [this.#seenBytes, this.#seenAtMs] = [bytes, nowMs];
    const maxWaitMs = Math.max(minStuckMs, stuckFactor * longestStepMs);
    const hasWaited = nowMs - this.#seenAtMs > maxWaitMs && bytes <= maxBufferedBytes;
    const mayBeEnded = this.pending.timesOvertaken < maxTimesOvertaken;
    return hasWaited && mayBeEnded && filesAccepted > this.#acceptedBefore;
  }

  /** Ends it because others are faster. */
  endAsOvertaken(): void {
    this.#wasOvertaken = true;
    this.pending.timesOvertaken++;
    this.controller.abort(new Error('others are faster'));
  }
}
