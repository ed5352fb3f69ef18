import assert from 'node:assert/strict';
import path from 'node:path';
import { describeError } from '../../../src/messages/describeError';
import { describeRejection } from '../../../src/messages/rejections';
import { findAccessProblem } from '../../../src/upload/accessProblem';
import { findChangedFiles, hashFiles } from '../../../src/upload/checkFiles';
import { FileUnreadableError } from '../../../src/upload/errors';
import { planUpload } from '../../../src/upload/planUpload';
import { holdAlone } from '../../support/heldFiles';
import { onPlatform } from '../../support/otherSystems';
import { rejectionOf } from '../../support/rejections';
import { removeTempTrees, tempTree } from '../../support/tempTree';
import { selection, summary } from './support/plans';

const { signal } = new AbortController();
const tree = { 'deck/main.inp': 'deck', 'deck/mesh.inc': 'mesh' };

describe('A file that another program has open', () => {
  let close: () => void = () => undefined;

  afterEach(async () => {
    close();
    await removeTempTrees();
  });

  for (const item of ['deck', 'deck/mesh.inc'])
    it(`is refused in the plan with the remedy, selected as ${item}`, async () => {
      const root = await tempTree(tree);
      close = holdAlone(path.join(root, 'deck', 'mesh.inc'));
      const plan = await planUpload([selection(root, [item])]);
      assert.deepEqual(summary(plan), {
        files: item === 'deck' ? ['main.inp 4'] : [],
        leftOut: [],
        refused: ['mesh.inc inUse'],
      });
      assert.deepEqual(plan.refused.map(describeRejection), [
        'open in another program, close it there and try again',
      ]);
      close();
      assert.deepEqual(summary(await planUpload([selection(root, [item])])).refused, []);
    });

  it('stops a launch with the remedy', async () => {
    const root = await tempTree(tree);
    const { files } = await planUpload([selection(root, ['deck'])]);
    close = holdAlone(path.join(root, 'deck', 'mesh.inc'));
    const error = await rejectionOf(hashFiles(files, signal));
    assert.ok(error instanceof FileUnreadableError);
    assert.deepEqual(
      [error.file, error.code, describeError(error)],
      ['mesh.inc', 'EBUSY', '“mesh.inc” is open in another program. Close it there and try again.'],
    );
    assert.deepEqual(await findChangedFiles(files, signal), []);
  });

  it('is told from missing permissions, as far as the system tells them apart', async () => {
    const on = async (platform: NodeJS.Platform) =>
      await onPlatform(platform, () => ['EBUSY', 'EPERM', 'EACCES', 'EIO', 'unknown'].map(findAccessProblem));
    assert.deepEqual(await on('win32'), [
      'inUse',
      'inUseOrForbidden',
      'inUseOrForbidden',
      'unreadable',
      'unreadable',
    ]);
    for (const platform of ['linux', 'darwin'] as const)
      assert.deepEqual(await on(platform), ['inUse', ...Array<string>(4).fill('unreadable')]);
  });
});
