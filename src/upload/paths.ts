import path from 'node:path';

/** Whether `file` is `folder` itself or below it. Both paths are absolute. */
export function isInside(folder: string, file: string): boolean {
  const relative = path.relative(folder, file);
  return relative !== '..' && !relative.startsWith(`..${path.sep}`) && !path.isAbsolute(relative);
}

/** As above for any of many folders, in a time that does not depend on their number. All paths are normalised. */
export function isInsideAny(folders: ReadonlySet<string>, file: string): boolean {
  if (folders.has(file)) return true;
  const parent = path.dirname(file);
  return parent !== file && isInsideAny(folders, parent);
}

/** The paths that are not inside any other one, without duplicates. */
export function filterOutermost(paths: readonly string[]): string[] {
  const distinct = new Set(paths);
  return [...distinct].filter((one) => {
    const parent = path.dirname(one);
    return parent === one || !isInsideAny(distinct, parent);
  });
}

/** The deepest folder that contains all of the folders; `undefined` for none. */
export function findCommonFolder(folders: readonly string[]): string | undefined {
  const [first, ...rest] = folders;
  if (first === undefined) return undefined;
  let common = first;
  while (!rest.every((folder) => isInside(common, folder))) common = path.dirname(common);
  return common;
}

/** As `path.relative`, in a tenth of the time for a file below the folder. Both paths are absolute. */
export function relativePath(folder: string, file: string): string {
  const start = joinPath(folder, '');
  return file.startsWith(start) ? file.slice(start.length) : path.relative(folder, file);
}

/** As `path.join` for a normalised folder and the name of an entry of it, in a fraction of the time. */
export function joinPath(folder: string, name: string): string {
  return folder.endsWith(path.sep) ? folder + name : folder + path.sep + name;
}

/** A relative path as names in models and patterns are written, with `/`. */
export function toSlashes(relative: string): string {
  return path.sep === '/' ? relative : relative.split(path.sep).join('/');
}
