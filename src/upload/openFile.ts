import { raceAbort } from '../client/core/raceAbort';
import type { FileIdentity } from '../files/fileIdentity';
import { retryWhenOpen } from '../files/retryWhenOpen';
import type { ReadFile } from './fileReader';
import { type FileThread, getFileThread } from './fileThread';

/**
 * A regular file that is open in the thread for files, to be read once from its beginning. The thread does one thing
 * after the other, so a read that nobody waits for any more ends before the file is closed. The methods throw a
 * `FileAccessError`.
 */
export class OpenFile {
  /** The state in which it was opened. */
  readonly opened: FileIdentity;
  readonly #thread: FileThread;
  readonly #file: number;

  private constructor(thread: FileThread, file: number, opened: FileIdentity) {
    this.#thread = thread;
    this.#file = file;
    this.opened = opened;
  }

  /** @throws FileAccessError, or the reason of the signal */
  static async open(path: string, signal: AbortSignal): Promise<OpenFile> {
    const opening = retryWhenOpen(async () => {
      const thread = getFileThread();
      const { file, opened } = await thread.call('open', path);
      return new OpenFile(thread, file, opened);
    });
    try {
      return await raceAbort(opening, signal);
    } catch (error) {
      void opening.then((late) => late.close()).catch(() => undefined);
      throw error;
    }
  }

  /**
   * Reads the next bytes into memory, which moves to the thread and back, so that no other one is needed.
   * @returns the part of the memory that was filled: all of it but at the end of the file
   */
  async read(memory: Uint8Array): Promise<Buffer> {
    const bytes = await this.#thread.call('read', this.#file, memory);
    return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  }

  /** As {@link read}, without the bytes. @returns their number */
  async skim(lengthBytes: number): Promise<number> {
    return await this.#thread.call('skim', this.#file, lengthBytes);
  }

  /** About everything that was read, and the state of the file now. Closes the file. */
  async finish(): Promise<ReadFile> {
    return await this.#thread.call('finish', this.#file);
  }

  /** Nobody waits for it, because a lost drive would delay it. */
  close(): void {
    this.#thread.call('close', this.#file).catch(() => undefined);
  }
}
