import { stat } from 'node:fs/promises';
import { FileChangedError, FileUnreadableError } from './errors';
import { hashOf } from './fileHash';
import { fileChange, fileIdentity, plannedChange, writtenChange, type FileIdentity } from './fileIdentity';
import { isNotRegular, openRegularFile } from './openFile';
import { systemErrorCode } from './systemError';
import type { PlannedFile } from './uploadPlan';

/** @throws FileChangedError when a file that was not sent yet is not the planned one, FileUnreadableError */
export async function requirePlanned(file: PlannedFile): Promise<void> {
  requireUnchanged(file, plannedChange(file.identity, await currentIdentity(file)));
}

/** @throws FileChangedError when anything of the state that the plan recorded is another, FileUnreadableError */
export async function requirePlannedState(file: PlannedFile): Promise<void> {
  requireUnchanged(file, fileChange(file.identity, await currentIdentity(file)));
}

/**
 * After a file was sent. Where only such marks differ from the plan as move without a write, it is read once more: its
 * bytes decide.
 * @param sha256 in hex, of what was sent
 * @throws FileChangedError, FileUnreadableError, or the reason of the signal
 */
export async function requireSent(file: PlannedFile, sha256: string, signal: AbortSignal): Promise<void> {
  const identity = await currentIdentity(file);
  const change = fileChange(file.identity, identity);
  if (change === undefined) return;
  const isSame =
    writtenChange(file.identity, identity) === undefined && (await currentHash(file, signal)) === sha256;
  if (!isSame) throw new FileChangedError(file.name, change);
}

export function requireUnchanged(file: PlannedFile, change: FileChangedError['change'] | undefined): void {
  if (change !== undefined) throw new FileChangedError(file.name, change);
}

async function currentIdentity(file: PlannedFile): Promise<FileIdentity> {
  try {
    return fileIdentity(await stat(file.path, { bigint: true }));
  } catch (error) {
    throw openingError(file, error);
  }
}

async function currentHash(file: PlannedFile, signal: AbortSignal): Promise<string> {
  const { handle, identity } = await openPlanned(file);
  try {
    requireUnchanged(file, writtenChange(file.identity, identity));
    return await hashOf(handle, signal);
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof FileChangedError) throw error;
    throw new FileUnreadableError(file.name, systemErrorCode(error));
  } finally {
    await handle.close();
  }
}

/** @throws FileChangedError, FileUnreadableError */
export async function openPlanned(file: PlannedFile): ReturnType<typeof openRegularFile> {
  return await openRegularFile(file.path).catch((error: unknown) => {
    throw openingError(file, error);
  });
}

function openingError(file: PlannedFile, error: unknown): Error {
  const code = systemErrorCode(error);
  // The second: a folder on the way is a file by now.
  if (code === 'ENOENT' || code === 'ENOTDIR') return new FileChangedError(file.name, 'gone');
  // The plan holds regular files only, so something else was put in the place of this one.
  if (isNotRegular(error)) return new FileChangedError(file.name, 'replaced');
  return new FileUnreadableError(file.name, code);
}
