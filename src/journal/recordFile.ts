import { constants } from 'node:buffer';
import type { BigIntStats } from 'node:fs';
import { type FileHandle, open, stat } from 'node:fs/promises';
import { getErrnoCode } from '../files/errnoCode';
import { type Patience, removeSoon, retryWhenOpen } from '../files/retryWhenOpen';
import { JournalError, RecordGoneError, RecordUnreadableError } from './errors';
import { DamagedRecordError, type DecodedRecord, RecordDecoder, type RecordFormat } from './recordLines';
import { LockLostError } from './recordLock';

/**
 * Limit for a record: its plan is one string, and the rest is shorter. Larger files were not written by this
 * extension; bytes.
 */
const maxRecordBytes = 2 * constants.MAX_STRING_LENGTH;

/** Size of the chunks that are read at once, so that a large record does not block other work; bytes. */
const pieceBytes = 256 * 1024;

/** Properties that reveal whether a file has changed since it was read. */
export interface FileState {
  readonly bytes: number;
  readonly mtimeNs: string;
}

/** @throws RecordGoneError, RecordUnreadableError, the errors of the work */
export async function withRecord<T>(
  file: string,
  work: (handle: FileHandle) => Promise<T>,
  patience?: Patience,
): Promise<T> {
  // Opening a pipe would block until a writer opens it.
  if (!(await wrapReadError(() => stat(file))).isFile()) throw new RecordUnreadableError('notRegular');
  const handle = await wrapReadError(() => retryWhenOpen(() => open(file, 'r'), patience));
  try {
    return await work(handle);
  } finally {
    await handle.close().catch(() => undefined);
  }
}

/**
 * @returns what the file says, and its state before reading, so that a concurrent write shows at the next read
 * @throws RecordUnreadableError, DamagedRecordError
 */
export async function decodeRecord<First, Entry>(
  handle: FileHandle,
  id: string,
  format: RecordFormat<First, Entry>,
): Promise<DecodedRecord<First, Entry> & { readonly state: FileState }> {
  const state = await readFileState(handle);
  if (state.bytes > maxRecordBytes) throw new DamagedRecordError('tooLarge');
  const decoder = new RecordDecoder(format);
  const buffer = Buffer.allocUnsafe(Math.min(pieceBytes, state.bytes));
  for (let position = 0; position < state.bytes;) {
    const length = Math.min(buffer.length, state.bytes - position);
    const { bytesRead } = await wrapReadError(() => handle.read(buffer, 0, length, position));
    if (bytesRead === 0) break;
    decoder.add(buffer.subarray(0, bytesRead));
    position += bytesRead;
  }
  const decoded = decoder.end();
  if (format.idOf(decoded.first) !== id) throw new DamagedRecordError('foreign');
  return { ...decoded, state };
}

/** @throws RecordUnreadableError */
export async function readFileState(handle: FileHandle): Promise<FileState> {
  return toState(await wrapReadError(() => handle.stat({ bigint: true })));
}

/** @throws RecordGoneError, RecordUnreadableError */
export async function stateOf(file: string): Promise<FileState> {
  return toState(await wrapReadError(() => stat(file, { bigint: true })));
}

function toState({ size, mtimeNs }: BigIntStats): FileState {
  return { bytes: Number(size), mtimeNs: String(mtimeNs) };
}

/** Creates a file of a record. */
export interface RecordFileOptions {
  readonly path: string;
  /** Path of the file in which another window would continue the record. */
  readonly nextPath: string;
  /** Writes what the file begins with. */
  readonly write: (file: RecordFile) => Promise<void>;
  /** Called once that is flushed. */
  readonly confirm: () => Promise<void>;
}

/** A file of a record that this window has created, so that no other window writes to it. */
export class RecordFile {
  readonly path: string;
  /** End of the last complete line; bytes. */
  #length = 0;
  /** End of what may have been written; bytes. */
  #writtenEnd = 0;

  readonly #nextPath: string;
  readonly #handle: FileHandle;
  readonly #stats: BigIntStats;

  private constructor({ path, nextPath }: RecordFileOptions, handle: FileHandle, stats: BigIntStats) {
    this.path = path;
    this.#nextPath = nextPath;
    this.#handle = handle;
    this.#stats = stats;
  }

  /**
   * Creates the file. If that fails, it is removed, unless another window has it by now.
   * @throws LockLostError if there is such a file, because another window continues the record; JournalError; the errors
   * of what is called
   */
  static async create(options: RecordFileOptions): Promise<RecordFile> {
    const { path, write, confirm } = options;
    return await wrapWriteError(async () => {
      const handle = await retryWhenOpen(() => open(path, 'wx', 0o600)).catch((error: unknown) => {
        throw getErrnoCode(error) === 'EEXIST' ? new LockLostError() : error;
      });
      let stats: BigIntStats | undefined;
      try {
        stats = await handle.stat({ bigint: true });
        const file = new RecordFile(options, handle, stats);
        await write(file);
        await handle.sync();
        await confirm();
        return file;
      } catch (error) {
        await handle.close().catch(() => undefined);
        const found = await statIfThere(path).catch(() => undefined);
        if (found !== undefined && (stats === undefined || isSameFile(stats, found))) await removeSoon(path);
        throw error;
      }
    });
  }

  /**
   * Writes a line. If it does not fit on the disk, it is removed completely.
   *
   * Each line is written at its place, because Windows cannot cut a file that is open for appending. If the rest of a
   * line that failed cannot be cut off nevertheless, it is overwritten with zeros before the next line takes its place.
   * So a line never has remains of a longer one behind it that could be taken for damage: zeros are read as a torn
   * write, which never announced a request that was sent.
   * @throws JournalError
   */
  async append(line: string | Buffer, { isFlushed = true } = {}): Promise<void> {
    await wrapWriteError(async () => {
      if (this.#writtenEnd > this.#length) await this.#clearRest();
      const bytes = Buffer.from(line);
      this.#writtenEnd = this.#length + bytes.length;
      try {
        await this.#writeAt(bytes, this.#length);
        if (isFlushed) await this.#handle.datasync();
      } catch (error) {
        await this.#clearRest().catch(() => undefined);
        throw error;
      }
      this.#length = this.#writtenEnd;
    });
  }

  /** @throws JournalError */
  async flush(): Promise<void> {
    await wrapWriteError(() => this.#handle.datasync());
  }

  /**
   * Ensures that this file still counts: one that was removed, replaced by a copy or continued elsewhere is never
   * read.
   * @throws RecordGoneError, LockLostError, JournalError when that is unknown
   */
  async requirePlace(): Promise<void> {
    const found = await statIfThere(this.path);
    if (found === undefined || !isSameFile(this.#stats, found)) throw new RecordGoneError();
    if ((await statIfThere(this.#nextPath)) !== undefined) throw new LockLostError();
  }

  /** Never throws: all that matters is flushed before, and whoever closes has more important things to say. */
  async close(): Promise<void> {
    await this.#handle.close().catch(() => undefined);
  }

  async #clearRest(): Promise<void> {
    try {
      await this.#handle.truncate(this.#length);
    } catch {
      await this.#writeAt(Buffer.alloc(this.#writtenEnd - this.#length), this.#length);
      await this.#handle.datasync();
    }
    this.#writtenEnd = this.#length;
  }

  async #writeAt(bytes: Buffer, position: number): Promise<void> {
    for (let done = 0; done < bytes.length;) {
      const { bytesWritten } = await this.#handle.write(bytes, done, bytes.length - done, position + done);
      done += bytesWritten;
    }
  }
}

/** @throws JournalError when that is unknown */
async function statIfThere(file: string): Promise<BigIntStats | undefined> {
  return await wrapWriteError(() =>
    stat(file, { bigint: true }).catch((error: unknown) => {
      if (getErrnoCode(error) !== 'ENOENT') throw error;
      return undefined;
    }),
  );
}

/** Some versions of Windows and Node.js return devices of 64 bits for a path and of 32 for a handle. */
const maxDevice = 2n ** 32n;

function isSameFile(own: BigIntStats, found: BigIntStats): boolean {
  const areComparable = own.dev < maxDevice && found.dev < maxDevice;
  return own.ino === found.ino && (!areComparable || own.dev === found.dev);
}

/** @throws RecordGoneError, RecordUnreadableError */
async function wrapReadError<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    const code = getErrnoCode(error);
    throw code === 'ENOENT' ? new RecordGoneError() : new RecordUnreadableError(code);
  }
}

/** @throws JournalError instead of the system's errors */
export async function wrapWriteError<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    // Errors of this extension have a kind, and some also a code.
    if (code === undefined || 'kind' in (error as Error)) throw error;
    throw new JournalError(code);
  }
}
