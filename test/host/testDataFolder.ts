import { existsSync } from 'node:fs';
import path from 'node:path';

/** A folder for what tests install and keep between runs, inside the one that Git leaves out. */
export function testDataFolder(name: string): string {
  return path.join(repositoryRoot(), '.vscode-test', name);
}

/** The tests run from a bundle, so the place of this file says nothing about the place of the repository. */
export function repositoryRoot(): string {
  let folder = __dirname;
  while (!existsSync(path.join(folder, 'package.json'))) {
    const parent = path.dirname(folder);
    if (parent === folder) throw new Error(`No package.json above ${__dirname}`);
    folder = parent;
  }
  return folder;
}
