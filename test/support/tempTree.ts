import { mkdtempSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** Maps relative paths to contents. */
export type FileTree = Readonly<Record<string, string | Buffer>>;

const made: string[] = [];

/**
 * Makes a folder that the caller removes. Its path is written as VS Code writes paths: on Windows with a lower-case
 * drive, which the system answers in upper case.
 * @param prefix of its name
 */
export function makeTempFolder(prefix: string): string {
  return mkdtempSync(path.join(tmpdir(), prefix)).replace(/^[A-Z]:/, (drive) => drive.toLowerCase());
}

/**
 * Writes files into a new folder.
 * @returns its path
 */
export async function tempTree(files: FileTree = {}): Promise<string> {
  const root = makeTempFolder('simulation-service-');
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
  // Where a removed file stays until it is closed, its folder can be removed only then.
  for (const root of made.splice(0)) await rm(root, { recursive: true, force: true, maxRetries: 10 });
}
