/** Compares files with the state that the plan has recorded, before, while and after they are read. */

import { raceAbort } from '../client/core/raceAbort';
import { getErrnoCode } from '../files/errnoCode';
import { isNotRegular } from '../files/fileAccessError';
import {
  type FileChange,
  type FileIdentity,
  findFileChange,
  findUnreadChange,
  findWrittenChange,
} from '../files/fileIdentity';
import { retryWhenOpen } from '../files/retryWhenOpen';
import { FileChangedError, FileUnreadableError } from './errors';
import type { ReadFile, WholeFile } from './fileReader';
import { isSmallFile } from './fileSize';
import { getFileThread } from './fileThread';
import { OpenFile } from './openFile';
import type { PlannedFile } from './uploadPlan';

/** Bytes that are hashed in one go. Cancelling takes effect between two such steps. */
const maxStepBytes = 1024 * 1024;

/** @throws FileChangedError when the file differs in any way from the recorded state, FileUnreadableError */
export async function assertPlannedState(file: PlannedFile): Promise<void> {
  const change = findFileChange(file, await readIdentity(file));
  if (change !== undefined) throw new FileChangedError(file.name, change);
}

/** How a file differs from its planned state. The change time counts only if the hash of the file is known. */
function findPlannedChange(file: PlannedFile, now: FileIdentity): FileChange | undefined {
  return file.sha256 === undefined ? findUnreadChange(file, now) : findFileChange(file, now);
}

/**
 * Ensures that a file in this state may have the planned bytes. If their hash is known, properties that change without a
 * write do not matter, because the bytes decide.
 * @throws FileChangedError
 */
export function assertNotWritten(file: PlannedFile, now: FileIdentity): void {
  const change = findPlannedChange(file, now);
  if (change === undefined) return;
  const mayBeSame = file.sha256 !== undefined && findWrittenChange(file, now) === undefined;
  if (!mayBeSame) throw new FileChangedError(file.name, change);
}

/** Ensures that what was read of a file are the planned bytes. @throws FileChangedError */
export function assertPlannedBytes(file: PlannedFile, { closed, sha256 }: ReadFile): void {
  assertNotWritten(file, closed);
  if (file.sha256 === undefined || file.sha256 === sha256) return;
  throw new FileChangedError(file.name, findPlannedChange(file, closed) ?? 'content');
}

/**
 * Ensures that the file at the path has the planned bytes. If only properties differ that change without a write,
 * and its hash is known, the file is read and its bytes decide.
 * @throws FileChangedError, FileUnreadableError, or the reason of the signal
 */
export async function assertUnchanged(file: PlannedFile, signal: AbortSignal): Promise<void> {
  const now = await raceAbort(readIdentity(file), signal);
  if (findPlannedChange(file, now) === undefined) return;
  assertNotWritten(file, now);
  assertPlannedBytes(file, await hashFile(file, signal));
}

/** The bytes of a planned file and the state before they were read, see {@link PlannedFile}. */
export type HashedBytes = FileIdentity & Required<Pick<PlannedFile, 'sha256'>>;

/**
 * Hashes a file that is in the planned state.
 * @throws FileChangedError, FileUnreadableError, or the reason of the signal
 */
export async function hashPlannedFile(file: PlannedFile, signal: AbortSignal): Promise<HashedBytes> {
  const { sha256, opened, closed } = await hashFile(file, signal);
  const change = findUnreadChange(file, opened) ?? findUnreadChange(file, closed);
  if (change !== undefined) throw new FileChangedError(file.name, change);
  // The state before reading, so that the bytes are compared if anything changes meanwhile.
  return { ...opened, sha256 };
}

/** Reads the planned bytes in one piece. @throws FileChangedError, FileUnreadableError, or the reason of the signal */
export async function readPlanned(file: PlannedFile, signal: AbortSignal): Promise<WholeFile> {
  const read = () => getFileThread().call('readWhole', file.path, file.size);
  const whole = await explain(file, signal, retryWhenOpen(read));
  assertPlannedBytes(file, whole);
  if (whole.bytes.length < file.size) throw new FileChangedError(file.name, 'size');
  return whole;
}

/**
 * Waits for work of the thread for files, and turns its errors into errors about this file.
 * @throws FileChangedError, FileUnreadableError, or the reason of the signal
 */
async function explain<T>(file: PlannedFile, signal: AbortSignal, work: Promise<T>): Promise<T> {
  try {
    return await raceAbort(work, signal);
  } catch (error) {
    signal.throwIfAborted();
    throw toFileError(file, error);
  }
}

async function readIdentity(file: PlannedFile): Promise<FileIdentity> {
  const looked = getFileThread().call('look', file.path);
  return await looked.catch((error: unknown) => Promise.reject(toFileError(file, error)));
}

async function hashFile(file: PlannedFile, signal: AbortSignal): Promise<ReadFile> {
  const hash = () => getFileThread().call('hashWhole', file.path, file.size);
  if (isSmallFile(file)) return await explain(file, signal, retryWhenOpen(hash));
  const opened = await explain(file, signal, OpenFile.open(file.path, signal));
  try {
    for (let length = -1; length !== 0;) length = await explain(file, signal, opened.skim(maxStepBytes));
    return await explain(file, signal, opened.finish());
  } finally {
    opened.close();
  }
}

/** @param error what the thread for files says about a file */
export function toFileError(file: PlannedFile, error: unknown): FileChangedError | FileUnreadableError {
  if (error instanceof FileChangedError) return error;
  const code = getErrnoCode(error);
  // ENOTDIR: a parent folder is a file by now.
  if (code === 'ENOENT' || code === 'ENOTDIR') return new FileChangedError(file.name, 'gone');
  // The plan holds regular files only, so this one was replaced.
  if (isNotRegular(error)) return new FileChangedError(file.name, 'replaced');
  return new FileUnreadableError(file.name, code);
}
