import { raceAbort } from '../client/core/raceAbort';
import { getErrnoCode } from './errnoCode';
import { FileChangedError, FileUnreadableError } from './errors';
import { isNotRegular } from './fileAccessError';
import {
  type FileChange,
  type FileIdentity,
  findFileChange,
  findUnreadChange,
  findWrittenChange,
} from './fileIdentity';
import type { HashedFile, ReadResult } from './fileReader';
import { type FileThread, getFileThread } from './fileThread';
import { OpenFile } from './openFile';
import type { PlannedFile } from './uploadPlan';

/** Bytes that are hashed in one go. Cancelling takes effect between two such steps. */
export const maxStepBytes = 1024 * 1024;

/** @throws FileChangedError when the file differs in any way from the recorded state, FileUnreadableError */
export async function assertPlannedState(file: PlannedFile): Promise<void> {
  const change = findFileChange(file.identity, await readIdentity(file));
  if (change !== undefined) throw new FileChangedError(file.name, change);
}

/** How a file differs from its planned state, of which the change time counts once its bytes are known. */
export function findPlannedChange(
  { identity, sha256 }: PlannedFile,
  now: FileIdentity,
): FileChange | undefined {
  return sha256 === undefined ? findUnreadChange(identity, now) : findFileChange(identity, now);
}

/**
 * Ensures that the file at the path has the planned bytes. If only properties differ that change without a write,
 * and its hash is known, the file is read and its bytes decide.
 * @throws FileChangedError, FileUnreadableError, or the reason of the signal
 */
export async function assertUnchanged(file: PlannedFile, signal: AbortSignal): Promise<void> {
  const now = await raceAbort(readIdentity(file), signal);
  if (findPlannedChange(file, now) === undefined) return;
  await assertSameBytes(file, now, () => readHash(file, signal));
}

/**
 * Ensures that a file in this state has the planned bytes.
 * @param hash reads them; called only if the state leaves it open
 * @throws FileChangedError, and the errors of `hash`
 */
export async function assertSameBytes(
  file: PlannedFile,
  now: FileIdentity,
  hash: () => Promise<Bytes>,
): Promise<void> {
  const change = findPlannedChange(file, now);
  if (change === undefined) return;
  const mayBeSame = file.sha256 !== undefined && findWrittenChange(file.identity, now) === undefined;
  if (!mayBeSame || !hasPlannedBytes(file, await hash())) throw new FileChangedError(file.name, change);
}

/** Whether what is sent of a file has to be hashed; otherwise its checksum is compared. */
export function isToHash({ sha256, checksum }: PlannedFile): boolean {
  return sha256 === undefined || checksum === undefined;
}

/** The bytes of a file as they were read. */
type Bytes = Pick<ReadResult, 'sha256' | 'checksum'>;

/**
 * Compares what was read of a file with what is known of the planned bytes. The checksum is enough: it shows any
 * change that happens by accident.
 */
export function hasPlannedBytes(file: PlannedFile, bytes: Bytes): boolean {
  if (file.checksum !== undefined) return file.checksum === bytes.checksum;
  return file.sha256 === undefined || file.sha256 === bytes.sha256;
}

/** The bytes of a planned file and the state before they were read, see {@link PlannedFile}. */
export type HashedBytes = Required<Pick<PlannedFile, 'identity' | 'sha256' | 'checksum'>>;

/**
 * Hashes a file that is in the planned state.
 * @param thread reads it; the one for all other work by default
 * @throws FileChangedError, FileUnreadableError, or the reason of the signal
 */
export async function hashPlannedFile(
  file: PlannedFile,
  signal: AbortSignal,
  thread?: FileThread,
): Promise<HashedBytes> {
  const { sha256 = '', checksum, opened, closed } = await readHash(file, signal, thread);
  const change = findUnreadChange(file.identity, closed);
  if (change !== undefined) throw new FileChangedError(file.name, change);
  // The state before reading, so that the bytes are compared if anything changes meanwhile.
  return { identity: opened, sha256, checksum };
}

/**
 * @param isHashed whether to hash what is read
 * @throws FileChangedError, FileUnreadableError, or the reason of the signal
 */
export async function openPlanned(
  file: PlannedFile,
  isHashed: boolean,
  signal: AbortSignal,
  thread?: FileThread,
): Promise<OpenFile> {
  return await explain(file, signal, OpenFile.open(file.path, isHashed, signal, thread));
}

/** Reads the whole of an open file. @throws FileUnreadableError, or the reason of the signal */
export async function readToEnd(
  file: PlannedFile,
  opened: OpenFile,
  signal: AbortSignal,
): Promise<ReadResult> {
  for (let position = 0, length = -1; length !== 0; position += length) {
    length = await explain(file, signal, opened.skim(position, maxStepBytes));
  }
  return await explain(file, signal, opened.finish());
}

/**
 * Passes on what a thread for files has to say about one.
 * @throws FileChangedError, FileUnreadableError, or the reason of the signal
 */
export async function explain<T>(file: PlannedFile, signal: AbortSignal, work: Promise<T>): Promise<T> {
  try {
    return await raceAbort(work, signal);
  } catch (error) {
    signal.throwIfAborted();
    throw toFileError(file, error);
  }
}

/** Reads the planned bytes. @throws FileChangedError, FileUnreadableError, or the reason of the signal */
export async function readPlanned(file: PlannedFile, signal: AbortSignal): Promise<Buffer> {
  const opened = await openPlanned(file, isToHash(file), signal);
  try {
    const bytes = await explain(file, signal, opened.readAll(file.size, signal));
    if (!hasPlannedBytes(file, await explain(file, signal, opened.finish())))
      throw new FileChangedError(file.name, 'content');
    return bytes;
  } finally {
    opened.close();
  }
}

async function readIdentity(file: PlannedFile): Promise<FileIdentity> {
  try {
    return await getFileThread().call('look', file.path);
  } catch (error) {
    throw toFileError(file, error);
  }
}

async function readHash(file: PlannedFile, signal: AbortSignal, thread?: FileThread): Promise<HashedFile> {
  const opened = await openPlanned(file, true, signal, thread);
  try {
    return { opened: opened.identity, ...(await readToEnd(file, opened, signal)) };
  } finally {
    opened.close();
  }
}

/** @param error what a thread for files says about a file. @returns FileChangedError or FileUnreadableError */
function toFileError(file: PlannedFile, error: unknown): FileChangedError | FileUnreadableError {
  const code = getErrnoCode(error);
  // ENOTDIR: a parent folder is a file by now.
  if (code === 'ENOENT' || code === 'ENOTDIR') return new FileChangedError(file.name, 'gone');
  // The plan holds regular files only, so this one was replaced.
  if (isNotRegular(error)) return new FileChangedError(file.name, 'replaced');
  return new FileUnreadableError(file.name, code);
}
