import { constants } from 'node:buffer';
import { randomUUID } from 'node:crypto';
import type { BigIntStats } from 'node:fs';
import { type FileHandle, open, rename, rm, stat } from 'node:fs/promises';
import { getErrnoCode } from '../upload/errnoCode';
import { JournalError, RecordGoneError, RecordUnreadableError } from './errors';
import { DamagedRecordError, RecordDecoder } from './journalFormat';
import type { LaunchLock } from './launchLock';
import { foldEntries, type GrowingRecord } from './launchRecord';

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

interface ReadRecord {
  readonly record: GrowingRecord;
  /** The state before reading, so that a concurrent write shows at the next read. */
  readonly state: FileState;
  /** Bytes up to the end of the last complete line. */
  readonly length: number;
  /** The last line is complete except for its line feed. */
  readonly lacksLineFeed: boolean;
}

/** @throws RecordGoneError, RecordUnreadableError, DamagedRecordError */
export async function readRecord(file: string, launch: string): Promise<ReadRecord> {
  return await withRecord(file, 'r', (handle) => decodeRecord(handle, launch));
}

/** @throws RecordGoneError, RecordUnreadableError, the errors of the work */
export async function withRecord<T>(
  file: string,
  flags: 'r' | 'r+',
  work: (handle: FileHandle) => Promise<T>,
): Promise<T> {
  // Opening a pipe would block until a writer opens it.
  if (!(await wrapReadError(() => stat(file))).isFile()) throw new RecordUnreadableError('notRegular');
  const handle = await wrapReadError(() => open(file, flags));
  try {
    return await work(handle);
  } finally {
    await handle.close().catch(() => undefined);
  }
}

/** @throws RecordGoneError, RecordUnreadableError, DamagedRecordError */
export async function decodeRecord(handle: FileHandle, launch: string): Promise<ReadRecord> {
  const state = await readFileState(handle);
  // An empty record is the rest of a removed one, and is never continued.
  if (state.bytes === 0) throw new RecordGoneError();
  if (state.bytes > maxRecordBytes) throw new DamagedRecordError('tooLarge');
  const decoder = new RecordDecoder();
  await forEachPiece(handle, state.bytes, (piece) => {
    decoder.add(piece);
  });
  if ((await readFileState(handle)).bytes === 0) throw new RecordGoneError();
  const { first, entries, length, lacksLineFeed } = decoder.end();
  if (first.launch !== launch) throw new DamagedRecordError('foreign');
  return { record: foldEntries(first, entries), state, length, lacksLineFeed };
}

/** @throws RecordGoneError, RecordUnreadableError */
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

async function forEachPiece(
  handle: FileHandle,
  bytes: number,
  take: (piece: Buffer) => Promise<void> | void,
): Promise<void> {
  const buffer = Buffer.allocUnsafe(Math.min(pieceBytes, bytes));
  for (let position = 0; position < bytes;) {
    const length = Math.min(buffer.length, bytes - position);
    const { bytesRead } = await wrapReadError(() => handle.read(buffer, 0, length, position));
    if (bytesRead === 0) return;
    await take(buffer.subarray(0, bytesRead));
    position += bytesRead;
  }
}

/**
 * Creates a file that nobody else has open and moves it into the record's place. Each owner continues a launch in a
 * file of its own: an earlier owner that was only suspended keeps writing to the earlier file, which is no longer
 * read. Unplaced files of earlier owners must have been removed, so that none can be moved into this place later.
 *
 * @returns the file, open for appending
 * @throws LockLostError, an error of the system
 */
export async function writeRecord(
  file: string,
  lock: LaunchLock,
  write: (handle: FileHandle) => Promise<void>,
): Promise<FileHandle> {
  const made = `${file.slice(0, -recordExtension.length)}.${randomUUID()}${unplacedExtension}`;
  const handle = await open(made, 'ax');
  try {
    await write(handle);
    await handle.sync();
    await lock.requireOwnership();
    await rename(made, file);
    return handle;
  } catch (error) {
    await handle.close().catch(() => undefined);
    await rm(made, { force: true }).catch(() => undefined);
    throw error;
  }
}

/** @throws RecordGoneError when the record is shorter by now, JournalError */
export async function copyRecord(from: FileHandle, bytes: number, to: FileHandle): Promise<void> {
  let copied = 0;
  await forEachPiece(from, bytes, async (piece) => {
    await to.writeFile(piece);
    copied += piece.length;
  });
  if (copied < bytes) throw new RecordGoneError();
}

export const recordExtension = '.launch';

/** File extension of a record that has not been moved into its place. */
export const unplacedExtension = '.next';

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
