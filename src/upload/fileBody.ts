import { Readable } from 'node:stream';
import { FileChangedError } from './errors';
import type { ReadFile } from './fileReader';
import type { OpenFile } from './openFile';

/** Bytes per read at most: many, because each read wakes two threads. */
const maxChunkBytes = 1024 * 1024;

/** Bytes that all bodies of an upload may have in memory, so that many at once do not need more than a few. */
const maxBufferedBytes = 4 * 1024 * 1024;

/** @param parallelFiles number of bodies that may be open at the same time */
export function getChunkBytes(parallelFiles: number): number {
  return Math.floor(Math.min(maxChunkBytes, maxBufferedBytes / parallelFiles));
}

/** The file that a body reads. */
export interface FileSource {
  /** Name in the model. */
  readonly name: string;
  /** Bytes. */
  readonly size: number;
  /** Opens the file for one body, which closes it. */
  readonly open: () => Promise<Pick<OpenFile, 'read' | 'finish' | 'close'>>;
  /** Makes what a body throws out of what reading has thrown. */
  readonly explain: (error: unknown) => Error;
}

/**
 * The body of one PUT: exactly `size` bytes of a file that it opens for itself, so that it shares nothing with the body
 * of another attempt. A file that turns out shorter destroys the stream with a {@link FileChangedError}; one that cannot
 * be read, with what `explain` makes of it.
 */
export class FileBody extends Readable {
  #position = 0;
  #opening: ReturnType<FileSource['open']> | undefined;
  #sent: ReadFile | undefined;

  readonly #source: FileSource;
  readonly #chunkBytes: number;

  constructor(source: FileSource, chunkBytes = maxChunkBytes) {
    super({ highWaterMark: chunkBytes });
    this.#source = source;
    this.#chunkBytes = chunkBytes;
  }

  /** Bytes read from the file so far; some of them may not have reached the network yet. */
  get bytesRead(): number {
    return this.#position;
  }

  /** About all bytes, once the last one was read. */
  get sent(): ReadFile | undefined {
    return this.#sent;
  }

  override _read(): void {
    this.#readChunk().then(
      (chunk) => {
        this.push(chunk);
        if (this.#position === this.#source.size) this.push(null);
      },
      (error: unknown) => this.destroy(error as Error),
    );
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.#opening?.then(
      (file) => file.close(),
      () => undefined,
    );
    done(error);
  }

  async #readChunk(): Promise<Buffer> {
    const { name, size, open, explain } = this.#source;
    const lengthBytes = Math.min(this.#chunkBytes, size - this.#position);
    const read = async () => {
      const file = await (this.#opening ??= open());
      const chunk = await file.read(lengthBytes);
      // The end follows the last bytes at once, because a server that has all of them may close the connection.
      if (this.#position + chunk.length === size) this.#sent = await file.finish();
      return chunk;
    };
    const chunk = await read().catch((error: unknown) => {
      throw explain(error);
    });
    if (chunk.length === 0) throw new FileChangedError(name, 'size');
    this.#position += chunk.length;
    return chunk;
  }
}
