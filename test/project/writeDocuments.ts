import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { repositoryRoot } from '../host/testDataFolder';
import { rewrites } from './documents';

/** Writes the tables that the code knows into the documents, and prints which of them have changed. */
function main(): void {
  for (const [name, rewrite] of Object.entries(rewrites)) {
    const file = path.join(repositoryRoot(), name);
    const text = readFileSync(file, 'utf8');
    const rewritten = rewrite(text);
    if (rewritten === text) continue;
    writeFileSync(file, rewritten);
    console.log(name);
  }
}

main();
