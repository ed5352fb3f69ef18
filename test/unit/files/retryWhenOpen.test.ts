import assert from 'node:assert/strict';
import { existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { getErrnoCode } from '../../../src/files/errnoCode';
import { removeSoon, retryWhenOpen } from '../../../src/files/retryWhenOpen';
import { waitFor } from '../../host/waitFor';
import { imitateHolder } from '../../support/heldFiles';
import { onPlatform } from '../../support/otherSystems';
import { removeTempTrees, tempTree } from '../../support/tempTree';

/** Runs an operation that fails so often before it succeeds. @returns its code or result, and how often it ran */
async function runFailing(system: NodeJS.Platform, code: string, failures: number) {
  let runs = 0;
  const run = () =>
    ++runs > failures
      ? Promise.resolve('done')
      : Promise.reject(Object.assign(new Error('simulated'), { code }));
  const result = await onPlatform(system, async () => await retryWhenOpen(run).catch(getErrnoCode));
  return { result, runs };
}

describe('An operation on a file that another program has open', () => {
  for (const code of ['EBUSY', 'EPERM', 'EACCES']) {
    it(`is repeated on Windows after ${code}`, async () => {
      assert.deepEqual(await runFailing('win32', code, 4), { result: 'done', runs: 5 });
    });

    it(`is not repeated elsewhere after ${code}, which has a lasting reason there`, async () => {
      assert.deepEqual(await runFailing('linux', code, 4), { result: code, runs: 1 });
    });
  }

  it('is not repeated after any other failure', async () => {
    assert.deepEqual(await runFailing('win32', 'ENOENT', 4), { result: 'ENOENT', runs: 1 });
  });

  it('fails in the end if the file stays open', async () => {
    const { result, runs } = await runFailing('win32', 'EBUSY', Infinity);
    assert.equal(result, 'EBUSY');
    assert.ok(runs > 10);
  }).timeout(20_000);
});

describe('A file that is of no use any more', () => {
  afterEach(removeTempTrees);

  it('is removed in the background while another program has it open', async () => {
    const file = path.join(await tempTree(), 'rest');
    writeFileSync(file, '');
    let isOpen = true;
    const held = imitateHolder(() => isOpen);
    try {
      await removeSoon(file);
      assert.equal(existsSync(file), true);
      isOpen = false;
      await waitFor('its end', () => !existsSync(file));
    } finally {
      held.restore();
    }
  });
});
