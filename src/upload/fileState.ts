import { fstatSync } from 'node:fs';
import { type FileHandle, stat } from 'node:fs/promises';
import { getErrnoCode } from './errnoCode';
import { FileChangedError, FileUnreadableError } from './errors';
import { closeFile } from './fileBody';
import { hashOf } from './fileHash';
import { type FileIdentity, findFileChange, findWrittenChange, toFileIdentity } from './fileIdentity';
import { isNotRegular, type OpenFile, openRegularFile } from './openRegularFile';
import type { PlannedFile } from './uploadPlan';

/** @throws FileChangedError when the file differs in any way from the recorded state, FileUnreadableError */
export async function assertPlannedState(file: PlannedFile): Promise<void> {
  assertState(file, await readIdentity(file));
}

/**
 * Ensures that the file at the path has the planned bytes. If only properties differ that change without a write,
 * and its hash is known, the file is read and its bytes decide.
 * @throws FileChangedError, FileUnreadableError, or the reason of the signal
 */
export async function assertUnchanged(file: PlannedFile, signal: AbortSignal): Promise<void> {
  if (findFileChange(file.identity, await readIdentity(file)) === undefined) return;
  const opened = await openPlanned(file);
  try {
    await assertUnchangedOpen(file, opened, signal);
  } finally {
    await closeFile(opened.handle);
  }
}

/** As above for an open file. */
export async function assertUnchangedOpen(
  file: PlannedFile,
  { handle, identity }: OpenFile,
  signal: AbortSignal,
): Promise<void> {
  const change = findFileChange(file.identity, identity);
  if (change === undefined) return;
  const mayBeSame = file.sha256 !== undefined && findWrittenChange(file.identity, identity) === undefined;
  if (!mayBeSame || (await readHash(file, handle, signal)) !== file.sha256)
    throw new FileChangedError(file.name, change);
}

/**
 * @returns SHA-256 in hex of a file that is in the planned state
 * @throws FileChangedError, FileUnreadableError, or the reason of the signal
 */
export async function hashPlannedFile(file: PlannedFile, signal: AbortSignal): Promise<string> {
  const { handle } = await openPlanned(file);
  try {
    const sha256 = await readHash(file, handle, signal);
    // Checked after reading: the change time never returns to an earlier value.
    assertState(file, toFileIdentity(fstatSync(handle.fd, { bigint: true })));
    return sha256;
  } finally {
    await closeFile(handle);
  }
}

function assertState(file: PlannedFile, now: FileIdentity): void {
  const change = findFileChange(file.identity, now);
  if (change !== undefined) throw new FileChangedError(file.name, change);
}

async function readIdentity(file: PlannedFile): Promise<FileIdentity> {
  try {
    return toFileIdentity(await stat(file.path, { bigint: true }));
  } catch (error) {
    throw toOpeningError(file, error);
  }
}

async function readHash(file: PlannedFile, handle: FileHandle, signal: AbortSignal): Promise<string> {
  try {
    return await hashOf(handle, signal);
  } catch (error) {
    signal.throwIfAborted();
    throw new FileUnreadableError(file.name, getErrnoCode(error));
  }
}

/** @throws FileChangedError, FileUnreadableError */
export async function openPlanned(file: PlannedFile): Promise<OpenFile> {
  return await openRegularFile(file.path).catch((error: unknown) => {
    throw toOpeningError(file, error);
  });
}

function toOpeningError(file: PlannedFile, error: unknown): Error {
  const code = getErrnoCode(error);
  // ENOTDIR: a parent folder is a file by now.
  if (code === 'ENOENT' || code === 'ENOTDIR') return new FileChangedError(file.name, 'gone');
  // The plan holds regular files only, so this one was replaced.
  if (isNotRegular(error)) return new FileChangedError(file.name, 'replaced');
  return new FileUnreadableError(file.name, code);
}
