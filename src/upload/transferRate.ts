/** Time window of the rate; ms. Long enough to be stable, short enough to follow the network. */
const rateWindowMs = 5000;

/** Estimates from snapshots the transfer rate and the remaining time. */
export class TransferRate {
  readonly #samples: { readonly at: number; readonly bytes: number }[] = [];

  /** @param at ms of any monotonic clock */
  add(bytes: number, at: number): void {
    this.#samples.push({ at, bytes });
    while (this.#samples.length > 2 && at - (this.#samples[1]?.at ?? at) > rateWindowMs)
      this.#samples.shift();
  }

  /** Bytes per second, or `undefined` while unknown. */
  get bytesPerSecond(): number | undefined {
    const first = this.#samples[0];
    const last = this.#samples.at(-1);
    if (first === undefined || last === undefined || last.at - first.at < 500) return undefined;
    const rate = ((last.bytes - first.bytes) * 1000) / (last.at - first.at);
    return rate > 0 ? rate : undefined;
  }

  /** ms until `bytes` more are transferred, or `undefined` while unknown. */
  timeFor(bytes: number): number | undefined {
    const rate = this.bytesPerSecond;
    return rate === undefined ? undefined : (bytes / rate) * 1000;
  }
}
