import assert from 'node:assert/strict';
import { findFileChange } from '../../../src/files/fileIdentity';

describe('The state of a file', () => {
  const before = { size: 1n, mtimeNs: 2n, ctimeNs: 3n, inode: 4n };
  for (const [part, change] of [
    ['inode', 'replaced'],
    ['size', 'size'],
    ['mtimeNs', 'content'],
    ['ctimeNs', 'content'],
  ] as const) {
    it(`is different when its ${part} differs`, () => {
      assert.equal(findFileChange(before, { ...before, [part]: 5n }), change);
    });
  }

  it('is the same when all parts are', () => assert.equal(findFileChange(before, { ...before }), undefined));
});
