import { realpath, realpathSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { isInside, joinPath, relativePath } from './paths';

/**
 * The path without links and junctions. Drive, mapping and case stay as given, because the files are used by this
 * path: the system's own function would turn a mapped network drive into a share, which VS Code refuses to read.
 *
 * @throws the system's error
 */
export async function resolveLinks(file: string): Promise<string> {
  return await promisify(realpath)(file);
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
