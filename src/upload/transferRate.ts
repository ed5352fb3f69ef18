/** Longest time over which a rate is measured; ms. Long enough to be stable, short enough to follow the network. */
const maxWindowMs = 20_000;

/** Shortest time; ms. */
const minWindowMs = 500;

/** Less than a byte is no amount. */
const minAmount = 1;

interface Sample {
  /** ms of any monotonic clock. */
  readonly atMs: number;
  amount: number;
}

/**
 * The rate at which an amount grows. It is measured over the latter half of the time so far, because an upload is
 * slower before it has opened all of its connections.
 */
export class TransferRate {
  readonly #maxWindowMs: number;
  #startedAtMs: number | undefined;
  #samples: Sample[] = [];
  /** Amount per ms to assume until a new one is measured. */
  #assumed: number | undefined;

  constructor(longestMs = maxWindowMs) {
    this.#maxWindowMs = longestMs;
  }

  /** @param amount in all */
  add(atMs: number, amount: number): void {
    this.#startedAtMs ??= atMs;
    this.#samples.push({ atMs, amount });
    const windowMs = Math.min(this.#maxWindowMs, Math.max(minWindowMs, (atMs - this.#startedAtMs) / 2));
    while (this.#samples.length > 2 && atMs - (this.#samples[1]?.atMs ?? 0) >= windowMs)
      this.#samples.shift();
    if (this.#measure() !== undefined) this.#assumed = undefined;
  }

  /** Amount per ms, or `undefined` while unknown. */
  get perMs(): number | undefined {
    return this.#measure() ?? this.#assumed;
  }

  /** Forgets what was measured under other conditions. @param assumed amount per ms until a new rate is known */
  restart(assumed?: number): void {
    this.#samples = this.#samples.slice(-1);
    this.#startedAtMs = this.#samples[0]?.atMs;
    this.#assumed = assumed;
  }

  /** Counts an amount that, as turns out now, was transferred little by little since that time. */
  addLater(amount: number, sinceMs: number, atMs: number): void {
    const perMs = amount / Math.max(1, atMs - sinceMs);
    for (const sample of this.#samples) sample.amount += perMs * Math.max(0, sample.atMs - sinceMs);
  }

  #measure(): number | undefined {
    const [first] = this.#samples;
    const last = this.#samples.at(-1);
    if (first === undefined || last === undefined || last.atMs - first.atMs < minWindowMs) return undefined;
    const amount = last.amount - first.amount;
    // Amounts that were added and taken back leave a rounding error.
    return amount >= minAmount ? amount / (last.atMs - first.atMs) : undefined;
  }
}
