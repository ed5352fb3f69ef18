import { createHash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { getErrnoCode } from './errnoCode';
import { FileChangedError, FileUnreadableError } from './errors';

/**
 * Bytes per read and write: large, because each call has a cost. But a connection that does not accept one chunk
 * within the stall timeout is given up, so larger chunks would fail on slow networks. An early refusal of the file
 * server is noticed between two writes.
 */
const chunkBytes = 256 * 1024;

/**
 * Files up to this size are read at once; bytes. A stream would cost more than reading them, and connections buffer
 * as much.
 */
export const smallFileBytes = 64 * 1024;

/** Timeout of one read; a lost network drive would block readers forever; ms. */
const readTimeoutMs = 60_000;

/** Timeout for closing a file, which the system delays until a pending read ends; ms. */
const closeTimeoutMs = 1000;

interface NamedFile {
  readonly name: string;
  /** Bytes. */
  readonly size: number;
}

/** Reads an open small file completely. @throws FileChangedError when it is shorter, FileUnreadableError */
export async function readWhole(handle: FileHandle, file: NamedFile): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for (let position = 0; position < file.size; position += chunks.at(-1)?.length ?? 0) {
    chunks.push(await readChunk(handle, file, position, file.size - position));
  }
  return Buffer.concat(chunks);
}

async function readChunk(
  handle: FileHandle,
  { name }: NamedFile,
  position: number,
  length: number,
  timeMs = readTimeoutMs,
): Promise<Buffer> {
  const read = handle.read(Buffer.allocUnsafe(length), 0, length, position).catch((error: unknown) => {
    throw new FileUnreadableError(name, getErrnoCode(error));
  });
  const { bytesRead, buffer } = await withTimeLimit(read, timeMs, () => {
    throw new FileUnreadableError(name, 'ETIMEDOUT');
  });
  if (bytesRead === 0) throw new FileChangedError(name, 'size');
  return buffer.subarray(0, bytesRead);
}

/** Closes a file that may still have a pending read; then it closes later, if ever. */
export async function closeFile(handle: Pick<FileHandle, 'close'>, timeMs = closeTimeoutMs): Promise<void> {
  await withTimeLimit(handle.close(), timeMs, () => undefined);
}

/** Resolves with the work, or with the result of `late` after a timeout. */
async function withTimeLimit<T>(work: Promise<T>, ms: number, late: () => T): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  }).then(late);
  try {
    return await Promise.race([work, tooLate]);
  } finally {
    clearTimeout(timer);
    work.catch(() => undefined);
  }
}

/**
 * Streams an open file as the body of one PUT: exactly `size` bytes, hashed as they are read. The handle stays open,
 * because it belongs to the caller. A file that turns out shorter destroys the stream with a
 * {@link FileChangedError}; one that cannot be read, with a {@link FileUnreadableError}.
 */
export class FileBody extends Readable {
  readonly #hash = createHash('sha256');
  #position = 0;
  #next: Promise<Buffer | null> | undefined;

  readonly #handle: FileHandle;
  readonly #file: NamedFile;
  readonly #timeMs: number;

  constructor(handle: FileHandle, file: NamedFile, timeMs = readTimeoutMs) {
    super({ highWaterMark: chunkBytes });
    this.#handle = handle;
    this.#file = file;
    this.#timeMs = timeMs;
  }

  /** Bytes read from the file so far; some of them may not have reached the network yet. */
  get bytesRead(): number {
    return this.#position;
  }

  /** SHA-256 of the bytes read, in hex. Call it once, after the end. */
  sha256(): string {
    return this.#hash.digest('hex');
  }

  override _read(): void {
    this.#takeChunk().then(
      (chunk) => this.push(chunk),
      (error: unknown) => this.destroy(error as Error),
    );
  }

  /** Reads the next chunk while the current one is hashed and written. */
  async #takeChunk(): Promise<Buffer | null> {
    const chunk = await (this.#next ?? this.#readChunk());
    if (chunk === null) return null;
    this.#position += chunk.length;
    this.#next = this.#readChunk();
    // Its error is reported when the chunk is needed, if ever.
    this.#next.catch(() => undefined);
    this.#hash.update(chunk);
    return chunk;
  }

  async #readChunk(): Promise<Buffer | null> {
    const wanted = Math.min(chunkBytes, this.#file.size - this.#position);
    return wanted === 0
      ? null
      : await readChunk(this.#handle, this.#file, this.#position, wanted, this.#timeMs);
  }
}
