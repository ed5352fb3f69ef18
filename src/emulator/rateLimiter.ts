import { setTimeout as wait } from 'node:timers/promises';

// Short enough that a user sees a closed connection end its wait at once.
const maxWaitMs = 50;

/** Slows readers down to a common rate; without limit at first. */
export class RateLimiter {
  #rate: number | undefined;
  /** ms on the monotonic clock at which the bytes read so far are paid for; a new object for each rate. */
  #account = { paidAt: 0 };

  /**
   * Releases readers that wait under the old rate. Throws a RangeError if a given rate is not positive.
   * @param rate in bytes per second for all connections together; undefined for no limit
   */
  setRate(rate: number | undefined): void {
    if (rate !== undefined && !(rate > 0)) throw new RangeError('bytesPerSecond must be positive');
    this.#rate = rate;
    this.#account = { paidAt: 0 };
  }

  /**
   * Waits as long as reading `bytes` should have taken, or until `isUnwanted` returns true because they are no
   * longer needed.
   */
  async spend(bytes: number, isUnwanted: () => boolean): Promise<void> {
    if (this.#rate === undefined) return;
    const account = this.#account;
    account.paidAt = Math.max(account.paidAt, performance.now()) + (bytes / this.#rate) * 1000;
    const due = account.paidAt;
    while (account === this.#account && !isUnwanted()) {
      const left = due - performance.now();
      if (left <= 0) return;
      await wait(Math.min(left, maxWaitMs));
    }
  }
}
