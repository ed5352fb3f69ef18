import assert from 'node:assert/strict';
import { linkSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { waitFor } from '../host/waitFor';
import { useSession } from './support/hooks';
import { screenshotPath } from './support/session';

/** As many decks as take some seconds to read. They are one file with many names. */
const deckCount = 6;

const decks = Array.from({ length: deckCount }, (_, index) => `deck${String(index).padStart(2, '0')}.inp`);
const meshes = ['mesh1.bin', 'mesh2.bin', 'mesh3.bin'];

function addLargeDecks(folder: string): void {
  const large = path.join(folder, 'large');
  mkdirSync(large);
  const [first = '', ...others] = decks.map((name) => path.join(large, name));
  // Keywords take longer to read than numbers.
  const nodes = '*NODE\n1, 2\n'.repeat(1_500_000);
  writeFileSync(first, `*HEADING\n${nodes}*INCLUDE, INPUT=../late.inc\n*INCLUDE, INPUT=gone.inc\n`);
  for (const other of others) linkSync(first, other);
  for (const name of meshes) writeFileSync(path.join(large, name), Buffer.alloc(1000));
  writeFileSync(path.join(folder, 'late.inc'), '*MATERIAL, NAME=STEEL\n');
}

describe('The files that large decks name', () => {
  const session = useSession({ prepare: addLargeDecks });

  const isFinished = async () =>
    (await session.workbench.quickInput.quickPick()).placeholder.endsWith('named in the deck are missing');
  const focused = async () =>
    await session.workbench.page.locator('.quick-input-list .monaco-list-row.focused').allTextContents();

  it('come in while the user ticks, and take neither a tick nor the focus', async () => {
    const { explorer, quickInput, page } = session.workbench;
    await explorer.explorerContextMenu(['large'], 'Upload as New Simulation Model…');
    await quickInput.waitForQuickInput({ step: '1/2', hasItems: true });
    await waitFor('the progress', async () => (await quickInput.quickPick()).isBusy);
    assert.equal(await isFinished(), false);
    await session.workbench.screenshot(screenshotPath('late-findings-before'));
    // By the keyboard, because the focus of the keyboard is the one that could move.
    for (let row = 0; row < 3; row++) await page.keyboard.press('ArrowDown');
    const [before] = await focused();
    assert.match(before ?? '', /deck02\.inp/);
    await page.keyboard.press('Space');
    await waitFor('the tick', async () =>
      (await quickInput.quickPick()).items.some(
        ({ label, checked }) => label === 'deck02.inp' && checked === false,
      ),
    );
    assert.equal(await isFinished(), false);
    await waitFor('the findings', isFinished);
    const { items, isBusy } = await quickInput.quickPick();
    assert.equal(isBusy, false);
    assert.deepEqual(await focused(), [before]);
    const ticked = items.filter(({ checked }) => checked === true).map(({ label }) => label);
    const others = [...decks, ...meshes].filter((name) => name !== 'deck02.inp');
    assert.deepEqual(ticked, others);
    await session.workbench.screenshot(screenshotPath('late-findings'));
  });

  it('are behind all others, where they can be ticked', async () => {
    const { quickInput } = session.workbench;
    const { items } = await quickInput.quickPick();
    assert.deepEqual(
      items.slice(9, 11).map(({ separator, label, description }) => [separator, label, description]),
      [
        [
          'Named in the deck, but not among the files',
          ...['../late.inc', 'deck00.inp, line 3,000,002, and 5 other places'],
        ],
        ['', 'gone.inc', 'deck00.inp, line 3,000,003: no such file here'],
      ],
    );
    await quickInput.toggle('../late.inc');
    await waitFor('the total', async () => /^9 of 10 files, /.test((await quickInput.quickPick()).total));
    await quickInput.closeQuickInput();
  });
});
