import { setImmediate } from 'node:timers/promises';
import type { Clock } from '../../src/client/core/clock';

/** Shorter than any limit on an exchange, and longer than the intervals of progress reports and of looks; ms. */
const minLimitMs = 4000;

/** Turns of the event loop for which a limit must stay the next timer before it is considered to expire. */
const quietTurns = 25;
const maxTurns = 100_000;

interface Timer {
  readonly ms: number;
  readonly fn: () => void;
  due: number;
}

/** Time that passes only when the clock is advanced. Waits end at once and advance the clock. */
export class FakeClock implements Clock {
  /** Duration of each wait between two attempts in ms, in order. */
  readonly waits: number[] = [];
  /** Each limit that expired in ms, in order. */
  readonly ranOut: number[] = [];
  /** Number of timers that were started. */
  started = 0;
  readonly #timers = new Set<Timer>();
  #now: number;

  /** @param start ms since the epoch */
  constructor(start = 0) {
    this.#now = start;
  }

  now(): number {
    return this.#now;
  }

  elapsed(): number {
    return this.#now;
  }

  wait(ms: number, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    this.waits.push(ms);
    this.pass(ms);
    return Promise.resolve();
  }

  every(ms: number, fn: () => void): () => void {
    const timer = { ms, fn, due: this.#now + ms };
    this.#timers.add(timer);
    this.started++;
    return () => this.#timers.delete(timer);
  }

  pass(ms: number): void {
    const end = this.#now + ms;
    for (let next = this.#next(end); next !== undefined; next = this.#next(end)) {
      this.#now = next.due;
      next.due += next.ms;
      if (next.ms >= minLimitMs) this.ranOut.push(next.ms);
      next.fn();
    }
    this.#now = end;
  }

  /** Lets the exchange come to rest, and then lets its limit expire. */
  async runOut(): Promise<void> {
    let limit: Timer | undefined;
    for (let quiet = 0, turns = 0; quiet < quietTurns; turns++) {
      if (turns > maxTurns) throw new Error('no limit is set on this exchange');
      await setImmediate();
      const next = this.#nextLimit();
      quiet = next !== undefined && next === limit ? quiet + 1 : 0;
      limit = next;
    }
    this.pass(limit!.due - this.#now);
  }

  #next(end: number): Timer | undefined {
    const due = [...this.#timers].filter((timer) => timer.due <= end);
    return due.sort((a, b) => a.due - b.due)[0];
  }

  #nextLimit(): Timer | undefined {
    return [...this.#timers].filter(({ ms }) => ms >= minLimitMs).sort((a, b) => a.due - b.due)[0];
  }
}

/** Waits several turns of the event loop, in which all sent data arrives and is processed. */
export async function severalTurns(): Promise<void> {
  for (let turn = 0; turn < quietTurns; turn++) await setImmediate();
}
