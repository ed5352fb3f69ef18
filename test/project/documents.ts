import { matrixTable } from '../unit/faults/support/matrixTable';
import { cells } from '../unit/faults/support/rows';
import { formatTable, replaceTable } from './markdown';
import { withTables } from './readmeTables';
import { serviceSchemas } from './serviceSchema';

/** The documents with tables that the code knows, and the schemas of files, and what `npm run documents` makes of each. */
export const rewrites: Readonly<Record<string, (text: string) => string>> = {
  'README.md': withTables,
  ...serviceSchemas,
  'test/unit/faults/README.md': (text) => replaceTable(text, 'The table', formatTable(matrixTable(cells))),
};
