import type { Clock } from '../../src/client/core/clock';

/** A clock whose waits end at once and are recorded. */
export class ManualClock implements Clock {
  /** Duration of each wait in ms, in order. */
  readonly waits: number[] = [];
  #now = 0;

  now(): number {
    return this.#now;
  }

  elapsed(): number {
    return this.#now;
  }

  wait(ms: number, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    this.waits.push(ms);
    this.#now += ms;
    return Promise.resolve();
  }

  every(): () => void {
    return () => undefined;
  }
}
