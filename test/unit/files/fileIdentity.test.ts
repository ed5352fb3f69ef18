import assert from 'node:assert/strict';
import { findFileChange } from '../../../src/files/fileIdentity';

describe('The state of a file', () => {
  const before = { size: 1, mtimeNs: '2', ctimeNs: '3', inode: '4' };
  for (const [part, other, change] of [
    ['inode', '5', 'replaced'],
    ['size', 5, 'size'],
    ['mtimeNs', '5', 'content'],
    ['ctimeNs', '5', 'content'],
  ] as const) {
    it(`is different when its ${part} differs`, () => {
      assert.equal(findFileChange(before, { ...before, [part]: other }), change);
    });
  }

  it('is the same when all parts are', () => assert.equal(findFileChange(before, { ...before }), undefined));
});
