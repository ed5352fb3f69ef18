import type { Clock } from '../client/core/clock';
import { ServiceError } from '../client/core/errors';
import { retryDelay } from '../client/retry';
import type { CallOptions } from '../client/serviceClientOptions';
import type { Operation } from '../client/core/types';
import { RequestAbandonedError } from './errors';
import type { JournalWriter } from './journal';
import { provesNotDone } from './outcome';

/** A request that is being cancelled may still be answered, and its response is worth this wait; ms. */
const patienceMs = 10_000;

/**
 * For so long at least nobody takes a launch from a window that has just been seen to own it, wherever they look
 * from; ms.
 */
const freshMs = 5_000;

interface SenderOptions {
  readonly journal: Pick<JournalWriter, 'lost' | 'requireOwnership'>;
  readonly clock: Clock;
  /** 0 to 1, for the jitter of repeats. */
  readonly random: () => number;
  /** Aborted when the user cancels, and when another window has taken the launch over. */
  readonly signal: AbortSignal;
}

/** The options with which a request is sent. */
type SendOptions = Required<Pick<CallOptions, 'signal' | 'beforeSend' | 'onRefused'>>;

/** Sends the requests of a launch that create or finalise, one at a time, and knows what may have left of them. */
export class PatientSender {
  /** Something of the last try may have left, and nothing proves that it was not carried out. */
  #sent = false;
  /** The same of an earlier try of the same step. */
  #lost = false;

  constructor(private readonly options: SenderOptions) {}

  get sent(): boolean {
    return this.#sent;
  }

  get lost(): boolean {
    return this.#lost;
  }

  /** For the next step, of which nothing was sent. */
  reset(): void {
    this.#sent = false;
    this.#lost = false;
  }

  /** @throws what the last try did; when the user cancels, BrokenOffError if something may have come of the step */
  async send<T>(operation: Operation, request: (options: SendOptions) => Promise<T>): Promise<T> {
    const { signal, clock, random } = this.options;
    for (let attempt = 1; ; attempt++) {
      try {
        signal.throwIfAborted();
        return await this.#sendOnce(request);
      } catch (error) {
        if (provesNotDone(error)) this.#sent = false;
        const delay =
          error instanceof ServiceError ? retryDelay({ operation, error, attempt, random }) : undefined;
        if (delay === undefined) throw this.#endedBy(error);
        await clock.wait(delay, signal).catch((reason: unknown) => {
          throw this.#endedBy(reason);
        });
      }
    }
  }

  /** Breaks off what may have left only some time after it was cancelled: until then, its response may still come. */
  async #sendOnce<T>(request: (options: SendOptions) => Promise<T>): Promise<T> {
    const { signal, journal } = this.options;
    this.#lost ||= this.#sent;
    this.#sent = false;
    const late = new AbortController();
    const done = new AbortController();
    const giveUp = () => this.#giveUp(late, done.signal);
    signal.addEventListener('abort', giveUp);
    journal.lost.addEventListener('abort', giveUp);
    try {
      return await request({
        signal: late.signal,
        beforeSend: () => this.#beforeSend(),
        onRefused: () => {
          this.#sent = false;
          if (signal.aborted) giveUp();
        },
      });
    } catch (error) {
      throw late.signal.aborted ? late.signal.reason : error;
    } finally {
      signal.removeEventListener('abort', giveUp);
      journal.lost.removeEventListener('abort', giveUp);
      done.abort();
    }
  }

  async #beforeSend(): Promise<void> {
    await this.#requireOwnership();
    // Nothing may come between this look and the note: what is not cancelled by now may leave.
    this.options.signal.throwIfAborted();
    this.#sent = true;
  }

  /** A look that took long shows how it was before: this window may have been stopped, and another one at work. */
  async #requireOwnership(): Promise<void> {
    const { journal, clock, signal } = this.options;
    let begun: number;
    do {
      signal.throwIfAborted();
      begun = clock.now();
      await journal.requireOwnership();
    } while (clock.now() - begun > freshMs);
  }

  #giveUp(late: AbortController, done: AbortSignal): void {
    const { signal, journal, clock } = this.options;
    if (!this.#sent || journal.lost.aborted) {
      late.abort(signal.reason);
      return;
    }
    clock.wait(patienceMs, done).then(
      () => late.abort(signal.reason),
      () => undefined,
    );
  }

  #endedBy(error: unknown): unknown {
    const { signal, journal } = this.options;
    if (journal.lost.aborted) return journal.lost.reason;
    const isCancelled = signal.aborted && error === signal.reason;
    return isCancelled && (this.#sent || this.#lost) ? new RequestAbandonedError() : error;
  }
}
