import { realpath } from 'node:fs/promises';
import { dirname } from 'node:path';
import { getErrnoCode } from '../upload/errnoCode';
import { FileChangedError, FileUnreadableError } from '../upload/errors';
import { getFileThread } from '../upload/fileThread';
import { isInsideAny } from '../upload/paths';
import type { PlannedFile } from '../upload/uploadPlan';
import { FolderNotOpenError, LinkedFolderError } from './errors';
import type { FileSnapshot } from './journalEntry';

/** Converts a planned file to a form that JSON can hold. */
export function toSnapshot({ name, path, size, identity }: PlannedFile): FileSnapshot {
  const { mtimeNs, ctimeNs, inode } = identity;
  return { name, path, size, mtimeNs: String(mtimeNs), ctimeNs: String(ctimeNs), inode: String(inode) };
}

/** @param sha256 in hex, of its bytes when the launch began, if known */
export function fromSnapshot(
  { name, path, size, mtimeNs, ctimeNs, inode }: FileSnapshot,
  sha256?: string,
): PlannedFile {
  const identity = {
    size: BigInt(size),
    mtimeNs: BigInt(mtimeNs),
    ctimeNs: BigInt(ctimeNs),
    inode: BigInt(inode),
  };
  return { name, path, size, identity, ...(sha256 !== undefined && { sha256 }) };
}

/**
 * Records the file as it is now, by the rules of a new selection: none of its parent folders may have become a link.
 * @throws FileChangedError, FileUnreadableError, LinkedFolderError
 */
export async function takeSnapshot({ name, path }: FileSnapshot): Promise<FileSnapshot> {
  try {
    await assertOwnFolder(name, path);
    const identity = await getFileThread().call('lookAtRegular', path);
    return toSnapshot({ name, path, size: Number(identity.size), identity });
  } catch (error) {
    if (error instanceof LinkedFolderError) throw error;
    const code = getErrnoCode(error);
    throw code === 'ENOENT' ? new FileChangedError(name, 'gone') : new FileUnreadableError(name, code);
  }
}

/** The path was recorded without links, so it resolves to itself unless one of its folders is a link now. */
async function assertOwnFolder(name: string, path: string): Promise<void> {
  const folder = dirname(path);
  if ((await realpath(folder)) !== folder) throw new LinkedFolderError(name);
}

/** @param open the folders that are open in this window. @throws FolderNotOpenError for a file outside all of them */
export async function assertOpenFolders(
  files: readonly FileSnapshot[],
  open: readonly string[],
): Promise<void> {
  // Files are recorded without links, but a folder may be open under the name of one.
  const folders = new Set(await Promise.all(open.map((folder) => realpath(folder).catch(() => folder))));
  const outside = files.find(({ path }) => !isInsideAny(folders, path));
  if (outside !== undefined) throw new FolderNotOpenError(outside.name);
}
