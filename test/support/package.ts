import path from 'node:path';
import { repositoryRoot } from '../host/testDataFolder';
import { manifest } from './manifest';

/** The packaged extension that `npm run package` makes. */
export function packagePath(): string {
  return path.join(repositoryRoot(), `${manifest.name}-${manifest.version}.vsix`);
}
