import type { Readable } from 'node:stream';
import type { Clock } from '../core/clock';
import type { NetworkCode } from '../core/errors';
import type { Wire } from './wire';

/** Reports that this client ended a request by itself, and why. */
export class RequestInterruptedError extends Error {
  constructor(readonly code: NetworkCode) {
    super(`Interrupted: ${code}`);
  }
}

export interface RequestTimeouts {
  /** Milliseconds for connecting, including the TLS handshake. */
  readonly connectMs: number;
  /** Milliseconds from the last byte of the request to the first byte of the response. */
  readonly responseMs: number;
  /** Milliseconds during which the connection accepts no byte of the body. */
  readonly stallMs: number;
}

/** How many times per stall timeout the send queue is checked for progress. */
const looksPerStall = 12;

/**
 * Ends a request when the caller aborts, when the body stalls or fails, and when connecting or the response exceeds
 * its timeout. Nothing below does this: a server that stops reading would hold an upload forever.
 */
export class RequestWatchdog {
  /** Rejects when the request must end before it has a response. undici itself rejects only once it is connected. */
  readonly stopped: Promise<never>;
  /** Resolves when the OS has accepted the whole request, or accepts no more of it. */
  readonly sendingEnd: Promise<void>;
  readonly #controller = new AbortController();
  #endSending = (): void => undefined;
  readonly #abort = (): void => this.#stop(new RequestInterruptedError('other'));
  #stopTimer = (): void => undefined;
  #stopLooking = (): void => undefined;
  #wire: Wire | undefined;
  readonly #isStream: boolean;
  #hasGivenAll = false;
  #hasResponse = false;
  #ended = false;

  readonly #outer: AbortSignal;
  readonly #limits: RequestTimeouts;
  readonly #clock: Clock;

  constructor(outer: AbortSignal, body: Readable | undefined, limits: RequestTimeouts, clock: Clock) {
    this.#outer = outer;
    this.#limits = limits;
    this.#clock = clock;
    this.stopped = new Promise((_, reject) => {
      this.signal.addEventListener('abort', () => {
        if (!this.#hasResponse) reject(this.signal.reason as Error);
      });
    });
    this.stopped.catch(() => undefined);
    this.sendingEnd = new Promise((resolve) => (this.#endSending = resolve));
    outer.addEventListener('abort', this.#abort);
    this.#startTimer('connectTimeout', limits.connectMs);
    this.#isStream = body !== undefined;
    body?.on('end', this.#gaveAll).on('error', this.#fail);
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Whether the OS has accepted the whole request. */
  get hasSentAll(): boolean {
    return this.#hasGivenAll && this.#wire?.hasWrittenAll === true;
  }

  /** The connection is established. No timer runs until the request starts, because the caller decides when. */
  connected(): void {
    this.#stopTimer();
  }

  /** The request is about to be written to its connection. */
  started(wire: Wire): void {
    this.#wire = wire;
    wire.onProgress = this.#progressed;
    this.#stopLooking = wire.watchQueue(this.#limits.stallMs / looksPerStall);
    // A buffer is written at once, so start the response timer now; a stream starts it by its own events.
    if (!this.#isStream) queueMicrotask(this.#gaveAll);
    this.#progressed();
  }

  /** The status has arrived; from now on the rest of the request body may stall. */
  responseStarted(): void {
    this.#hasResponse = true;
    this.#stopTimer();
    this.#stopLooking();
    if (this.#wire?.onProgress === this.#progressed) this.#wire.onProgress = () => undefined;
  }

  /** See {@link Wire.holdEnd}. */
  holdEnd(): () => void {
    return this.#wire?.holdEnd() ?? (() => undefined);
  }

  end(): void {
    this.#ended = true;
    this.responseStarted();
    this.#outer.removeEventListener('abort', this.#abort);
  }

  /** The whole request has been handed to its connection. */
  readonly #gaveAll = (): void => {
    this.#hasGivenAll = true;
    this.#progressed();
  };

  readonly #fail = (error: Error): void => this.#stop(error);

  /**
   * Restarts the timer for the current wait: for the connection, the response, or the body, which has no other
   * deadline.
   */
  readonly #progressed = (): void => {
    if (this.#wire === undefined || this.#hasResponse) return;
    if (this.hasSentAll || this.#wire.hasFailed) this.#endSending();
    if (this.#wire.isWaiting) this.#startTimer('stalled', this.#limits.stallMs);
    else if (this.#hasGivenAll) this.#startTimer('timeout', this.#limits.responseMs);
    else this.#stopTimer();
  };

  #startTimer(code: NetworkCode, ms: number): void {
    this.#stopTimer();
    // A connection may be established after the request has ended.
    if (this.#ended) return;
    this.#stopTimer = this.#clock.every(ms, () => this.#stop(new RequestInterruptedError(code)));
  }

  #stop(reason: Error): void {
    this.#stopTimer();
    this.#controller.abort(reason);
  }
}
