import type { Clock } from '../client/core/clock';

interface Read<T> {
  result: Promise<T>;
  hasBegun: boolean;
  isOutdated: boolean;
  /** ms since the epoch; absent until it begins. */
  beganAt?: number;
  /** ms since the epoch; absent while it is running. */
  endedAt?: number;
}

interface CachedReadOptions<T> {
  readonly read: () => Promise<T>;
  readonly clock: Pick<Clock, 'now'>;
  /** How long a result counts as current, unless a change is reported; ms. */
  readonly freshMs: number;
}

/**
 * Caches the last result and shares it among concurrent callers. A failed read is never cached, and two never run at
 * once.
 */
export class CachedRead<T> {
  #last: Read<T> | undefined;

  readonly #options: CachedReadOptions<T>;

  constructor(options: CachedReadOptions<T>) {
    this.#options = options;
  }

  /** @param since ms since the epoch; a read that began later is recent enough, whatever has changed meanwhile */
  async get(since = Infinity): Promise<T> {
    if (this.#last === undefined || this.#isOld(this.#last, since)) this.#last = this.#begin(this.#last);
    return await this.#last.result;
  }

  /** Marks the last result as outdated. */
  outdate(): void {
    // A read that has not begun yet will find the change.
    if (this.#last?.hasBegun === true) this.#last.isOutdated = true;
  }

  #isOld({ isOutdated, beganAt = -Infinity, endedAt }: Read<T>, since: number): boolean {
    if (isOutdated && beganAt < since) return true;
    if (endedAt === undefined) return false;
    // Also true when the clock was set back.
    return Math.abs(this.#options.clock.now() - endedAt) >= this.#options.freshMs;
  }

  #begin(before: Read<T> | undefined): Read<T> {
    const read = { hasBegun: false, isOutdated: false } as Read<T>;
    read.result = this.#read(read, before?.result);
    read.result.catch(() => {
      if (this.#last === read) this.#last = undefined;
    });
    return read;
  }

  async #read(read: Read<T>, before: Promise<unknown> | undefined): Promise<T> {
    await before?.catch(() => undefined);
    read.hasBegun = true;
    read.beganAt = this.#options.clock.now();
    try {
      return await this.#options.read();
    } finally {
      read.endedAt = this.#options.clock.now();
    }
  }
}
