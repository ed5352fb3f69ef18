import { FileChangedError, FileUnreadableError } from '../upload/errors';
import { openRegularFile } from '../upload/openFile';
import { systemErrorCode } from '../upload/systemError';
import type { PlannedFile } from '../upload/uploadPlan';
import type { FrozenFile } from './journalEntry';

/** A planned file in a form that JSON can carry. */
export function freezeFile({ name, path, size, identity }: PlannedFile): FrozenFile {
  const { mtimeNs, ctimeNs, inode } = identity;
  return { name, path, size, mtimeNs: String(mtimeNs), ctimeNs: String(ctimeNs), inode: String(inode) };
}

export function thawFile({ name, path, size, mtimeNs, ctimeNs, inode }: FrozenFile): PlannedFile {
  const identity = {
    size: BigInt(size),
    mtimeNs: BigInt(mtimeNs),
    ctimeNs: BigInt(ctimeNs),
    inode: BigInt(inode),
  };
  return { name, path, size, identity };
}

/** The same file as it is now. @throws FileChangedError, FileUnreadableError */
export async function freezeAgain({ name, path }: FrozenFile): Promise<FrozenFile> {
  try {
    const { handle, identity } = await openRegularFile(path);
    await handle.close();
    return freezeFile({ name, path, size: Number(identity.size), identity });
  } catch (error) {
    const code = systemErrorCode(error);
    throw code === 'ENOENT' ? new FileChangedError(name, 'gone') : new FileUnreadableError(name, code);
  }
}
