import type { Clock } from '../client/core/clock';
import { ServiceError } from '../client/core/errors';
import type { Operation } from '../client/core/types';
import { retryDelay, unreadyDelay } from '../client/retry';
import type { CallOptions } from '../client/serviceClientOptions';
import { RequestAbandonedError } from './errors';
import type { JournalWriter } from './journalWriter';
import { provesNotDone } from './outcome';

/** How long to wait for the response to a cancelled request, which may still arrive; ms. */
const cancelGraceMs = 10_000;

/** How long at least no window can take over a launch after its owner was confirmed; ms. */
const freshMs = 5_000;

/** Time after which a user wonders what a step is waiting for; ms. */
const waitingMs = 10_000;

interface SenderOptions {
  readonly journal: Pick<JournalWriter, 'lost' | 'requireOwnership'>;
  readonly clock: Clock;
  /** Returns 0 to 1; jitter for retries. */
  readonly random: () => number;
  /** Aborted when the user cancels, and when another window has taken over the launch. */
  readonly signal: AbortSignal;
  /** Called every ten seconds while the response to a request is awaited. */
  readonly onWaiting: (() => void) | undefined;
}

/** The options with which a request is sent. */
type SendOptions = Required<Pick<CallOptions, 'signal' | 'beforeSend' | 'onRefused'>>;

/** Sends the requests of a launch that create or finalise, one at a time, and tracks which may have been sent. */
export class StepSender {
  /** A part of the last attempt may have been sent, and nothing proves that it had no effect. */
  #sent = false;
  #stopReporting = (): void => undefined;

  readonly #options: SenderOptions;

  constructor(options: SenderOptions) {
    this.#options = options;
  }

  get sent(): boolean {
    return this.#sent;
  }

  /** Prepares for the next step, of which nothing has been sent. */
  reset(): void {
    this.#sent = false;
  }

  /**
   * @param onUnready called before each wait for a model that is not ready yet; absent where none was just finalised
   * @throws the error of the last attempt; when the user cancels, RequestAbandonedError if the step may have taken
   *   effect
   */
  async send<T>(
    operation: Operation,
    request: (options: SendOptions) => Promise<T>,
    onUnready?: () => void,
  ): Promise<T> {
    const { signal, clock, random } = this.#options;
    const begunMs = clock.elapsed();
    for (let attempt = 1; ;) {
      try {
        signal.throwIfAborted();
        return await this.#sendOnce(request);
      } catch (error) {
        if (provesNotDone(error)) this.#sent = false;
        let delay = onUnready && unreadyDelay(error, clock.elapsed() - begunMs);
        if (delay !== undefined) onUnready?.();
        // A model that was not ready uses up none of the attempts for other causes.
        else if (error instanceof ServiceError)
          delay = retryDelay({ operation, error, attempt: attempt++, random });
        if (delay === undefined) throw this.#endedBy(error);
        await clock.wait(delay, signal).catch((reason: unknown) => {
          throw this.#endedBy(reason);
        });
      }
    }
  }

  /** Delays aborting a cancelled request that may have been sent, because its response may still arrive. */
  async #sendOnce<T>(request: (options: SendOptions) => Promise<T>): Promise<T> {
    const { signal, journal } = this.#options;
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
          this.#stopReporting();
          if (signal.aborted) giveUp();
        },
      });
    } catch (error) {
      throw late.signal.aborted ? late.signal.reason : error;
    } finally {
      this.#stopReporting();
      signal.removeEventListener('abort', giveUp);
      journal.lost.removeEventListener('abort', giveUp);
      done.abort();
    }
  }

  async #beforeSend(): Promise<void> {
    await this.requireOwnership();
    // No await between these two lines: a request that is not cancelled by now may be sent.
    const { signal, clock, onWaiting } = this.#options;
    signal.throwIfAborted();
    this.#sent = true;
    if (onWaiting !== undefined) this.#stopReporting = clock.every(waitingMs, onWaiting);
  }

  /**
   * Checks right before a request that no other window has taken over the launch. Repeats a slow check, because its
   * result may be outdated: this window may have been suspended, and another one have taken over.
   */
  async requireOwnership(): Promise<void> {
    const { journal, clock, signal } = this.#options;
    let begun: number;
    do {
      signal.throwIfAborted();
      begun = clock.now();
      await journal.requireOwnership();
    } while (clock.now() - begun > freshMs);
  }

  #giveUp(late: AbortController, done: AbortSignal): void {
    const { signal, journal, clock } = this.#options;
    if (!this.#sent || journal.lost.aborted) {
      late.abort(signal.reason);
      return;
    }
    clock.wait(cancelGraceMs, done).then(
      () => late.abort(signal.reason),
      () => undefined,
    );
  }

  #endedBy(error: unknown): unknown {
    const { signal, journal } = this.#options;
    if (journal.lost.aborted) return journal.lost.reason;
    const isCancelled = signal.aborted && error === signal.reason;
    return isCancelled && this.#sent ? new RequestAbandonedError() : error;
  }
}
