import assert from 'node:assert/strict';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { waitFor } from '../host/waitFor';
import type { Workbench } from '../host/workbench';
import { useSession } from './support/hooks';
import { screenshotPath } from './support/session';

const heading = 'Named in the deck, but not among the files';

/** Two workspace folders beside each other, and one of many kinds of names. */
function addFolders(folder: string): void {
  const write = (name: string, text: string) => {
    const file = path.join(folder, name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, text);
  };
  write(
    'wing/run.inp',
    '*HEADING\n*INCLUDE, INPUT=../library/steel/steel.inc\n*INCLUDE, INPUT=../../out.inc\n',
  );
  write('library/steel/steel.inc', '*MATERIAL, NAME=STEEL\n');
  write('library/steel/.env', '1\n');
  const folders = [{ path: 'wing' }, { path: 'library' }];
  write('both.code-workspace', JSON.stringify({ folders }));
  write(
    'deck/main.inp',
    '*HEADING\n*INCLUDE, INPUT=node_modules/a.inc\n*INCLUDE, INPUT=node_modules/B.inc\n*INCLUDE, INPUT=c.inc\n',
  );
  for (const name of ['node_modules/a.inc', 'node_modules/b.inc', 'node_modules/d.inc'])
    write(`deck/${name}`, '12345\n');
  write('deck/c.txt', '');
}

describe('Decks in different workspaces', () => {
  const session = useSession({ prepare: addFolders });
  /** The window of the test. */
  let workbench: Workbench;
  beforeEach(() => {
    ({ workbench } = session);
  });

  const read = async () => {
    const { items } = await workbench.quickInput.waitForQuickInput({ hasItems: true });
    return items.map(({ separator, label, description, checked }) => [
      ...[separator, label, description, checked],
    ]);
  };
  const waitForCounts = (total: string, placeholder: string) =>
    workbench.quickInput.waitForQuickInput({ total, placeholder });
  const inFolder = (name: string) => path.join(session.workspace.folder, name);
  const upload = 'Upload as New Simulation Model…';

  it('name files of another workspace folder, which are added such that they are found', async () => {
    workbench = await session.open({ folder: inFolder('both.code-workspace') });
    const { explorer, quickInput, notifications } = workbench;
    await explorer.expandFolder('wing');
    await explorer.explorerContextMenu(['run.inp'], upload);
    await quickInput.waitForQuickInput({ step: '1/2', hasItems: true });
    assert.deepEqual(await read(), [
      [heading, '../library/steel/steel.inc', 'run.inp, line 2', false],
      ['', '../../out.inc', 'run.inp, line 3: outside the workspace', false],
      ['Files of the model', 'run.inp', '82 B', true],
    ]);
    await workbench.screenshot(screenshotPath('deck-two-folders'));
    await quickInput.quickInputButton('Add Missing Files');
    await waitForCounts('2 files, 104 B', '2 files, 104 B, 1 named in the deck is missing');
    assert.deepEqual(await read(), [
      [heading, '../../out.inc', 'wing/run.inp, line 3: outside the workspace', false],
      ['Files of the model', 'library/steel/', '1 file, 22 B', true],
      ['', 'library/steel/steel.inc', '22 B', true],
      ['', 'wing/', '1 file, 82 B', true],
      ['', 'wing/run.inp', '82 B', true],
    ]);
    for (const step of ['1/2', '2/2']) await quickInput.acceptQuickInput({ step });
    await notifications.waitForNotification(/^Model mdl_.+ was uploaded and finalised\./);
    const model = session.emulator.models.at(-1);
    assert.deepEqual([...session.emulator.storedFiles(model!.model_id).keys()].sort(), [
      'library/steel/steel.inc',
      'wing/run.inp',
    ]);
    await workbench.close();
  });

  it('name files of an excluded folder, which only their own ticks add', async () => {
    const { explorer, quickInput } = workbench;
    await explorer.explorerContextMenu(['deck'], upload);
    await quickInput.waitForQuickInput({ step: '1/2', hasItems: true });
    const others = [
      [
        '',
        'node_modules/B.inc',
        'main.inp, line 3: the file is node_modules/b.inc, and only the case differs',
        false,
      ],
    ];
    assert.deepEqual(await read(), [
      [heading, 'node_modules/a.inc', 'main.inp, line 2: excluded by node_modules/', false],
      ...others,
      ['', 'c.inc', 'main.inp, line 4: no such file here', false],
      ['Files of the model', 'c.txt', 'empty', true],
      ['', 'main.inp', '101 B', true],
      ['Excluded, select to include', 'node_modules/', 'excluded by node_modules/', false],
    ]);
    assert.ok(!(await quickInput.quickPick()).buttons.includes('Add Missing Files'));
    await quickInput.toggle('node_modules/a.inc');
    await waitForCounts('3 files, 107 B', '3 files, 107 B, 2 named in the deck are missing');
    await quickInput.toggle('node_modules/');
    const folder = '2 files, 101 B, and 1 excluded folder';
    await waitForCounts(folder, `${folder}, 2 named in the deck are missing`);
    await quickInput.toggle('node_modules/');
    await quickInput.acceptQuickInput();
    await waitFor('the next plan', async () => (await read())[0]?.[1] === 'node_modules/B.inc');
    await waitForCounts('3 files, 107 B', '3 files, 107 B, 2 named in the deck are missing');
    assert.deepEqual(
      (await read()).map(([, label, , checked]) => [label, checked]),
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

  it('are not checked where a folder says so, and Check Deck… checks them all the same', async () => {
    const { explorer, quickInput, notifications, problems } = workbench;
    const settings = inFolder('.vscode/settings.json');
    mkdirSync(path.dirname(settings), { recursive: true });
    writeFileSync(settings, JSON.stringify({ 'simulationService.deckCheck': 'off' }));
    await explorer.expandFolder('cantilever');
    await waitFor('the setting to be read', async () => {
      await explorer.explorerContextMenu(['cantilever.inp'], upload);
      await quickInput.waitForQuickInput({ step: '1/2', hasItems: true });
      const rows = await read();
      const { placeholder, buttons, isBusy } = await quickInput.quickPick();
      await quickInput.closeQuickInput();
      if (rows.length > 1) return false;
      assert.deepEqual(rows, [['Files of the model', 'cantilever.inp', '356 B', true]]);
      assert.deepEqual([placeholder, isBusy], ['Press Enter to continue.', false]);
      return !buttons.includes('Add Missing Files');
    });
    await explorer.explorerContextMenu(['cantilever.inp'], 'Check Deck…');
    const told = '5 files named in cantilever.inp are not selected.';
    await notifications.clickNotificationButton(told, 'Show Problems');
    await problems.waitForRows(6);
    await notifications.clearNotifications();
    rmSync(settings);
  });
});
