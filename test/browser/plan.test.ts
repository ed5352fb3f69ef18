import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { waitFor } from '../host/waitFor';
import { useSession } from './support/hooks';
import { screenshotPath } from './support/session';

/** Three thousand files in thirty folders. */
function addRuns(folder: string): void {
  for (let run = 1; run <= 30; run++) {
    const name = path.join(folder, 'runs', `run${String(run).padStart(2, '0')}`);
    mkdirSync(name, { recursive: true });
    for (let file = 0; file < 100; file++) writeFileSync(path.join(name, `${file}.bin`), Buffer.alloc(1000));
  }
}

describe('The plan of three thousand files', () => {
  const session = useSession({ prepare: addRuns });

  const waitForTotal = async (total: string) => {
    const { quickInput } = session.workbench;
    return await waitFor(
      `the total ${total}`,
      async () => {
        const state = await quickInput.quickPick();
        return state.total === total && state;
      },
      { state: async () => JSON.stringify((await quickInput.quickPick()).total) },
    );
  };

  it('names the folders with their counts and sizes, and the total in the title', async () => {
    const { explorer, quickInput } = session.workbench;
    await explorer.explorerContextMenu(['runs'], 'Upload as New Simulation Model…');
    const { items } = await quickInput.waitForQuickInput({ step: '1/2', hasItems: true });
    await waitForTotal('3,000 files, 3 MB');
    assert.deepEqual(
      items.slice(0, 2).map(({ label, description, checked }) => [label, description, checked]),
      [
        ['run01/', '100 files, 100 kB', true],
        ['run01/0.bin', '1 kB', true],
      ],
    );
    await session.workbench.screenshot(screenshotPath('plan-runs'));
  });

  it('loses a folder by its tick, quickly, and a filtered one by the tick of all rows', async () => {
    const { quickInput, page } = session.workbench;
    const start = performance.now();
    await quickInput.toggle('run01/');
    await waitForTotal('2,900 of 3,000 files, 2.9 MB');
    assert.ok(performance.now() - start < 2000, `${performance.now() - start} ms`);
    await quickInput.typeInQuickInput('run07');
    const { items } = await waitFor('the filtered rows', async () => {
      const state = await quickInput.quickPick();
      return state.items[0]?.label === 'run07/' && state;
    });
    assert.equal(items[0]?.checked, true);
    await page.locator('.quick-input-header > [role=checkbox]').first().click();
    await waitForTotal('2,800 of 3,000 files, 2.8 MB');
    await session.workbench.screenshot(screenshotPath('plan-runs-filtered'));
    await quickInput.typeInQuickInput('');
    await waitForTotal('2,800 of 3,000 files, 2.8 MB');
    await quickInput.closeQuickInput();
  });
});
