import { raceAbort } from '../client/core/raceAbort';
import type { FileIdentity } from './fileIdentity';
import type { ReadResult } from './fileReader';
import { type FileThread, getFileThread } from './fileThread';

/** A regular file that is open in a thread for files. The methods throw a `FileAccessError`. */
export class OpenFile {
  /** The state in which it was opened. */
  readonly identity: FileIdentity;
  readonly #thread: FileThread;
  readonly #file: number;

  private constructor(thread: FileThread, file: number, identity: FileIdentity) {
    this.#thread = thread;
    this.#file = file;
    this.identity = identity;
  }

  /** @param isHashed whether to hash what is read. @throws FileAccessError, or the reason of the signal */
  static async open(
    path: string,
    isHashed: boolean,
    signal: AbortSignal,
    thread = getFileThread(),
  ): Promise<OpenFile> {
    const opening = thread
      .call('open', path, isHashed)
      .then(({ file, identity }) => new OpenFile(thread, file, identity));
    try {
      return await raceAbort(opening, signal);
    } catch (error) {
      opening.then(
        (late) => late.close(),
        () => undefined,
      );
      throw error;
    }
  }

  /** Reads the next bytes; at position 0 it begins anew. @returns fewer than asked for at the end of the file */
  async read(position: number, lengthBytes: number): Promise<Buffer> {
    const bytes = await this.#thread.call('read', this.#file, position, lengthBytes);
    return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  }

  /** Reads from its beginning to its end, and hardly more than the limit. @throws the reason of the signal as well */
  async readAll(maxBytes: number, signal: AbortSignal): Promise<Buffer> {
    const pieces: Buffer[] = [];
    let length = 0;
    while (length <= maxBytes) {
      signal.throwIfAborted();
      const piece = await this.read(length, maxBytes + 1 - length);
      if (piece.length === 0) break;
      // The memory behind a piece is as large as what was asked for.
      pieces.push(Buffer.from(piece));
      length += piece.length;
    }
    return Buffer.concat(pieces);
  }

  /** Reads other bytes into the memory of these, which nobody may use any more. */
  reuse(bytes: Buffer): void {
    this.#thread.reuse(bytes.buffer as ArrayBuffer);
  }

  /** As {@link read}, without the bytes. @returns their number */
  async skim(position: number, lengthBytes: number): Promise<number> {
    return await this.#thread.call('skim', this.#file, position, lengthBytes);
  }

  /** About everything that was read, and the state of the file now. */
  async finish(): Promise<ReadResult> {
    return await this.#thread.call('finish', this.#file);
  }

  /** Nobody waits for it, because a lost drive would delay it. */
  close(): void {
    this.#thread.call('close', this.#file).catch(() => undefined);
  }
}
