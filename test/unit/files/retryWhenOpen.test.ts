import assert from 'node:assert/strict';
import { existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { removeSoon, retryWhenOpen } from '../../../src/files/retryWhenOpen';
import { waitFor } from '../../host/waitFor';
import { imitateHolder } from '../../support/heldFiles';
import { removeTempTrees, tempTree } from '../../support/tempTree';

const { platform } = process;

function pretend(system: NodeJS.Platform): void {
  Object.defineProperty(process, 'platform', { value: system });
}

/** An operation that fails so often before it succeeds. */
function failing(
  code: string,
  times: number,
): { readonly run: () => Promise<string>; readonly count: () => number } {
  let count = 0;
  const run = () => {
    if (++count > times) return Promise.resolve('done');
    return Promise.reject(Object.assign(new Error('simulated'), { code }));
  };
  return { run, count: () => count };
}

describe('An operation on a file that another program has open', () => {
  afterEach(async () => {
    pretend(platform);
    await removeTempTrees();
  });

  for (const code of ['EBUSY', 'EPERM', 'EACCES']) {
    it(`is repeated on Windows after ${code}`, async () => {
      pretend('win32');
      const { run, count } = failing(code, 4);
      assert.equal(await retryWhenOpen(run), 'done');
      assert.equal(count(), 5);
    });

    it(`is not repeated elsewhere after ${code}, which has a lasting reason there`, async () => {
      pretend('linux');
      const { run, count } = failing(code, 4);
      await assert.rejects(retryWhenOpen(run), { code });
      assert.equal(count(), 1);
    });
  }

  it('is not repeated after any other failure', async () => {
    pretend('win32');
    const { run, count } = failing('ENOENT', 4);
    await assert.rejects(retryWhenOpen(run), { code: 'ENOENT' });
    assert.equal(count(), 1);
  });

  it('fails in the end if the file stays open', async () => {
    pretend('win32');
    const { run, count } = failing('EBUSY', Infinity);
    await assert.rejects(retryWhenOpen(run), { code: 'EBUSY' });
    assert.ok(count() > 10);
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
