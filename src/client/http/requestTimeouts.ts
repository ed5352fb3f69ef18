import type { Readable } from 'node:stream';
import type { Clock } from '../core/clock';
import type { NetworkCode } from '../core/errors';
import type { Wire } from './wire';

/** Why this client ended an exchange by itself. */
export class RequestInterruptedError extends Error {
  constructor(readonly code: NetworkCode) {
    super(`Interrupted: ${code}`);
  }
}

export interface RequestTimeouts {
  /** Milliseconds until there is a connection, its TLS handshake included. */
  readonly connect: number;
  /** Milliseconds from the last byte of the request to the first of the answer. */
  readonly answer: number;
  /** Milliseconds without the connection taking a byte of the body. */
  readonly stall: number;
}

/** How often it is looked, within the time for a stall, how far the bytes have got that the system has taken. */
const looksPerStall = 12;

/**
 * Ends an exchange when the caller aborts, when the body stalls or fails, and when no connection or no answer
 * comes in time. Nothing below does this: a server that stops reading holds an upload for ever.
 */
export class RequestWatchdog {
  /** Rejects when the exchange is to end before it is answered. The library itself does not until it has connected. */
  readonly stopped: Promise<never>;
  /** Resolves when the system has taken the whole request, or takes no more of it. */
  readonly sendingEnd: Promise<void>;
  private readonly controller = new AbortController();
  private endSending = (): void => undefined;
  private readonly abort = (): void => this.stop(new RequestInterruptedError('other'));
  private stopTimer = (): void => undefined;
  private stopLooking = (): void => undefined;
  private wire: Wire | undefined;
  private readonly isStream: boolean;
  private hasGivenAll = false;
  private hasAnswer = false;
  private ended = false;

  constructor(
    private readonly outer: AbortSignal,
    body: Readable | undefined,
    private readonly limits: RequestTimeouts,
    private readonly clock: Clock,
  ) {
    this.stopped = new Promise((_, reject) => {
      this.signal.addEventListener('abort', () => {
        if (!this.hasAnswer) reject(this.signal.reason as Error);
      });
    });
    this.stopped.catch(() => undefined);
    this.sendingEnd = new Promise((resolve) => (this.endSending = resolve));
    outer.addEventListener('abort', this.abort);
    this.startTimer('connectTimeout', limits.connect);
    this.isStream = body !== undefined;
    body?.on('end', this.gaveAll).on('error', this.fail);
  }

  get signal(): AbortSignal {
    return this.controller.signal;
  }

  /** Whether the system has taken the whole request. */
  get hasSentAll(): boolean {
    return this.hasGivenAll && this.wire?.hasWrittenAll === true;
  }

  /** There is a connection. How long it takes from there until the request starts, the caller decides. */
  connected(): void {
    this.stopTimer();
  }

  /** The request is about to be written to its connection. */
  started(wire: Wire): void {
    this.wire = wire;
    wire.onProgress = this.progressed;
    this.stopLooking = wire.watchQueue(this.limits.stall / looksPerStall);
    // The library writes now what is no stream.
    if (!this.isStream) queueMicrotask(this.gaveAll);
    this.progressed();
  }

  /** The status has come; what is left of the body may stall now. */
  answered(): void {
    this.hasAnswer = true;
    this.stopTimer();
    this.stopLooking();
    if (this.wire?.onProgress === this.progressed) this.wire.onProgress = () => undefined;
  }

  end(): void {
    this.ended = true;
    this.answered();
    this.outer.removeEventListener('abort', this.abort);
  }

  /** The whole request has been given to its connection. */
  private readonly gaveAll = (): void => {
    this.hasGivenAll = true;
    this.progressed();
  };

  private readonly fail = (error: Error): void => this.stop(error);

  /**
   * Starts the timer for what is waited for from now on: the connection, the answer, or the body, which nothing
   * hurries.
   */
  private readonly progressed = (): void => {
    if (this.wire === undefined || this.hasAnswer) return;
    if (this.hasSentAll || this.wire.hasFailed) this.endSending();
    if (this.wire.isWaiting) this.startTimer('stalled', this.limits.stall);
    else if (this.hasGivenAll) this.startTimer('timeout', this.limits.answer);
    else this.stopTimer();
  };

  private startTimer(code: NetworkCode, ms: number): void {
    this.stopTimer();
    // A connection may be reported when nobody waits for it any more.
    if (this.ended) return;
    this.stopTimer = this.clock.every(ms, () => this.stop(new RequestInterruptedError(code)));
  }

  private stop(reason: Error): void {
    this.stopTimer();
    this.controller.abort(reason);
  }
}
