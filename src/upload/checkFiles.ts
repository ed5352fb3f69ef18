import { forEachParallel } from '../client/core/forEachParallel';
import { FileChangedError } from './errors';
import { isSmallFile } from './fileSize';
import { assertUnchanged, type HashedBytes, hashPlannedFile } from './fileState';
import type { PlannedFile } from './uploadPlan';

/** Small files that are checked at the same time, because their calls to the thread are sent together. */
const maxParallelChecks = 256;

/**
 * Finds the files that no longer have the planned bytes, by the rules of `assertUnchanged`.
 * @returns an error for each, in the order of the files
 * @throws FileUnreadableError, or the reason of the signal
 */
export async function findChangedFiles(
  files: readonly PlannedFile[],
  signal: AbortSignal,
): Promise<FileChangedError[]> {
  const changes = new Map<PlannedFile, FileChangedError>();
  await forEachFile(files, async (file) => {
    await assertUnchanged(file, signal).catch((error: unknown) => {
      if (!(error instanceof FileChangedError)) throw error;
      changes.set(file, error);
    });
  });
  return files.flatMap((file) => changes.get(file) ?? []);
}

export interface HashedFiles {
  /** With their hashes, in the same order; none if any has changed. */
  readonly files: readonly PlannedFile[];
  readonly changes: readonly FileChangedError[];
}

/**
 * Hashes all files. Once one turns out to have changed, the others are only compared with their planned state.
 * @throws FileUnreadableError, or the reason of the signal
 */
export async function hashFiles(files: readonly PlannedFile[], signal: AbortSignal): Promise<HashedFiles> {
  const hashed = new Map<PlannedFile, HashedBytes>();
  try {
    await forEachFile(files, async (file) => void hashed.set(file, await hashPlannedFile(file, signal)));
  } catch (error) {
    if (!(error instanceof FileChangedError)) throw error;
    const changes = await findChangedFiles(files, signal);
    // Even if it is as planned again, its bytes were not read.
    return { files: [], changes: changes.length > 0 ? changes : [error] };
  }
  return { files: files.map((file) => ({ ...file, ...hashed.get(file) })), changes: [] };
}

/** Large files may have to be read, which disks do best one after the other. */
async function forEachFile(
  files: readonly PlannedFile[],
  work: (file: PlannedFile) => Promise<void>,
): Promise<void> {
  await forEachParallel(files.filter(isSmallFile), maxParallelChecks, work);
  for (const file of files) if (!isSmallFile(file)) await work(file);
}
