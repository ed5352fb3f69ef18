import { realpath, realpathSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { isInside, isSamePath, joinPath, relativePath } from './paths';

/**
 * The path without links and junctions. Drive, mapping and case stay as given, because the files are used by this
 * path: the system's own function would turn a mapped network drive into a share, which VS Code refuses to read.
 *
 * @throws the system's error
 */
export async function resolveLinks(file: string): Promise<string> {
  return await promisify(realpath)(file);
}

/**
 * A path with the names that the disk has for what is below the root, where names that differ in their case mean the
 * same file. The root keeps its spelling.
 * @param root absolute, without links
 * @param file absolute, without links
 * @returns the file itself if that cannot be found out
 */
export async function spellAsDisk(root: string, file: string): Promise<string> {
  if (!['win32', 'darwin'].includes(process.platform)) return file;
  try {
    const ask = promisify(realpath.native);
    const rootOnDisk = await ask(root);
    const onDisk = await ask(file);
    const spelled = joinPath(root, relativePath(rootOnDisk, onDisk));
    return isSamePath(spelled, file) ? spelled : file;
  } catch {
    return file;
  }
}

/** As {@link resolveLinks}, for code in a thread of its own. */
export function resolveLinksSync(file: string): string {
  return realpathSync(file);
}

/**
 * The path of a file without links between it and the root. The file itself may be a link, or not exist.
 * @param root absolute
 * @param file absolute, normalised
 * @returns undefined if it is outside of the root, or a link leads out
 */
export async function resolveInside(root: string, file: string): Promise<string | undefined> {
  const realRoot = await resolveLinks(root);
  const folder = await resolveLinks(path.dirname(file)).catch(() => undefined);
  // Nothing leads out of a folder that does not exist.
  if (folder === undefined) return isInside(root, file) ? file : undefined;
  const real = joinPath(folder, path.basename(file));
  return isInside(realRoot, real) ? path.join(root, relativePath(realRoot, real)) : undefined;
}
