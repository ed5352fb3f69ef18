import { readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { repositoryRoot } from '../host/testDataFolder';
import type { Mutation } from './mutation';

/** The mutations of all suites, from the built `.mutations.ts` files beside them. */
export function allMutations(): Mutation[] {
  const folder = path.join(repositoryRoot(), 'out', 'test');
  const require = createRequire(path.join(folder, 'mutations'));
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.mutations.js'))
    .sort()
    .flatMap((file) => (require(path.join(folder, file)) as { mutations: readonly Mutation[] }).mutations);
}
