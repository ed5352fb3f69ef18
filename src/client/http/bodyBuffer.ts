/** Size of the block that small chunks are copied into; bytes. */
const blockBytes = 64 * 1024;

/** Minimum size of a chunk that is kept without copying; bytes. */
const minUnsharedBytes = 16 * 1024;

/**
 * Collects the bytes of a body up to a limit. A chunk is kept as it is when it fills most of its underlying memory;
 * others are copied, because a few needed bytes could otherwise keep a large read buffer in memory.
 */
export class BodyBuffer {
  readonly #parts: Buffer[] = [];
  #collection = Buffer.alloc(0);
  #collectedSize = 0;
  #size = 0;

  readonly #maxBytes: number;

  /** @param maxBytes limit in bytes */
  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** @returns whether the body is still within the limit */
  add(piece: Buffer): boolean {
    const kept = piece.subarray(0, this.#maxBytes - this.#size);
    this.#size += kept.length;
    if (kept.length >= minUnsharedBytes && kept.length * 2 >= kept.buffer.byteLength) {
      this.#endCollection();
      this.#parts.push(kept);
    } else this.#collect(kept);
    return kept.length === piece.length;
  }

  all(): Buffer {
    return this.first(this.#size);
  }

  /** A copy of at most the first `bytes` bytes. */
  first(bytes: number): Buffer {
    this.#endCollection();
    return Buffer.concat(this.#parts, Math.min(bytes, this.#size));
  }

  #collect(piece: Buffer): void {
    if (this.#collectedSize + piece.length > this.#collection.length) {
      this.#endCollection();
      this.#collection = Buffer.allocUnsafeSlow(Math.max(blockBytes, piece.length));
    }
    this.#collectedSize += piece.copy(this.#collection, this.#collectedSize);
  }

  #endCollection(): void {
    if (this.#collectedSize > 0) this.#parts.push(this.#collection.subarray(0, this.#collectedSize));
    this.#collection = Buffer.alloc(0);
    this.#collectedSize = 0;
  }
}
