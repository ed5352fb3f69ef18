/** Counts how many values of a JSON value are read: a measure of work that no clock disturbs. */
export class ReadCounter {
  #reads = 0;

  /** The same value; every read of a value in it is counted. */
  watch<T>(json: T): T {
    if (typeof json !== 'object' || json === null) return json;
    return new Proxy(json, {
      get: (target, key) => {
        this.#reads++;
        const value: unknown = Reflect.get(target, key);
        return this.watch(value);
      },
    });
  }

  /** The number of reads since the last call. */
  take(): number {
    const reads = this.#reads;
    this.#reads = 0;
    return reads;
  }
}
