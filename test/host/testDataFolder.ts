import { existsSync } from 'node:fs';
import path from 'node:path';

/** A folder for data that tests install and keep between runs, inside the Git-ignored test data folder. */
export function testDataFolder(name: string): string {
  return path.join(repositoryRoot(), '.vscode-test', name);
}

/** The tests run from a bundle, so the path of this file does not lead to the repository. */
export function repositoryRoot(): string {
  let folder = __dirname;
  while (!existsSync(path.join(folder, 'package.json'))) {
    const parent = path.dirname(folder);
    if (parent === folder) throw new Error(`No package.json above ${__dirname}`);
    folder = parent;
  }
  return folder;
}
