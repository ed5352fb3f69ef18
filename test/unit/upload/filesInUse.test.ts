import assert from 'node:assert/strict';
import path from 'node:path';
import { findAccessProblem } from '../../../src/files/accessProblem';
import { takeSnapshot } from '../../../src/launch/fileSnapshot';
import { describeError } from '../../../src/messages/describeError';
import { describeRejection } from '../../../src/messages/rejections';
import { findChangedFiles, hashFiles } from '../../../src/upload/checkFiles';
import { FileUnreadableError } from '../../../src/upload/errors';
import { readPlanned } from '../../../src/upload/fileState';
import { OpenFile } from '../../../src/upload/openFile';
import { planUpload } from '../../../src/upload/planUpload';
import { needs } from '../../support/capabilities';
import { heldMs, holdAlone } from '../../support/heldFiles';
import { onPlatform } from '../../support/otherSystems';
import { rejectionOf } from '../../support/rejections';
import { removeTempTrees, tempTree } from '../../support/tempTree';
import { nothing, planIn, selection, summary } from './support/plans';

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
      const files = item === 'deck' ? ['main.inp 4'] : [];
      assert.deepEqual(summary(plan), { ...nothing, files, rejected: ['mesh.inc inUse'] });
      const remedy = 'in use by another program; close it there and try again';
      assert.deepEqual(plan.rejected.map(describeRejection), [remedy]);
      close();
      assert.deepEqual((await planIn(root, [item])).rejected, []);
    });

  it('stops a launch with the remedy', async () => {
    const root = await tempTree(tree);
    const { files } = await planUpload([selection(root, ['deck'])]);
    close = holdAlone(path.join(root, 'deck', 'mesh.inc'));
    const error = await rejectionOf(hashFiles(files, signal));
    assert.ok(error instanceof FileUnreadableError);
    assert.deepEqual([error.file, error.code], ['mesh.inc', 'EBUSY']);
    const message = '“mesh.inc” is open in another program. Close it there and try again.';
    assert.equal(describeError(error), message);
    assert.deepEqual(await findChangedFiles(files, signal), []);
  });

  /** As a scanner does. */
  function holdForAMoment(...files: readonly string[]): void {
    const releases = files.map((file) => holdAlone(file));
    close = () => releases.toReversed().forEach((release) => release());
    setTimeout(close, heldMs);
  }

  const onWindows = async <T>(held: readonly string[], run: () => Promise<T>): Promise<T> => {
    holdForAMoment(...held);
    return await onPlatform('win32', run);
  };

  needs('exclusiveFiles').it('for a moment is waited for when it is planned and recorded', async () => {
    const root = await tempTree(tree);
    const [main, mesh] = ['main.inp', 'mesh.inc'].map((name) => path.join(root, 'deck', name));
    holdForAMoment(main!, mesh!);
    const plan = await planUpload([selection(root, ['deck'])]);
    assert.deepEqual(summary(plan), { ...nothing, files: ['main.inp 4', 'mesh.inc 4'] });
    holdForAMoment(mesh!);
    const [, planned] = plan.files;
    assert.deepEqual(await takeSnapshot(planned!, [{ path: root, real: root }]), planned!);
  });

  it('for a moment is waited for when it is hashed, read and opened', async () => {
    const root = await tempTree({ ...tree, 'deck/large.inc': Buffer.alloc(100_000) });
    const [mesh, large] = ['mesh.inc', 'large.inc'].map((name) => path.join(root, 'deck', name));
    const plan = await planUpload([selection(root, ['deck'])]);
    const { files } = await onWindows([mesh!, large!], () => hashFiles(plan.files, signal));
    const [, , planned] = files;
    const read = await onWindows([mesh!], () => readPlanned(planned!, signal));
    assert.equal(read.sha256, planned?.sha256);
    const opened = await onWindows([large!], () => OpenFile.open(large!, signal));
    assert.equal(await opened.skim(200_000), 100_000);
    opened.close();
  });

  it('is told from missing permissions, as far as the system tells them apart', async () => {
    const on = async (platform: NodeJS.Platform) =>
      await onPlatform(platform, () => ['EBUSY', 'EPERM', 'EACCES', 'EIO', 'unknown'].map(findAccessProblem));
    const others = ['unreadable', 'unreadable'];
    assert.deepEqual(await on('win32'), ['inUse', 'inUseOrForbidden', 'inUseOrForbidden', ...others]);
    for (const platform of ['linux', 'darwin'] as const)
      assert.deepEqual(await on(platform), ['inUse', ...others, ...others]);
  });
});
