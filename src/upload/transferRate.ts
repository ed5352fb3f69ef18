/** Longest time over which the rate is measured; ms. Long enough to be stable, short enough to follow the network. */
const maxWindowMs = 5000;

/** Shortest time; ms. */
const minWindowMs = 500;

/** After this time the buffers on the way are full; ms. */
const fillingMs = 1000;

interface Sample {
  /** ms of any monotonic clock. */
  readonly atMs: number;
  /** Bytes handed to the network. */
  readonly bytes: number;
  /** Number of small files that were accepted. They count one by one, because their bytes take hardly any time. */
  readonly smallFiles: number;
}

/**
 * Estimates from samples the rate of an upload and the remaining time. The rate is that of the latter half of the time
 * so far, because an upload is faster while it fills the buffers on the way, and slower before it has opened all of its
 * connections.
 */
export class TransferRate {
  #first: Sample | undefined;
  readonly #samples: Sample[] = [];
  /** Bytes that are always on the way: handed over, but not received. Known once the buffers are full. */
  #bufferedBytes: number | undefined;

  add(sample: Sample): void {
    this.#first ??= sample;
    this.#samples.push(sample);
    const elapsedMs = sample.atMs - this.#first.atMs;
    const windowMs = Math.min(maxWindowMs, Math.max(minWindowMs, elapsedMs / 2));
    while (this.#samples.length > 2 && sample.atMs - (this.#samples[1]?.atMs ?? 0) >= windowMs)
      this.#samples.shift();
    const rate = this.bytesPerSecond;
    if (rate !== undefined && elapsedMs >= fillingMs) {
      const received = (rate * elapsedMs) / 1000;
      this.#bufferedBytes ??= Math.max(0, sample.bytes - this.#first.bytes - received);
    }
  }

  /** Bytes per second, or `undefined` while unknown. */
  get bytesPerSecond(): number | undefined {
    return this.#perSecond(({ bytes }) => bytes);
  }

  /** ms until these bytes and small files are transferred, or `undefined` while unknown. */
  timeFor(left: Omit<Sample, 'atMs'>): number | undefined {
    const bytes = left.bytes + (this.#bufferedBytes ?? 0);
    const times = [
      [bytes, this.bytesPerSecond],
      [left.smallFiles, this.#perSecond(({ smallFiles }) => smallFiles)],
    ].flatMap(([amount = 0, rate]) => (amount > 0 && rate !== undefined ? [(amount / rate) * 1000] : []));
    // Small and large files are sent beside each other, so the slower of both ends last.
    return times.length === 0 ? undefined : Math.max(...times);
  }

  #perSecond(amountOf: (sample: Sample) => number): number | undefined {
    const [first] = this.#samples;
    const last = this.#samples.at(-1);
    if (first === undefined || last === undefined || last.atMs - first.atMs < minWindowMs) return undefined;
    const rate = ((amountOf(last) - amountOf(first)) * 1000) / (last.atMs - first.atMs);
    return rate > 0 ? rate : undefined;
  }
}
