import { createHash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { FileChangedError, FileUnreadableError } from './errors';
import { systemErrorCode } from './systemError';

/** Large enough that an early refusal of the file server is seen between two writes; bytes. */
const chunkSize = 256 * 1024;

/**
 * The whole of an open file as the body of one PUT: exactly `size` bytes, hashed as they are read. It
 * leaves the handle open, which belongs to the caller. A file that turns out shorter destroys the stream
 * with a {@link FileChangedError}; one that cannot be read, with a {@link FileUnreadableError}.
 */
export class FileBody extends Readable {
  readonly #hash = createHash('sha256');
  #position = 0;

  constructor(
    private readonly handle: FileHandle,
    private readonly file: { readonly name: string; readonly size: number },
  ) {
    super({ highWaterMark: chunkSize });
  }

  /** Bytes read so far; some of them may not have reached the network yet. */
  get bytesRead(): number {
    return this.#position;
  }

  /** SHA-256 of what was read, in hex. May be asked once, after the end. */
  sha256(): string {
    return this.#hash.digest('hex');
  }

  override _read(): void {
    this.#readChunk().then(
      (chunk) => this.push(chunk),
      (error: unknown) => this.destroy(error as Error),
    );
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
    const chunk = buffer.subarray(0, bytesRead);
    this.#position += bytesRead;
    this.#hash.update(chunk);
    return chunk;
  }
}
