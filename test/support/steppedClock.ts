import type { Clock } from '../../src/client/core/clock';

/** A clock that stands still until it is advanced. */
export class SteppedClock implements Clock {
  /** Number of timers that were started. */
  started = 0;
  readonly #timers = new Set<{ due: number; readonly ms: number; readonly call: () => void }>();
  #now = 0;

  now(): number {
    return this.#now;
  }

  elapsed(): number {
    return this.#now;
  }

  wait(): Promise<void> {
    throw new Error('Nothing waits here');
  }

  every(ms: number, call: () => void): () => void {
    const timer = { due: this.#now + ms, ms, call };
    this.#timers.add(timer);
    this.started++;
    return () => this.#timers.delete(timer);
  }

  goOn(ms: number): void {
    this.#now += ms;
    for (const timer of [...this.#timers]) {
      if (timer.due > this.#now) continue;
      timer.due += timer.ms;
      timer.call();
    }
  }
}
