import type { Clock } from '../client/core/clock';
import { raceAbort } from '../client/core/raceAbort';

/** Lines are sold in megabits, with powers of ten. */
export const bytesPerMegabit = 125_000;

/** Time that one turn takes at the limit, and that may be caught up on after a pause; ms. */
const turnMs = 50;

/**
 * Limits all uploads of a window together to a number of bytes per second. Whoever sends takes turns, which are so short
 * that a change of the limit is in force at once, and that no connection is silent for long while others have theirs.
 */
export class UploadLimit {
  /** The time until which the bytes granted so far use up the limit; ms as of `Clock.elapsed`. */
  #paidUntilMs = -Infinity;
  /** The end of the last turn that was asked for. */
  #lastTurn: Promise<unknown> = Promise.resolve();
  /** The same for whole files. */
  #lastWhole: Promise<unknown> = Promise.resolve();

  readonly #rate: () => number | undefined;
  readonly #clock: Clock;

  /** @param rate returns the limit as it is now, more than 0 bytes per second; undefined for none */
  constructor(rate: () => number | undefined, clock: Clock) {
    this.#rate = rate;
    this.#clock = clock;
  }

  /** The limit as it is now; undefined for none. */
  get bytesPerSecond(): number | undefined {
    return this.#rate();
  }

  /** How many bytes one turn has at most. */
  get turnBytes(): number {
    return Math.max(1, Math.floor(((this.#rate() ?? Infinity) * turnMs) / 1000));
  }

  /**
   * Resolves when these bytes may be sent, at once without a limit.
   * @throws the reason of the signal
   */
  async take(bytes: number, signal: AbortSignal): Promise<void> {
    for (let left = bytes; left > 0 && this.#rate() !== undefined;) {
      const turn = this.#lastTurn.then(() => this.#takeTurn(left, signal));
      this.#lastTurn = turn.catch(() => undefined);
      left -= await raceAbort(turn, signal);
    }
  }

  /**
   * As {@link take}, for a file that is sent in one piece. These wait for each other, because hundreds of them may wait
   * at the same time, and a server would give up a connection that waits for a turn among them.
   */
  async takeWhole(bytes: number, signal: AbortSignal): Promise<void> {
    if (this.#rate() === undefined) return;
    const whole = this.#lastWhole.then(() => this.take(bytes, signal));
    this.#lastWhole = whole.catch(() => undefined);
    await raceAbort(whole, signal);
  }

  /** @returns the number of bytes that may be sent now */
  async #takeTurn(wanted: number, signal: AbortSignal): Promise<number> {
    const earlyMs = this.#paidUntilMs - this.#clock.elapsed();
    if (earlyMs > 0 && this.#rate() !== undefined) await this.#clock.wait(earlyMs, signal);
    const rate = this.#rate();
    if (rate === undefined) return wanted;
    const bytes = Math.min(wanted, this.turnBytes);
    // Timers are late, and nothing must be lost by that.
    const fromMs = Math.max(this.#paidUntilMs, this.#clock.elapsed() - turnMs);
    this.#paidUntilMs = fromMs + (bytes / rate) * 1000;
    return bytes;
  }
}
