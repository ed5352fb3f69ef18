/** Small pieces are brought together in so much; bytes. */
const collected = 64 * 1024;

/** Smaller pieces are not worth a place of their own; bytes. */
const worthKeeping = 16 * 1024;

/**
 * The bytes of a body as they come, up to a cap. A piece is kept as it is when it fills most of the memory that it
 * is in. Others are copied: a few bytes may be all that is needed of much that was read from the connection.
 */
export class BodyBuffer {
  readonly #parts: Buffer[] = [];
  #collection = Buffer.alloc(0);
  #collectedSize = 0;
  #size = 0;

  /** @param cap in bytes */
  constructor(private readonly cap: number) {}

  /** @returns whether all of it is still within the cap */
  add(piece: Buffer): boolean {
    const kept = piece.subarray(0, this.cap - this.#size);
    this.#size += kept.length;
    if (kept.length >= worthKeeping && kept.length * 2 >= kept.buffer.byteLength) {
      this.#endCollection();
      this.#parts.push(kept);
    } else this.#collect(kept);
    return kept.length === piece.length;
  }

  all(): Buffer {
    return this.first(this.#size);
  }

  /** A copy of its own of so many bytes at most. */
  first(bytes: number): Buffer {
    this.#endCollection();
    return Buffer.concat(this.#parts, Math.min(bytes, this.#size));
  }

  #collect(piece: Buffer): void {
    if (this.#collectedSize + piece.length > this.#collection.length) {
      this.#endCollection();
      this.#collection = Buffer.allocUnsafeSlow(Math.max(collected, piece.length));
    }
    this.#collectedSize += piece.copy(this.#collection, this.#collectedSize);
  }

  #endCollection(): void {
    if (this.#collectedSize > 0) this.#parts.push(this.#collection.subarray(0, this.#collectedSize));
    this.#collection = Buffer.alloc(0);
    this.#collectedSize = 0;
  }
}
