/** Most bodies are no longer; bytes. */
const usual = 64 * 1024;

/** How much more room there is each time that there is too little; little is copied more than once. */
const growth = 4;

/**
 * The bytes of a body as they come, up to a cap. They are copied, because a kept piece keeps all that was read
 * from the connection with it, and into one buffer, because pieces that are joined in the end take twice the
 * memory.
 */
export class BodyBytes {
  #held = Buffer.alloc(0);
  #size = 0;

  /** @param cap in bytes */
  constructor(private readonly cap: number) {}

  /** @returns whether all of it is still within the cap */
  add(piece: Buffer): boolean {
    const size = this.#size + piece.length;
    if (size > this.#held.length) this.#grow(size);
    piece.copy(this.#held, this.#size);
    this.#size = Math.min(size, this.cap);
    return size <= this.cap;
  }

  all(): Buffer {
    return this.#held.subarray(0, this.#size);
  }

  /** A copy of its own of so many bytes at most. */
  first(bytes: number): Buffer {
    return Buffer.from(this.all().subarray(0, bytes));
  }

  #grow(size: number): void {
    const wanted = Math.max(usual, this.#held.length * growth, size);
    const larger = Buffer.allocUnsafeSlow(Math.min(wanted, this.cap));
    this.all().copy(larger);
    this.#held = larger;
  }
}
