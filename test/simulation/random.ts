/** Pseudo-random numbers that are the same for the same seed. */
export class Random {
  #a: number;
  #b: number;
  #c: number;
  #counter = 1;

  constructor(seed: number) {
    this.#a = seed >>> 0;
    this.#b = Math.imul(seed, 0x9e3779b9) >>> 0;
    this.#c = (seed ^ 0x5bd1e995) >>> 0;
    for (let round = 0; round < 12; round++) this.next();
  }

  /** From 0 to below 1. The generator is `sfc32`. */
  next(): number {
    const sum = (this.#a + this.#b + this.#counter++) >>> 0;
    this.#a = this.#b ^ (this.#b >>> 9);
    this.#b = (this.#c + (this.#c << 3)) >>> 0;
    this.#c = (((this.#c << 21) | (this.#c >>> 11)) + sum) >>> 0;
    return sum / 0x1_0000_0000;
  }

  /** A whole number from 0 to below `end`. */
  below(end: number): number {
    return Math.floor(this.next() * end);
  }

  between(from: number, to: number): number {
    return from + this.next() * (to - from);
  }

  chance(probability: number): boolean {
    return probability > 0 && this.next() < probability;
  }

  pick<T>(items: readonly T[]): T {
    return items[this.below(items.length)] as T;
  }

  pickSome<T>(items: readonly T[]): T | undefined {
    return items.length === 0 ? undefined : this.pick(items);
  }

  /** One of the keys, with a probability proportional to its weight. */
  weighted<K extends string>(weights: Readonly<Partial<Record<K, number>>>): K {
    const entries = Object.entries(weights) as [K, number][];
    let rest = this.next() * entries.reduce((sum, [, weight]) => sum + weight, 0);
    for (const [key, weight] of entries) if ((rest -= weight) < 0) return key;
    return entries[0]![0];
  }

  shuffled<T>(items: readonly T[]): T[] {
    const rest = [...items];
    return items.map(() => rest.splice(this.below(rest.length), 1)[0] as T);
  }

  hex(length: number): string {
    let text = '';
    while (text.length < length) text += (this.below(0x1000_0000) + 0x1000_0000).toString(16).slice(1);
    return text.slice(0, length);
  }

  uuid(): `${string}-${string}-${string}-${string}-${string}` {
    return `${this.hex(8)}-${this.hex(4)}-4${this.hex(3)}-a${this.hex(3)}-${this.hex(12)}`;
  }
}
