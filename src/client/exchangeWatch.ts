import type { Readable } from 'node:stream';
import type { NetworkCode } from './errors';

/** Why this client ended an exchange by itself. */
export class Interruption extends Error {
  constructor(readonly code: NetworkCode) {
    super(`Interrupted: ${code}`);
  }
}

export interface WatchLimits {
  /** Milliseconds from sending, connecting included, to the first byte of the answer. */
  readonly answer: number;
  /** Milliseconds without the connection taking a byte of the body. */
  readonly stall: number;
}

/**
 * Ends an exchange when the caller aborts, when the body stalls or fails, and when no answer comes in time.
 * Nothing below does this: a server that stops reading holds an upload for ever.
 */
export class ExchangeWatch {
  /** Bytes of a stream body handed to the connection. */
  sentBytes = 0;
  /** Rejects when the exchange is to end. The library itself ignores its signal until it has connected. */
  readonly stopped: Promise<never>;
  private readonly controller = new AbortController();
  private readonly abort = (): void => this.stop(new Interruption('other'));
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly outer: AbortSignal,
    private readonly body: Readable | undefined,
    private readonly limits: WatchLimits,
  ) {
    this.stopped = new Promise((_, reject) => {
      this.signal.addEventListener('abort', () => reject(this.signal.reason as Error));
    });
    this.stopped.catch(() => undefined);
    outer.addEventListener('abort', this.abort);
    if (body === undefined) this.startTimer('timeout', limits.answer);
    else this.watch(body);
  }

  get signal(): AbortSignal {
    return this.controller.signal;
  }

  /** The status has come; what is left of the body may stall now. */
  answered(): void {
    this.stopTimer();
    this.body
      ?.off('pause', this.startStallTimer)
      .off('resume', this.stopTimer)
      .off('end', this.startAnswerTimer);
  }

  end(): void {
    this.answered();
    this.outer.removeEventListener('abort', this.abort);
  }

  private watch(body: Readable): void {
    // A listener for data would start the stream before there is a connection to send it on.
    body.pause();
    body.on('data', (chunk: Buffer) => (this.sentBytes += chunk.length));
    // The library pauses the body when the connection is full and resumes it when that has drained.
    body.on('pause', this.startStallTimer).on('resume', this.stopTimer).on('end', this.startAnswerTimer);
    body.on('error', this.fail).on('error', () => undefined);
  }

  private readonly fail = (error: Error): void => this.stop(error);

  private readonly startStallTimer = (): void => this.startTimer('stalled', this.limits.stall);
  private readonly startAnswerTimer = (): void => this.startTimer('timeout', this.limits.answer);
  private readonly stopTimer = (): void => clearTimeout(this.timer);

  private startTimer(code: NetworkCode, ms: number): void {
    this.stopTimer();
    this.timer = setTimeout(() => this.stop(new Interruption(code)), ms);
  }

  private stop(reason: Error): void {
    this.controller.abort(reason);
  }
}
