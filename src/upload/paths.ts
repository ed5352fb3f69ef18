import path from 'node:path';

/** Whether `file` is `folder` itself or lies below it. Both absolute. */
export function isInside(folder: string, file: string): boolean {
  const relative = path.relative(folder, file);
  return relative !== '..' && !relative.startsWith(`..${path.sep}`) && !path.isAbsolute(relative);
}

/** The paths that lie in no other of them, each once. */
export function outermost(paths: readonly string[]): string[] {
  const distinct = [...new Set(paths)];
  return distinct.filter((one) => !distinct.some((other) => other !== one && isInside(other, one)));
}

/** The deepest folder that contains all of the folders; `undefined` for none. */
export function commonFolder(folders: readonly string[]): string | undefined {
  const [first, ...rest] = folders;
  if (first === undefined) return undefined;
  let common = first;
  while (!rest.every((folder) => isInside(common, folder))) common = path.dirname(common);
  return common;
}
