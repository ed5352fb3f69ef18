import type { Clock } from '../client/core/clock';

interface Look<T> {
  seen: Promise<T>;
  hasBegun: boolean;
  isOutdated: boolean;
  /** ms since the epoch; absent until it begins. */
  beganAt?: number;
  /** ms since the epoch; absent while it is running. */
  endedAt?: number;
}

interface CachedReadOptions<T> {
  readonly look: () => Promise<T>;
  readonly clock: Pick<Clock, 'now'>;
  /** How long a result counts as current, unless a change is reported; ms. */
  readonly freshMs: number;
}

/**
 * Caches the last result and shares it among concurrent callers. A failed look is never cached, and two never run at
 * once.
 */
export class CachedRead<T> {
  #last: Look<T> | undefined;

  readonly #options: CachedReadOptions<T>;

  constructor(options: CachedReadOptions<T>) {
    this.#options = options;
  }

  /** @param since ms since the epoch; a look that began later is recent enough, whatever has changed meanwhile */
  async get(since = Infinity): Promise<T> {
    if (this.#last === undefined || this.#isOld(this.#last, since)) this.#last = this.#look(this.#last);
    return await this.#last.seen;
  }

  /** Marks the last result as outdated. */
  outdate(): void {
    // A look that has not begun yet will see the change.
    if (this.#last?.hasBegun === true) this.#last.isOutdated = true;
  }

  #isOld({ isOutdated, beganAt = -Infinity, endedAt }: Look<T>, since: number): boolean {
    if (isOutdated && beganAt < since) return true;
    if (endedAt === undefined) return false;
    // Also true when the clock was set back.
    return Math.abs(this.#options.clock.now() - endedAt) >= this.#options.freshMs;
  }

  #look(before: Look<T> | undefined): Look<T> {
    const look = { hasBegun: false, isOutdated: false } as Look<T>;
    look.seen = this.#see(look, before?.seen);
    look.seen.catch(() => {
      if (this.#last === look) this.#last = undefined;
    });
    return look;
  }

  async #see(look: Look<T>, before: Promise<unknown> | undefined): Promise<T> {
    await before?.catch(() => undefined);
    look.hasBegun = true;
    look.beganAt = this.#options.clock.now();
    try {
      return await this.#options.look();
    } finally {
      look.endedAt = this.#options.clock.now();
    }
  }
}
