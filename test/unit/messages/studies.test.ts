import assert from 'node:assert/strict';
import { listCells } from '../../../src/messages/studies';

describe('The cells of a row in a question', () => {
  it('have the names of their columns', () =>
    assert.deepEqual(listCells(['name', 'force'], { cells: ['light', '10'] }), ['name: light', 'force: 10']));

  it('are left out in an empty column without a name, and only there', () =>
    assert.deepEqual(listCells(['', '', 'force'], { cells: ['', '7', ''] }), [': 7', 'force: ']));

  it('are cut if they are long, and show what is hidden in them', () => {
    const long = 'x'.repeat(80);
    assert.deepEqual(listCells([long, 'b'], { cells: [long, 'a\u202eb\n'] }), [
      `${'x'.repeat(59)}…: ${'x'.repeat(59)}…`,
      'b: a\\u{202e}b\\u{a}',
    ]);
  });

  it('are at most thirty', () => {
    const columns = Array.from({ length: 31 }, (_, index) => `c${index}`);
    const listed = listCells(columns, { cells: columns.map(() => '1') });
    assert.deepEqual([listed.length, listed.at(-2), listed.at(-1)], [31, 'c29: 1', '…']);
    assert.equal(listCells(columns.slice(1), { cells: columns.slice(1).map(() => '1') }).at(-1), 'c30: 1');
  });
});
