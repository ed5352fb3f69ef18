import assert from 'node:assert/strict';
import { linkSync, mkdirSync, writeFileSync } from 'node:fs';
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

describe('A large plan', () => {
  const session = useSession({
    prepare(folder) {
      addRuns(folder);
      addLargeDecks(folder);
    },
  });

  const waitForTotal = (total: string) => session.workbench.quickInput.waitForQuickInput({ total });

  it('of three thousand files names the folders with their counts and sizes, and the total in the title', async () => {
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
    const { items } = await quickInput.waitForQuickInput({}, ({ items: [row] }) => row?.label === 'run07/');
    assert.equal(items[0]?.checked, true);
    await page.locator('.quick-input-header > [role=checkbox]').first().click();
    await waitForTotal('2,800 of 3,000 files, 2.8 MB');
    await quickInput.typeInQuickInput('');
    await waitForTotal('2,800 of 3,000 files, 2.8 MB');
    await quickInput.closeQuickInput();
  });

  const isFinished = async () =>
    (await session.workbench.quickInput.quickPick()).placeholder.endsWith('named in the deck are missing');
  const focused = async () =>
    await session.workbench.page.locator('.quick-input-list .monaco-list-row.focused').allTextContents();

  it('gets the files that large decks name while the user ticks, and they take neither a tick nor the focus', async () => {
    const { explorer, quickInput, page } = session.workbench;
    await explorer.explorerContextMenu(['large'], 'Upload as New Simulation Model…');
    await quickInput.waitForQuickInput({ step: '1/2', hasItems: true });
    await quickInput.waitForQuickInput({}, ({ isBusy }) => isBusy);
    assert.equal(await isFinished(), false);
    // By the keyboard, because the focus of the keyboard is the one that could move.
    for (let row = 0; row < 3; row++) await page.keyboard.press('ArrowDown');
    const [before] = await focused();
    assert.match(before ?? '', /deck02\.inp/);
    await page.keyboard.press('Space');
    await quickInput.waitForQuickInput({}, ({ items }) =>
      items.some(({ label, checked }) => label === 'deck02.inp' && checked === false),
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

  it('has these files behind all others, where they can be ticked', async () => {
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
    await quickInput.waitForQuickInput({ total: /^9 of 10 files, / });
    await quickInput.closeQuickInput();
  });
});
