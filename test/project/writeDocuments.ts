import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { repositoryRoot } from '../host/testDataFolder';
import { matrixTable } from '../unit/faults/support/matrixTable';
import { cells } from '../unit/faults/support/rows';
import { formatTable, replaceTable } from './markdown';
import { withTables } from './readmeTables';

/** What `npm run documents` writes, by file. Unit tests compare the same. */
const rewrites: Readonly<Record<string, (text: string) => string>> = {
  'README.md': withTables,
  'test/unit/faults/README.md': (text) => replaceTable(text, 'The table', formatTable(matrixTable(cells))),
};

/** Writes the tables that the code knows into the documents, and prints which of them have changed. */
for (const [name, rewrite] of Object.entries(rewrites)) {
  const file = path.join(repositoryRoot(), name);
  const text = readFileSync(file, 'utf8');
  const rewritten = rewrite(text);
  if (rewritten === text) continue;
  writeFileSync(file, rewritten);
  console.log(name);
}
