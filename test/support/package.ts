import { readFileSync } from 'node:fs';
import path from 'node:path';
import { repositoryRoot } from '../host/testDataFolder';

/** The packaged extension that `npm run package` makes. */
export function packagePath(): string {
  const root = repositoryRoot();
  const { name, version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
    name: string;
    version: string;
  };
  return path.join(root, `${name}-${version}.vsix`);
}
