import { randomUUID } from 'node:crypto';
import { constants } from 'node:buffer';
import type { BigIntStats } from 'node:fs';
import { open, rename, rm, stat, type FileHandle } from 'node:fs/promises';
import { systemErrorCode } from '../upload/errnoCode';
import { JournalError, RecordGoneError, RecordUnreadableError } from './errors';
import { DamagedRecordError, RecordDecoder } from './journalFormat';
import type { LaunchLock } from './launchLock';
import { foldEntries, type GrowingRecord } from './launchRecord';

/** The plan is one text, and what follows it is shorter. Larger records are nothing that this program wrote; bytes. */
const maxRecordBytes = 2 * constants.MAX_STRING_LENGTH;

/** So much is taken at once, so that a large record keeps nothing else waiting; bytes. */
const pieceBytes = 256 * 1024;

/** By which it is seen that a file is another one than when it was read. */
export interface FileState {
  readonly bytes: number;
  readonly mtimeNs: string;
}

interface ReadRecord {
  readonly record: GrowingRecord;
  /** As it was before it was read: what is written meanwhile is seen at the next look. */
  readonly state: FileState;
  /** Bytes up to the end of the last whole line. */
  readonly length: number;
  /** The last line is whole but for its line feed. */
  readonly lacksLineFeed: boolean;
}

/** @throws RecordGoneError, RecordUnreadableError, DamagedRecordError */
export async function readRecord(file: string, launch: string): Promise<ReadRecord> {
  return await withRecord(file, 'r', (handle) => decodeRecord(handle, launch));
}

/** @throws RecordGoneError, RecordUnreadableError, what the work throws */
export async function withRecord<T>(
  file: string,
  flags: 'r' | 'r+',
  work: (handle: FileHandle) => Promise<T>,
): Promise<T> {
  // To open a pipe takes as long as nobody writes to it.
  if (!(await reading(() => stat(file))).isFile()) throw new RecordUnreadableError('notRegular');
  const handle = await reading(() => open(file, flags));
  try {
    return await work(handle);
  } finally {
    await handle.close().catch(() => undefined);
  }
}

/** @throws RecordGoneError, RecordUnreadableError, DamagedRecordError */
export async function decodeRecord(handle: FileHandle, launch: string): Promise<ReadRecord> {
  const state = await fileState(handle);
  // Nothing ever becomes of an empty record: it is what is left of one that was removed.
  if (state.bytes === 0) throw new RecordGoneError();
  if (state.bytes > maxRecordBytes) throw new DamagedRecordError('tooLarge');
  const decoder = new RecordDecoder();
  await eachPiece(handle, state.bytes, (piece) => {
    decoder.add(piece);
  });
  if ((await fileState(handle)).bytes === 0) throw new RecordGoneError();
  const { first, entries, length, lacksLineFeed } = decoder.end();
  if (first.launch !== launch) throw new DamagedRecordError('foreign');
  return { record: foldEntries(first, entries), state, length, lacksLineFeed };
}

/** @throws RecordGoneError, RecordUnreadableError */
export async function fileState(handle: FileHandle): Promise<FileState> {
  return asState(await reading(() => handle.stat({ bigint: true })));
}

/** @throws RecordGoneError, RecordUnreadableError */
export async function stateOf(file: string): Promise<FileState> {
  return asState(await reading(() => stat(file, { bigint: true })));
}

function asState({ size, mtimeNs }: BigIntStats): FileState {
  return { bytes: Number(size), mtimeNs: String(mtimeNs) };
}

async function eachPiece(
  handle: FileHandle,
  bytes: number,
  take: (piece: Buffer) => Promise<void> | void,
): Promise<void> {
  const buffer = Buffer.allocUnsafe(Math.min(pieceBytes, bytes));
  for (let position = 0; position < bytes;) {
    const length = Math.min(buffer.length, bytes - position);
    const { bytesRead } = await reading(() => handle.read(buffer, 0, length, position));
    if (bytesRead === 0) return;
    await take(buffer.subarray(0, bytesRead));
    position += bytesRead;
  }
}

/**
 * Makes a file that nobody else has open and puts it in the place of the record. Whoever goes on with a launch does so
 * in a file of its own: what an earlier owner still writes, who may only have been stopped for a while, goes to the
 * earlier file, which nobody reads any more. A name that is left by an earlier owner must be gone by now, so that its
 * file cannot come into this place later.
 *
 * @returns the file, open to be appended to. @throws LockLostError, an error of the system
 */
export async function placeRecord(
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

/** @throws RecordGoneError when there is less than that by now, JournalError */
export async function copyRecord(from: FileHandle, bytes: number, to: FileHandle): Promise<void> {
  let copied = 0;
  await eachPiece(from, bytes, async (piece) => {
    await to.writeFile(piece);
    copied += piece.length;
  });
  if (copied < bytes) throw new RecordGoneError();
}

export const recordExtension = '.launch';

/** The extension of a record that is not in its place yet. */
export const unplacedExtension = '.next';

/** @throws RecordGoneError, RecordUnreadableError */
async function reading<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    const code = systemErrorCode(error);
    throw code === 'ENOENT' ? new RecordGoneError() : new RecordUnreadableError(code);
  }
}

/** @throws JournalError in place of the errors of the system */
export async function writing<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    // Those that were made here have a kind, and some of them a code.
    if (code === undefined || 'kind' in (error as Error)) throw error;
    throw new JournalError(code);
  }
}
