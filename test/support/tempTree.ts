import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** Maps relative paths to contents. */
export type FileTree = Readonly<Record<string, string | Buffer>>;

const made: string[] = [];

/**
 * Writes files into a new folder.
 * @returns its real path
 */
export async function tempTree(files: FileTree = {}): Promise<string> {
  const root = await mkdtemp(path.join(tmpdir(), 'simulation-service-'));
  made.push(root);
  await writeTree(root, files);
  return root;
}

/** Writes files into a folder. */
export async function writeTree(root: string, files: FileTree): Promise<void> {
  for (const [name, content] of Object.entries(files)) {
    const file = path.join(root, name);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, content);
  }
}

/** Call after each test. */
export async function removeTempTrees(): Promise<void> {
  for (const root of made.splice(0)) await rm(root, { recursive: true, force: true });
}
