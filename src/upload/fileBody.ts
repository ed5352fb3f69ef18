/** The body of an upload: a stream of one file from the thread that reads files. */

import { Readable } from 'node:stream';
import { showsSendQueues } from '../client/http/sendQueue';
import { FileChangedError } from './errors';
import type { ReadFile } from './fileReader';
import { assertNotWritten, toFileError } from './fileState';
import type { OpenFile } from './openFile';
import type { UploadLimit } from './uploadLimit';
import type { PlannedFile } from './uploadPlan';

/** Bytes per read at most: many, because each read wakes two threads. */
const maxChunkBytes = 1024 * 1024;

/**
 * The same where the system does not show what it holds of a connection. Whole chunks are all that is seen to go there,
 * so 3 kB/s have to take one in less than the time in which a connection stalls.
 */
const maxUnseenChunkBytes = 128 * 1024;

/** Bytes of one chunk of each body of an upload, so that many at once do not need much more memory than a few. */
const maxBufferedBytes = 16 * 1024 * 1024;

/** @param parallelFiles number of bodies that may be open at the same time */
export function getChunkBytes(parallelFiles: number, { areQueuesShown = showsSendQueues } = {}): number {
  const maxBytes = areQueuesShown ? maxChunkBytes : maxUnseenChunkBytes;
  return Math.floor(Math.min(maxBytes, maxBufferedBytes / parallelFiles));
}

/** Chunks in memory at once: one is sent while the next one is read. */
const maxMemories = 2;

/** Memory of a chunk that was handed on. */
interface LentMemory {
  readonly memory: ArrayBufferLike;
  /** Position in the file after the chunk. */
  readonly end: number;
}

/** Opens a file for one body, which closes it. */
export type OpenForBody = () => Promise<Pick<OpenFile, 'opened' | 'read' | 'finish' | 'close'>>;

/**
 * The body of one PUT: exactly the planned number of bytes of a file that it opens for itself, so that it shares nothing
 * with the body of another attempt. It is destroyed with a FileChangedError when the file has been written to or turns
 * out shorter, and with a FileUnreadableError when it cannot be read. Two pieces of memory do for all of its chunks:
 * whoever resumes it no longer needs those that it has got before.
 */
export class FileBody extends Readable {
  #position = 0;
  #opening: ReturnType<OpenForBody> | undefined;
  readonly #lent: LentMemory[] = [];
  readonly #free: ArrayBufferLike[] = [];
  /** About all bytes, once the last one was read. */
  sent: ReadFile | undefined;

  readonly #destroyed = new AbortController();

  readonly #file: PlannedFile;
  readonly #open: OpenForBody;
  readonly #chunkBytes: number;
  readonly #limit: UploadLimit | undefined;

  constructor(file: PlannedFile, open: OpenForBody, chunkBytes = getChunkBytes(1), limit?: UploadLimit) {
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

  /** undici pauses a body with each chunk, and resumes it when the socket has taken everything. */
  override resume(): this {
    const taken = this.#position - this.readableLength;
    for (const { memory, end } of this.#lent.splice(0)) {
      if (end <= taken) this.#free.push(memory);
      else this.#lent.push({ memory, end });
    }
    return super.resume();
  }

  override _read(): void {
    this.#readChunk().then(
      (chunk) => {
        this.#position += chunk.length;
        this.#lend(chunk);
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

  /** Notes the memory of a chunk; what was never given back belongs to whoever has it. */
  #lend(chunk: Buffer): void {
    this.#lent.push({ memory: chunk.buffer, end: this.#position });
    if (this.#lent.length > maxMemories) this.#lent.shift();
  }

  /** Memory that nobody needs any more. */
  #takeMemory(lengthBytes: number): Uint8Array {
    const free = this.#free.pop();
    if (free === undefined || free.byteLength < lengthBytes) return Buffer.allocUnsafeSlow(lengthBytes);
    return new Uint8Array(free, 0, lengthBytes);
  }

  async #readChunk(): Promise<Buffer> {
    const opened = await (this.#opening ??= this.#open());
    if (this.#position === 0) assertNotWritten(this.#file, opened.opened);
    const chunkBytes = Math.min(this.#chunkBytes, this.#limit?.turnBytes ?? Infinity);
    const lengthBytes = Math.min(chunkBytes, this.#file.size - this.#position);
    // Here, because a body that waits for its file is never paused: only a connection that takes nothing stalls.
    await this.#limit?.take(lengthBytes, this.#destroyed.signal);
    const chunk = await opened.read(this.#takeMemory(lengthBytes));
    if (chunk.length === 0) throw new FileChangedError(this.#file.name, 'size');
    // The end follows the last bytes at once, because a server that has all of them may close the connection.
    if (this.#position + chunk.length === this.#file.size) this.sent = await opened.finish();
    return chunk;
  }
}
