import assert from 'node:assert/strict';
import { stat, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { findFileChange, toFileIdentity } from '../../../src/files/fileIdentity';
import { removeTempTrees, tempTree } from '../../support/tempTree';

describe('The state of a file', () => {
  afterEach(removeTempTrees);

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

  it('is different although its modification time was set back', async () => {
    const file = path.join(await tempTree({ 'a.inp': 'one' }), 'a.inp');
    const identity = async () => toFileIdentity(await stat(file, { bigint: true }));
    await utimes(file, 1000, 1000);
    const first = await identity();
    await writeFile(file, 'two');
    await utimes(file, 1000, 1000);
    const second = await identity();
    assert.deepEqual(second, { ...first, ctimeNs: second.ctimeNs });
    assert.equal(findFileChange(first, second), 'content');
  });
});
