import assert from 'node:assert/strict';
import { linkSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { waitFor } from '../host/waitFor';
import { writeTree } from '../support/tempTree';
import { useSession } from './support/hooks';
import { rowsOfPlan } from './support/plan';
import { fieldsOf } from './support/rows';
import { screenshotPath } from './support/session';
import { assertStored, sampleFiles } from './support/upload';

const heading = 'Named in the deck, but not among the files';
const gone = '“gone.inc” is missing: there is no such file in the workspace.';
const outside = '“../../out.inc” is outside the workspace. Files are looked for only in the workspace.';
const excluded = '“node_modules/a.inc” is excluded by the pattern “node_modules/”.';
const named = ['mesh/nodes.inc', 'mesh/elements.inc', 'mesh/sets.inc', 'materials/steel.inc', 'loads.inc'];
const lines = [4, 5, 6, 7, 15];

async function addDecks(folder: string): Promise<void> {
  const deck = (...included: string[]) =>
    ['*HEADING', ...included.map((name) => `*INCLUDE, INPUT=${name}`), ''].join('\n');
  await writeTree(folder, {
    'rig/case/run.inp': `${deck('../shared/Steel.inc', 'gone.inc')}*STEP\n`,
    'rig/shared/Steel.inc': '*MATERIAL, NAME=STEEL\n',
    // Two workspace folders beside each other.
    'wing/run.inp': deck('../library/steel/steel.inc', '../../out.inc'),
    'library/steel/steel.inc': '*MATERIAL, NAME=STEEL\n',
    'library/steel/.env': '1\n',
    'both.code-workspace': JSON.stringify({ folders: [{ path: 'wing' }, { path: 'library' }] }),
    // Names of many kinds.
    'deck/main.inp': deck('node_modules/a.inc', 'node_modules/B.inc', 'c.inc'),
    'deck/node_modules/a.inc': '12345\n',
    'deck/node_modules/b.inc': '12345\n',
    'deck/node_modules/d.inc': '12345\n',
    'deck/c.txt': '',
    // LS-DYNA has decks with this ending.
    'keys/main.key': '*KEYWORD\n*INCLUDE\nmesh.key\n*END\n',
    'keys/mesh.key': '*NODE\n       1             0.0             0.0             0.0\n',
    'keys/server.key': '-----BEGIN PRIVATE KEY-----\nMC4CAQ\n-----END PRIVATE KEY-----\n',
  });
}

/** Three thousand files in thirty folders. */
async function addRuns(folder: string): Promise<void> {
  const files = Object.fromEntries(
    Array.from({ length: 100 }, (_, file) => [`${file}.bin`, Buffer.alloc(1000)]),
  );
  for (let run = 1; run <= 30; run++)
    await writeTree(path.join(folder, 'runs', `run${String(run).padStart(2, '0')}`), files);
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

describe('A plan', () => {
  const session = useSession({
    async prepare(folder) {
      await addDecks(folder);
      await addRuns(folder);
      addLargeDecks(folder);
    },
  });

  const readRows = async ({ quickInput } = session.workbench) =>
    rowsOfPlan(await quickInput.waitForQuickInput({ hasItems: true }));
  const inFolder = (name: string) => path.join(session.workspace.folder, name);

  describe('that is large', () => {
    const waitForTotal = (total: string) => session.workbench.quickInput.waitForQuickInput({ total });

    it('of three thousand files has headings of folders with counts and sizes, and the total in the title', async () => {
      const { explorer, quickInput } = session.workbench;
      await explorer.explorerContextMenu(['runs'], 'Upload as New Simulation Model…');
      const { items } = await quickInput.waitForQuickInput({ step: '1/2', hasItems: true });
      await waitForTotal('3,000 files, 3 MB');
      assert.deepEqual(rowsOfPlan({ items }).slice(0, 2), [
        ['Files of the model · run01/ · 100 files, 100 kB', 'run01/0.bin', '1 kB', true],
        ['', 'run01/1.bin', '1 kB', true],
      ]);
      await session.workbench.screenshot(screenshotPath('plan-runs'));
    });

    it('loses a file by its tick and a folder by a filter and the tick of all rows, and VS Code counts the same', async () => {
      const { quickInput, page } = session.workbench;
      const counts = () => page.locator('.quick-input-count').allTextContents();
      assert.deepEqual(await counts(), ['3000 Selected']);
      await quickInput.toggle('run01/0.bin');
      await waitForTotal('2,999 of 3,000 files, 2.9 MB');
      await quickInput.typeInQuickInput('run07');
      const { items } = await quickInput.waitForQuickInput(
        {},
        ({ items: [row] }) => row?.label === 'run07/0.bin',
      );
      assert.equal(items[0]?.checked, true);
      await page.locator('.quick-input-header > [role=checkbox]').first().click();
      await waitForTotal('2,899 of 3,000 files, 2.8 MB');
      await quickInput.typeInQuickInput('');
      await waitForTotal('2,899 of 3,000 files, 2.8 MB');
      assert.deepEqual(await counts(), ['2899 Selected']);
      await quickInput.closeQuickInput();
    });

    const isFinished = async () =>
      / named in the deck but missing: \d+$/.test(
        (await session.workbench.quickInput.waitForQuickInput()).placeholder,
      );
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
      const { items, isBusy } = await quickInput.waitForQuickInput();
      assert.equal(isBusy, false);
      assert.deepEqual(await focused(), [before]);
      const ticked = items.filter(({ checked }) => checked === true).map(({ label }) => label);
      const others = [...decks, ...meshes].filter((name) => name !== 'deck02.inp');
      assert.deepEqual(ticked, others);
      await session.workbench.screenshot(screenshotPath('late-findings'));
    });

    it('has these files behind all others, where they can be ticked', async () => {
      const { quickInput } = session.workbench;
      const { items } = await quickInput.waitForQuickInput();
      assert.deepEqual(rowsOfPlan({ items: items.slice(9, 11) }), [
        [heading, '../late.inc', 'deck00.inp, line 3,000,002, and other places: 5', false],
        ['', 'gone.inc', `deck00.inp, line 3,000,003: ${gone}`, false],
      ]);
      await quickInput.toggle('../late.inc');
      await quickInput.waitForQuickInput({ total: /^9 of 10 files, / });
      await quickInput.closeQuickInput();
    });
  });

  describe('has the files that a deck names', () => {
    const waitForTicks = (count: number) =>
      session.quickInput.waitForQuickInput(
        {},
        ({ items }) => items.filter(({ checked }) => checked === true).length === count,
      );
    const waitForCounts = (total: string, placeholder: string) =>
      session.quickInput.waitForQuickInput({ total, placeholder });
    const upload = 'Upload as New Simulation Model…';

    it('of the deck alone, and does not tick them', async () => {
      const { explorer, quickInput } = session.workbench;
      await explorer.expandFolder('cantilever');
      await explorer.explorerContextMenu(['cantilever.inp'], 'Upload and Create Simulation…');
      assert.deepEqual(await readRows(), [
        ...named.map((name, index) => [
          index === 0 ? heading : '',
          name,
          `cantilever.inp, line ${lines[index]}`,
          false,
        ]),
        ['Files of the model', 'cantilever.inp', '356 B', true],
      ]);
      const plan = await quickInput.waitForQuickInput();
      assert.match(plan.placeholder, /^1 file, 356 B, named in the deck but missing: 5$/);
      assert.ok(plan.buttons.includes('Add Missing Files'), JSON.stringify(plan.buttons));
      await session.workbench.screenshot(screenshotPath('deck-plan'));
    });

    it('and opens the deck at the line, while it stays', async () => {
      const { workbench } = session;
      await workbench.quickInput.itemButton('materials/steel.inc', 'Open the Deck at This Line');
      await workbench.page.locator('.statusbar-item', { hasText: 'Ln 7, Col 1' }).waitFor();
      await workbench.quickInput.waitForQuickInput({ step: '1/4', hasItems: true });
    });

    it('and adds them by one click, so that the model is complete', async () => {
      const { workbench, emulator, quickInput, notifications } = session;
      await quickInput.quickInputButton('Add Missing Files');
      const plan = await waitForTicks(6);
      assert.deepEqual(
        fieldsOf(plan.items, 'label', 'checked'),
        ['cantilever.inp', ...named].sort().map((name) => [name, true]),
      );
      assert.equal(plan.placeholder, 'Press Enter to continue.');
      await workbench.screenshot(screenshotPath('deck-plan-added'));
      for (const step of ['1/4', '2/4', '3/4', '4/4']) {
        await quickInput.acceptQuickInput({ step, hasItems: step === '3/4' });
      }
      await notifications.waitForNotification(/was created in project/);
      const model = emulator.models.find(({ name }) => name === 'cantilever');
      assertStored(session, model!.model_id, 'cantilever', sampleFiles);
    });

    it('from a common folder further up, and ticks none that does not exist', async () => {
      const { explorer, quickInput } = session.workbench;
      await explorer.expandFolder('rig');
      await explorer.expandFolder('case');
      await explorer.explorerContextMenu(['run.inp'], 'Upload and Create Simulation…');
      assert.deepEqual(await readRows(), [
        [heading, '../shared/Steel.inc', 'run.inp, line 2', false],
        ['', 'gone.inc', `run.inp, line 3: ${gone}`, false],
        ['Files of the model', 'run.inp', '76 B', true],
      ]);
      const { page } = session.workbench;
      await page.locator('.quick-input-list .monaco-list-row[aria-label^="gone.inc"]').click();
      await quickInput.toggle('../shared/Steel.inc');
      await quickInput.waitForQuickInput({ placeholder: /named in the deck but missing: 1$/ });
      await quickInput.acceptQuickInput();
      await quickInput.waitForQuickInput({}, ({ items }) =>
        items.some(({ label, checked }) => label === 'shared/Steel.inc' && checked === true),
      );
      assert.deepEqual(await readRows(), [
        [heading, 'gone.inc', `case/run.inp, line 3: ${gone}`, false],
        ['Files of the model · case/ · 1 file, 76 B', 'case/run.inp', '76 B', true],
        ['shared/ · 1 file, 22 B', 'shared/Steel.inc', '22 B', true],
      ]);
      await quickInput.closeQuickInput();
    });

    it('in another workspace folder, and adds them such that they are found', async () => {
      const other = await session.open({ folder: inFolder('both.code-workspace') });
      const { explorer, quickInput, notifications } = other;
      await explorer.expandFolder('wing');
      await explorer.explorerContextMenu(['run.inp'], upload);
      await quickInput.waitForQuickInput({ step: '1/2', hasItems: true });
      assert.deepEqual(await readRows(other), [
        [heading, '../library/steel/steel.inc', 'run.inp, line 2', false],
        ['', '../../out.inc', `run.inp, line 3: ${outside}`, false],
        ['Files of the model', 'run.inp', '82 B', true],
      ]);
      await other.screenshot(screenshotPath('deck-two-folders'));
      await quickInput.quickInputButton('Add Missing Files');
      await quickInput.waitForQuickInput({
        total: '2 files, 104 B',
        placeholder: '2 files, 104 B, named in the deck but missing: 1',
      });
      assert.deepEqual(await readRows(other), [
        [heading, '../../out.inc', `wing/run.inp, line 3: ${outside}`, false],
        ['Files of the model · library/steel/ · 1 file, 22 B', 'library/steel/steel.inc', '22 B', true],
        ['wing/ · 1 file, 82 B', 'wing/run.inp', '82 B', true],
      ]);
      for (const step of ['1/2', '2/2']) await quickInput.acceptQuickInput({ step });
      await notifications.waitForNotification(/^Model mdl_.+ was uploaded and finalised\./);
      const model = session.emulator.models.at(-1);
      assert.deepEqual([...session.emulator.storedFiles(model!.model_id).keys()].sort(), [
        'library/steel/steel.inc',
        'wing/run.inp',
      ]);
      await other.close();
    });

    it('in an excluded folder, and adds them by their own ticks only', async () => {
      const { explorer, quickInput } = session;
      await explorer.explorerContextMenu(['deck'], upload);
      await quickInput.waitForQuickInput({ step: '1/2', hasItems: true });
      const others = [
        [
          '',
          'node_modules/B.inc',
          'main.inp, line 3: “node_modules/B.inc” and the file “node_modules/b.inc” differ in upper and lower case.',
          false,
        ],
      ];
      assert.deepEqual(await readRows(), [
        [heading, 'node_modules/a.inc', `main.inp, line 2: ${excluded}`, false],
        ...others,
        ['', 'c.inc', 'main.inp, line 4: “c.inc” is missing: there is no such file in the workspace.', false],
        ['Files of the model', 'c.txt', 'empty', true],
        ['', 'main.inp', '101 B', true],
        ['Excluded, select to include', 'node_modules/', 'excluded by node_modules/', false],
      ]);
      assert.ok(!(await quickInput.waitForQuickInput()).buttons.includes('Add Missing Files'));
      await quickInput.toggle('node_modules/a.inc');
      await waitForCounts('3 files, 107 B', '3 files, 107 B, named in the deck but missing: 2');
      await quickInput.toggle('node_modules/');
      const folder = '2 files, 101 B, and excluded folders: 1';
      await waitForCounts(folder, `${folder}, named in the deck but missing: 2`);
      await quickInput.toggle('node_modules/');
      await quickInput.acceptQuickInput();
      await waitFor('the next plan', async () => (await readRows())[0]?.[1] === 'node_modules/B.inc');
      await waitForCounts('3 files, 107 B', '3 files, 107 B, named in the deck but missing: 2');
      assert.deepEqual(
        (await readRows()).map(([, label, , checked]) => [label, checked]),
        [
          ['node_modules/B.inc', false],
          ['c.inc', false],
          ['c.txt', true],
          ['main.inp', true],
          ['node_modules/a.inc', true],
          ['node_modules/', false],
        ],
      );
      await quickInput.closeQuickInput();
    });

    it('which may be named as a private key, and says how many of them a pattern excludes', async () => {
      const { explorer, quickInput, page } = session.workbench;
      await explorer.explorerContextMenu(['keys'], upload);
      await quickInput.waitForQuickInput({ step: '1/2', hasItems: true });
      const server = ['server.key', 'excluded by *.key', false];
      assert.deepEqual(await readRows(), [
        ['Files of the model', 'main.key', '32 B', true],
        ['', 'mesh.key', '63 B', true],
        ['Excluded, select to include', ...server],
      ]);
      await quickInput.closeQuickInput();
      const settings = JSON.stringify({ 'simulationService.upload.exclude': ['*.key'] });
      await writeTree(session.workspace.folder, { '.vscode/settings.json': settings });
      const excluded = [
        ['', 'Decks excluded by *.key: 2', 'select below to include', false],
        ['Excluded, select to include', 'main.key', 'excluded by *.key', false],
        ['', 'mesh.key', 'excluded by *.key', false],
        ['', ...server],
      ];
      await waitFor('the setting to be read', async () => {
        await explorer.explorerContextMenu(['keys'], upload);
        await quickInput.waitForQuickInput({ step: '1/2', hasItems: true });
        const rows = await readRows();
        if (rows[0]?.[0] !== '') {
          await quickInput.closeQuickInput();
          return false;
        }
        assert.deepEqual(rows, excluded);
        return true;
      });
      await session.workbench.screenshot(screenshotPath('plan-excluded-decks'));
      // The first row says something, and cannot be ticked.
      await page.locator('.quick-input-list .monaco-list-row', { hasText: 'Decks excluded by' }).click();
      await quickInput.toggle('mesh.key');
      await quickInput.waitForQuickInput({ total: '1 file, 63 B' });
      assert.deepEqual(
        (await readRows()).map(([, , , checked]) => checked),
        [false, false, true, false],
      );
      await quickInput.closeQuickInput();
      rmSync(inFolder('.vscode/settings.json'));
    });

    it('unless the folder says that decks are not checked, and Check Deck… checks them all the same', async () => {
      const { explorer, quickInput, notifications, problems } = session;
      const settings = JSON.stringify({ 'simulationService.deckCheck': 'off' });
      await writeTree(session.workspace.folder, { '.vscode/settings.json': settings });
      await explorer.expandFolder('cantilever');
      await waitFor('the setting to be read', async () => {
        await explorer.explorerContextMenu(['cantilever.inp'], upload);
        await quickInput.waitForQuickInput({ step: '1/2', hasItems: true });
        const rows = await readRows();
        const { placeholder, buttons, isBusy } = await quickInput.waitForQuickInput();
        await quickInput.closeQuickInput();
        if (rows.length > 1) return false;
        assert.deepEqual(rows, [['Files of the model', 'cantilever.inp', '356 B', true]]);
        assert.deepEqual([placeholder, isBusy], ['Press Enter to continue.', false]);
        return !buttons.includes('Add Missing Files');
      });
      await explorer.explorerContextMenu(['cantilever.inp'], 'Check Deck…');
      const told = 'Files named in cantilever.inp that are not selected: 5.';
      await notifications.clickNotificationButton(told, 'Show Problems');
      await problems.waitForRows(6);
      await notifications.clearNotifications();
      rmSync(inFolder('.vscode/settings.json'));
    });
  });
});
