import type { Readable } from 'node:stream';
import type { Clock } from './clock';
import type { NetworkCode } from './errors';

/** Why this client ended an exchange by itself. */
export class Interruption extends Error {
  constructor(readonly code: NetworkCode) {
    super(`Interrupted: ${code}`);
  }
}

export interface WatchLimits {
  /** Milliseconds until there is a connection, its TLS handshake included. */
  readonly connect: number;
  /** Milliseconds from the last byte of the request to the first of the answer. */
  readonly answer: number;
  /** Milliseconds without the connection taking a byte of the body. */
  readonly stall: number;
}

/**
 * Ends an exchange when the caller aborts, when the body stalls or fails, and when no connection or no answer
 * comes in time. Nothing below does this: a server that stops reading holds an upload for ever.
 */
export class ExchangeWatch {
  /** Bytes of a stream body handed to the connection. */
  sentBytes = 0;
  /** Rejects when the exchange is to end before it is answered. The library itself does not until it has connected. */
  readonly stopped: Promise<never>;
  private readonly controller = new AbortController();
  private readonly abort = (): void => this.stop(new Interruption('other'));
  private stopTimer = (): void => undefined;
  private hasAnswer = false;
  private ended = false;

  constructor(
    private readonly outer: AbortSignal,
    private readonly body: Readable | undefined,
    private readonly limits: WatchLimits,
    private readonly clock: Clock,
  ) {
    this.stopped = new Promise((_, reject) => {
      this.signal.addEventListener('abort', () => {
        if (!this.hasAnswer) reject(this.signal.reason as Error);
      });
    });
    this.stopped.catch(() => undefined);
    outer.addEventListener('abort', this.abort);
    this.startTimer('connectTimeout', limits.connect);
    if (body !== undefined) this.watch(body);
  }

  get signal(): AbortSignal {
    return this.controller.signal;
  }

  /** The request has its connection. What is no stream is handed over at once; a stream tells of itself. */
  started(): void {
    if (this.body === undefined) this.startTimer('timeout', this.limits.answer);
  }

  /** The status has come; what is left of the body may stall now. */
  answered(): void {
    this.hasAnswer = true;
    this.stopTimer();
    this.body
      ?.off('pause', this.startStallTimer)
      .off('resume', this.resumed)
      .off('end', this.startAnswerTimer);
  }

  end(): void {
    this.ended = true;
    this.answered();
    this.outer.removeEventListener('abort', this.abort);
  }

  private watch(body: Readable): void {
    // A listener for data would start the stream before there is a connection to send it on.
    body.pause();
    body.on('data', (chunk: Buffer) => (this.sentBytes += chunk.length));
    // The library resumes the body when it is connected, pauses it when the connection is full, and resumes it
    // when that has drained.
    body.on('pause', this.startStallTimer).on('resume', this.resumed).on('end', this.startAnswerTimer);
    body.on('error', this.fail).on('error', () => undefined);
  }

  private readonly fail = (error: Error): void => this.stop(error);

  private readonly startStallTimer = (): void => this.startTimer('stalled', this.limits.stall);
  private readonly startAnswerTimer = (): void => this.startTimer('timeout', this.limits.answer);
  private readonly resumed = (): void => this.stopTimer();

  private startTimer(code: NetworkCode, ms: number): void {
    this.stopTimer();
    // A connection may be reported when nobody waits for it any more.
    if (this.ended) return;
    this.stopTimer = this.clock.every(ms, () => this.stop(new Interruption(code)));
  }

  private stop(reason: Error): void {
    this.stopTimer();
    this.controller.abort(reason);
  }
}
