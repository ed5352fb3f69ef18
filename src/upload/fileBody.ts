import { Readable } from 'node:stream';
import { FileChangedError } from './errors';
import type { ReadFile } from './fileReader';
import { assertNotWritten, toFileError } from './fileState';
import type { OpenFile } from './openFile';
import type { UploadLimit } from './uploadLimit';
import type { PlannedFile } from './uploadPlan';

/** Bytes per read at most: many, because each read wakes two threads. */
const maxChunkBytes = 1024 * 1024;

/** Bytes that all bodies of an upload may have in memory, so that many at once do not need more than a few. */
const maxBufferedBytes = 4 * 1024 * 1024;

/** @param parallelFiles number of bodies that may be open at the same time */
export function getChunkBytes(parallelFiles: number): number {
  return Math.floor(Math.min(maxChunkBytes, maxBufferedBytes / parallelFiles));
}

/** Opens a file for one body, which closes it. */
export type OpenForBody = () => Promise<Pick<OpenFile, 'opened' | 'read' | 'finish' | 'close'>>;

/**
 * The body of one PUT: exactly the planned number of bytes of a file that it opens for itself, so that it shares nothing
 * with the body of another attempt. It is destroyed with a FileChangedError when the file has been written to or turns
 * out shorter, and with a FileUnreadableError when it cannot be read.
 */
export class FileBody extends Readable {
  #position = 0;
  #opening: ReturnType<OpenForBody> | undefined;
  /** About all bytes, once the last one was read. */
  sent: ReadFile | undefined;

  readonly #destroyed = new AbortController();

  readonly #file: PlannedFile;
  readonly #open: OpenForBody;
  readonly #chunkBytes: number;
  readonly #limit: UploadLimit | undefined;

  constructor(file: PlannedFile, open: OpenForBody, chunkBytes = maxChunkBytes, limit?: UploadLimit) {
    // One chunk is read ahead, however few bytes the limit leaves it.
    super({ highWaterMark: 1 });
    this.#file = file;
    this.#open = open;
    this.#chunkBytes = chunkBytes;
    this.#limit = limit;
  }

  /** Bytes read from the file so far; some of them may not have reached the network yet. */
  get bytesRead(): number {
    return this.#position;
  }

  override _read(): void {
    this.#readChunk().then(
      (chunk) => {
        this.push(chunk);
        if (this.sent !== undefined) this.push(null);
      },
      (error: unknown) => this.destroy(toFileError(this.#file, error)),
    );
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.#destroyed.abort();
    this.#opening?.then(
      (opened) => opened.close(),
      () => undefined,
    );
    done(error);
  }

  async #readChunk(): Promise<Buffer> {
    const opened = await (this.#opening ??= this.#open());
    if (this.#position === 0) assertNotWritten(this.#file, opened.opened);
    const chunkBytes = Math.min(this.#chunkBytes, this.#limit?.turnBytes ?? Infinity);
    const lengthBytes = Math.min(chunkBytes, this.#file.size - this.#position);
    // Here, because a body that waits for its file is never paused: only a connection that takes nothing stalls.
    await this.#limit?.take(lengthBytes, this.#destroyed.signal);
    const chunk = await opened.read(lengthBytes);
    if (chunk.length === 0) throw new FileChangedError(this.#file.name, 'size');
    this.#position += chunk.length;
    // The end follows the last bytes at once, because a server that has all of them may close the connection.
    if (this.#position === this.#file.size) this.sent = await opened.finish();
    return chunk;
  }
}
