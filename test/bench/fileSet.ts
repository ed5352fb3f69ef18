import { mkdir, open } from 'node:fs/promises';
import path from 'node:path';

/** Files of one folder: so many of each size. */
export type FileSet = readonly SizedFiles[];

interface SizedFiles {
  readonly count: number;
  /** Size of each file in bytes. */
  readonly size: number;
}

export function countOf(files: FileSet): number {
  return files.reduce((sum, { count }) => sum + count, 0);
}

export function bytesOf(files: FileSet): number {
  return files.reduce((sum, { count, size }) => sum + count * size, 0);
}

/** Names of the files in the order in which the extension and a shell list them, by their characters. */
export function sortedNames(files: FileSet): string[] {
  return Array.from({ length: countOf(files) }, (_, index) => fileName(index)).sort();
}

/** Creates a folder with exactly these files. They are sparse, so that reading from disk is not measured. */
export async function createFolder(folder: string, files: FileSet): Promise<string> {
  await mkdir(folder);
  const sizes = files.flatMap(({ count, size }) => Array.from({ length: count }, () => size));
  for (const [index, size] of sizes.entries()) {
    const handle = await open(path.join(folder, fileName(index)), 'w');
    await handle.truncate(size);
    await handle.close();
  }
  return folder;
}

function fileName(index: number): string {
  return `file${index}.dat`;
}
