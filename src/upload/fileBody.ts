import { createHash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { FileChangedError, FileUnreadableError } from './errors';
import { systemErrorCode } from './systemError';

/**
 * Bytes read and written at a time: many, because each has its price. But a connection that does not take one
 * within the time for stalls is given up, so larger ones would fail on slow networks. An early refusal of the
 * file server is seen between two writes.
 */
const chunkSize = 256 * 1024;

/**
 * The whole of an open file as the body of one PUT: exactly `size` bytes, hashed as they are read. It
 * leaves the handle open, which belongs to the caller. A file that turns out shorter destroys the stream
 * with a {@link FileChangedError}; one that cannot be read, with a {@link FileUnreadableError}.
 */
export class FileBody extends Readable {
  readonly #hash = createHash('sha256');
  #position = 0;
  #next: Promise<Buffer | null> | undefined;

  constructor(
    private readonly handle: FileHandle,
    private readonly file: { readonly name: string; readonly size: number },
  ) {
    super({ highWaterMark: chunkSize });
  }

  /** Bytes taken from the file so far; some of them may not have reached the network yet. */
  get bytesRead(): number {
    return this.#position;
  }

  /** SHA-256 of what was taken, in hex. May be asked once, after the end. */
  sha256(): string {
    return this.#hash.digest('hex');
  }

  override _read(): void {
    this.#takeChunk().then(
      (chunk) => this.push(chunk),
      (error: unknown) => this.destroy(error as Error),
    );
  }

  /** While one chunk is hashed and written, the next one is read. */
  async #takeChunk(): Promise<Buffer | null> {
    const chunk = await (this.#next ?? this.#readChunk());
    if (chunk === null) return null;
    this.#position += chunk.length;
    this.#next = this.#readChunk();
    // What goes wrong there is said when it is its turn, if it ever is.
    this.#next.catch(() => undefined);
    this.#hash.update(chunk);
    return chunk;
  }

  async #readChunk(): Promise<Buffer | null> {
    const wanted = Math.min(chunkSize, this.file.size - this.#position);
    if (wanted === 0) return null;
    const { bytesRead, buffer } = await this.handle
      .read(Buffer.allocUnsafe(wanted), 0, wanted, this.#position)
      .catch((error: unknown) => {
        throw new FileUnreadableError(this.file.name, systemErrorCode(error));
      });
    if (bytesRead === 0) throw new FileChangedError(this.file.name, 'size');
    return buffer.subarray(0, bytesRead);
  }
}
