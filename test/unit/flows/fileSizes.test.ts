import assert from 'node:assert/strict';
import { rmSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { FileSizes } from '../../../src/flows/plan/fileSizes';
import { needs } from '../../support/capabilities';
import { removeTempTrees, tempTree } from '../../support/tempTree';

describe('The sizes of files that could be added', () => {
  after(removeTempTrees);

  needs('links').it('are known of regular files once they were looked up, which is done once', async () => {
    const root = await tempTree({ 'a.inc': 'abc', 'b/c.inc': '' });
    symlinkSync(path.join(root, 'a.inc'), path.join(root, 'link'));
    const files = ['a.inc', 'b/c.inc', 'b', 'link', 'gone'].map((name) => path.join(root, name));
    const sizes = new FileSizes();
    const known = () => files.map((file) => sizes.sizeOf(file));
    assert.deepEqual(known(), [undefined, undefined, undefined, undefined, undefined]);
    assert.equal(await sizes.lookUp(files), true);
    assert.deepEqual(known(), [3, 0, undefined, undefined, undefined]);
    rmSync(path.join(root, 'a.inc'));
    assert.equal(await sizes.lookUp(files), false);
    assert.deepEqual(known(), [3, 0, undefined, undefined, undefined]);
  });
});
