import path from 'node:path';

/** A folder that can be chosen. */
export interface ListedFolder {
  /** Absolute path. */
  readonly folder: string;
  /** How many files are in it and below; undefined if not all files are known. */
  readonly count: number | undefined;
}

export interface ListedFolders {
  /** In the order of their paths. */
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
  for (const file of files) {
    for (const folder of listFoldersAbove(file, rootOf(file)))
      counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  const isCut = files.length >= maxFiles;
  const folders = [...counts]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([folder, count]) => ({ folder, count: isCut ? undefined : count }));
  return { folders, isCut };
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
