import { Readable } from 'node:stream';
import { onceTaken } from '../client/http/takenBytes';
import { getErrnoCode } from './errnoCode';
import { FileChangedError, FileUnreadableError } from './errors';
import type { OpenFile } from './openFile';

/** Bytes per read at most: many, because each read wakes two threads. They are written in smaller slices. */
const maxChunkBytes = 1024 * 1024;

/** Bytes that all bodies of an upload may read ahead, so that many at once do not need more memory than a few. */
const maxReadAheadBytes = 4 * 1024 * 1024;

/** @param parallelFiles number of bodies that may be open at the same time */
export function getChunkBytes(parallelFiles: number): number {
  return Math.floor(Math.min(maxChunkBytes, maxReadAheadBytes / parallelFiles));
}

/**
 * Streams an open file as the body of one PUT: exactly `size` bytes, hashed as they are read. The file stays open,
 * because it belongs to the caller. A file that turns out shorter destroys the stream with a
 * {@link FileChangedError}; one that cannot be read, with a {@link FileUnreadableError}.
 */
export class FileBody extends Readable {
  #position = 0;
  #next: Promise<Buffer | null> | undefined;

  readonly #opened: Pick<OpenFile, 'read' | 'reuse'>;
  readonly #file: { readonly name: string; readonly size: number };
  readonly #chunkBytes: number;

  constructor(
    opened: Pick<OpenFile, 'read' | 'reuse'>,
    file: {
      /** Name in the model. */
      readonly name: string;
      /** Bytes. */
      readonly size: number;
    },
    chunkBytes = maxChunkBytes,
  ) {
    super({ highWaterMark: chunkBytes });
    this.#opened = opened;
    this.#file = file;
    this.#chunkBytes = chunkBytes;
  }

  /** Bytes read from the file so far; some of them may not have reached the network yet. */
  get bytesRead(): number {
    return this.#position;
  }

  override _read(): void {
    this.#takeChunk().then(
      (chunk) => this.push(chunk),
      (error: unknown) => this.destroy(error as Error),
    );
  }

  /** Reads the next chunk while the current one is written. */
  async #takeChunk(): Promise<Buffer | null> {
    const chunk = await (this.#next ?? this.#readChunk());
    if (chunk === null) return null;
    this.#position += chunk.length;
    this.#next = this.#readChunk();
    // Its error is reported when the chunk is needed, if ever.
    this.#next.catch(() => undefined);
    return chunk;
  }

  async #readChunk(): Promise<Buffer | null> {
    const { name, size } = this.#file;
    const wanted = Math.min(this.#chunkBytes, size - this.#position);
    if (wanted === 0) return null;
    const chunk = await this.#opened.read(this.#position, wanted).catch((error: unknown) => {
      throw new FileUnreadableError(name, getErrnoCode(error));
    });
    if (chunk.length === 0) throw new FileChangedError(name, 'size');
    // The end of a file has a size of its own, which hardly another one needs.
    if (chunk.length === this.#chunkBytes) onceTaken(chunk, () => this.#opened.reuse(chunk));
    return chunk;
  }
}
