import path from 'node:path';

/** A folder that can be chosen. */
export interface ListedFolder {
  /** Absolute path. */
  readonly folder: string;
  /** How many files are in it and below; undefined if not all files are known. */
  readonly count: number | undefined;
  /** Whether it is a folder of the workspace as a whole. */
  readonly isRoot: boolean;
}

export interface ListedFolders {
  /** In the order of their paths, those of the workspace itself last. */
  readonly folders: readonly ListedFolder[];
  /** Whether there may be others, because not all files are known. */
  readonly isCut: boolean;
}

/**
 * Lists the folders that files are in, up to those of the workspace.
 * @param files absolute paths
 * @param rootOf the folder of the workspace that a file is in
 * @param maxFiles for how many files was searched
 */
export function listFolders(
  files: readonly string[],
  rootOf: (file: string) => string | undefined,
  maxFiles: number,
): ListedFolders {
  const counts = new Map<string, number>();
  const roots = new Set<string>();
  for (const file of files) {
    const root = rootOf(file);
    if (root !== undefined) roots.add(root);
    for (const folder of listFoldersAbove(file, root)) counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  const isCut = files.length >= maxFiles;
  const folders = [...counts]
    .map(([folder, count]) => ({ folder, count: isCut ? undefined : count, isRoot: roots.has(folder) }))
    .sort((a, b) => Number(a.isRoot) - Number(b.isRoot) || (a.folder < b.folder ? -1 : 1));
  return { folders, isCut };
}

/**
 * Finds the folder that Enter selects: the first of the wanted ones that is listed. Never a whole folder of the
 * workspace, which may have files that belong to no model.
 */
export function proposeFolder(
  listed: readonly ListedFolder[],
  wanted: readonly string[],
): ListedFolder | undefined {
  return wanted.flatMap((one) => listed.filter(({ folder, isRoot }) => !isRoot && folder === one))[0];
}

/** The folders from a file's own up to its workspace folder. */
function listFoldersAbove(file: string, root: string | undefined): string[] {
  if (root === undefined) return [];
  const folders: string[] = [];
  let folder = path.dirname(file);
  while (folder.length > root.length) {
    folders.push(folder);
    folder = path.dirname(folder);
  }
  return [...folders, root];
}
