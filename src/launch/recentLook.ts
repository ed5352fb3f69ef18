import type { Clock } from '../client/core/clock';

interface Look<T> {
  seen: Promise<T>;
  hasBegun: boolean;
  isOutdated: boolean;
  /** ms since the epoch; absent while it lasts. */
  endedAt?: number;
}

interface RecentLookOptions<T> {
  readonly look: () => Promise<T>;
  readonly clock: Pick<Clock, 'now'>;
  /** For so long a look is good enough, unless something is known to have changed; ms. */
  readonly freshMs: number;
}

/**
 * The result of the last look, which is shared by all who ask at about the same time. A look that failed is never
 * kept, and two are never made at once.
 */
export class RecentLook<T> {
  #last: Look<T> | undefined;

  constructor(private readonly options: RecentLookOptions<T>) {}

  /** Whether something was seen, or is being looked at. */
  get isThere(): boolean {
    return this.#last !== undefined;
  }

  async get(): Promise<T> {
    if (this.#last === undefined || this.#isOld(this.#last)) this.#last = this.#look(this.#last);
    return await this.#last.seen;
  }

  /** The result of the last look is no longer true. */
  outdate(): void {
    // A look that has not begun yet will see the change.
    if (this.#last?.hasBegun === true) this.#last.isOutdated = true;
  }

  forget(): void {
    this.#last = undefined;
  }

  #isOld({ isOutdated, endedAt }: Look<T>): boolean {
    if (isOutdated || endedAt === undefined) return isOutdated;
    // Also when the clock was put back.
    return Math.abs(this.options.clock.now() - endedAt) >= this.options.freshMs;
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
    try {
      return await this.options.look();
    } finally {
      look.endedAt = this.options.clock.now();
    }
  }
}
