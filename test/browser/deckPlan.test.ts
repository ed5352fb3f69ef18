import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { useSession } from './support/hooks';
import { screenshotPath } from './support/session';
import { assertStored, sampleFiles } from './support/upload';

const named = ['mesh/nodes.inc', 'mesh/elements.inc', 'mesh/sets.inc', 'materials/steel.inc', 'loads.inc'];
const lines = [4, 5, 6, 7, 15];

function addDecks(folder: string): void {
  const write = (name: string, text: string) => {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    writeFileSync(path.join(folder, name), text);
  };
  write(
    'rig/case/run.inp',
    '*HEADING\n*INCLUDE, INPUT=../shared/Steel.inc\n*INCLUDE, INPUT=gone.inc\n*STEP\n',
  );
  write('rig/shared/Steel.inc', '*MATERIAL, NAME=STEEL\n');
}

describe('The files that a deck names', () => {
  const session = useSession({ prepare: addDecks });

  const readRows = async () => {
    const { items } = await session.workbench.quickInput.waitForQuickInput({ step: '1/4', hasItems: true });
    return items.map(({ separator, label, description, checked }) => [
      ...[separator, label, description, checked],
    ]);
  };
  const waitForTicks = (count: number) =>
    session.workbench.quickInput.waitForQuickInput(
      {},
      ({ items }) => items.filter(({ checked }) => checked === true).length === count,
    );

  it('are shown in the plan of the deck alone, and not ticked', async () => {
    const { explorer, quickInput } = session.workbench;
    await explorer.expandFolder('cantilever');
    await explorer.explorerContextMenu(['cantilever.inp'], 'Upload and Create Simulation…');
    assert.deepEqual(await readRows(), [
      ...named.map((name, index) => [
        index === 0 ? 'Named in the deck, but not among the files' : '',
        name,
        `cantilever.inp, line ${lines[index]}`,
        false,
      ]),
      ['Files of the model', 'cantilever.inp', '356 B', true],
    ]);
    const plan = await quickInput.quickPick();
    assert.match(plan.placeholder, /^1 file, 356 B, 5 named in the deck are missing$/);
    assert.ok(plan.buttons.includes('Add Missing Files'), JSON.stringify(plan.buttons));
    await session.workbench.screenshot(screenshotPath('deck-plan'));
  });

  it('open the deck at the line, while the plan stays', async () => {
    const { workbench } = session;
    await workbench.quickInput.itemButton('materials/steel.inc', 'Open the Deck at This Line');
    await workbench.page.locator('.statusbar-item', { hasText: 'Ln 7, Col 1' }).waitFor();
    await workbench.quickInput.waitForQuickInput({ step: '1/4', hasItems: true });
  });

  it('are added by one click, and the model is complete', async () => {
    const { workbench, emulator, quickInput, notifications } = session;
    await quickInput.quickInputButton('Add Missing Files');
    const plan = await waitForTicks(8);
    assert.deepEqual(
      plan.items.map(({ label, checked }) => [label, checked]),
      ['cantilever.inp', 'materials/', 'mesh/', ...named].sort().map((name) => [name, true]),
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

  it('move the common folder up, and those that do not exist cannot be ticked', async () => {
    const { explorer, quickInput } = session.workbench;
    await explorer.expandFolder('rig');
    await explorer.expandFolder('case');
    await explorer.explorerContextMenu(['run.inp'], 'Upload and Create Simulation…');
    assert.deepEqual(await readRows(), [
      ['Named in the deck, but not among the files', '../shared/Steel.inc', 'run.inp, line 2', false],
      ['', 'gone.inc', 'run.inp, line 3: no such file here', false],
      ['Files of the model', 'run.inp', '76 B', true],
    ]);
    const { page } = session.workbench;
    await page.locator('.quick-input-list .monaco-list-row', { hasText: 'gone.inc' }).click();
    await quickInput.toggle('../shared/Steel.inc');
    await quickInput.waitForQuickInput({ placeholder: /1 named in the deck is missing/ });
    await quickInput.acceptQuickInput();
    await waitForTicks(4);
    assert.deepEqual(await readRows(), [
      [
        'Named in the deck, but not among the files',
        'gone.inc',
        'case/run.inp, line 3: no such file here',
        false,
      ],
      ['Files of the model', 'case/', '1 file, 76 B', true],
      ['', 'case/run.inp', '76 B', true],
      ['', 'shared/', '1 file, 22 B', true],
      ['', 'shared/Steel.inc', '22 B', true],
    ]);
    await quickInput.closeQuickInput();
  });
});
