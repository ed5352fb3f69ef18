import { dirname, join } from 'node:path';
import { getErrnoCode } from '../files/errnoCode';
import { isInside, isSamePath, relativePath } from '../files/paths';
import { resolveLinks } from '../files/resolveLinks';
import { retryWhenOpen } from '../files/retryWhenOpen';
import { FileChangedError, FileUnreadableError } from '../upload/errors';
import { getFileThread } from '../upload/fileThread';
import type { PlannedFile } from '../upload/uploadPlan';
import { FolderNotOpenError, LinkedFolderError } from './errors';

/** A folder that is open in a window. */
export interface OpenFolder {
  /** Absolute, as the window knows it. */
  readonly path: string;
  /** The same without links. */
  readonly real: string;
}

/** @param paths absolute; one that cannot be resolved stays as it is */
export async function resolveOpenFolders(paths: readonly string[]): Promise<OpenFolder[]> {
  return await Promise.all(
    paths.map(async (path) => ({ path, real: await resolveLinks(path).catch(() => path) })),
  );
}

/**
 * Records the file as it is now, by the rules of a new selection: it is in a folder that is open, and none of the
 * folders between has become a link.
 *
 * @throws FolderNotOpenError, FileChangedError, FileUnreadableError, LinkedFolderError
 */
export async function takeSnapshot(
  { name, path }: Pick<PlannedFile, 'name' | 'path'>,
  open: readonly OpenFolder[],
): Promise<PlannedFile> {
  const expected = findRealPath(path, open);
  if (expected === undefined) throw new FolderNotOpenError(name);
  try {
    if (!isSamePath(await resolveLinks(dirname(path)), dirname(expected))) throw new LinkedFolderError(name);
    const identity = await retryWhenOpen(() => getFileThread().call('lookAtRegular', path));
    return { name, path, ...identity };
  } catch (error) {
    if (error instanceof LinkedFolderError) throw error;
    const code = getErrnoCode(error);
    throw code === 'ENOENT' ? new FileChangedError(name, 'gone') : new FileUnreadableError(name, code);
  }
}

/** The path of a file if none of the folders below an open one is a link; undefined for a file outside all of them. */
function findRealPath(file: string, open: readonly OpenFolder[]): string | undefined {
  for (const { path, real } of open) {
    if (isInside(path, file)) return join(real, relativePath(path, file));
    // The window that recorded it may have had the folder open under another name.
    if (isInside(real, file)) return file;
  }
  return undefined;
}
