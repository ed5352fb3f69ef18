import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { waitFor } from '../host/waitFor';
import { operations } from '../support/service';
import { endAfterAll, takePictureOfFailure } from './support/hooks';
import { screenshotPath, type Session, startSession } from './support/session';

const named = ['mesh/nodes.inc', 'mesh/elements.inc', 'mesh/sets.inc', 'materials/steel.inc', 'loads.inc'];

describe('A user who checks a deck', () => {
  let session: Session;

  before(async () => (session = await startSession()));
  takePictureOfFailure(() => session.workbench);
  endAfterAll(() => session);

  const fix = 'Upload with the Files Named Here…';

  it('reads that nothing is missing in a folder that has all files', async () => {
    const { explorer, notifications, problems } = session.workbench;
    await explorer.explorerContextMenu(['cantilever'], 'Check Deck…');
    const told = await notifications.waitForNotification('All files named in cantilever.inp are there.');
    assert.deepEqual([told.severity, told.buttons], ['info', []]);
    await problems.waitForRows(0);
    await notifications.clearNotifications();
  });

  it('finds the command beside the uploads, and reads how many files are not selected', async () => {
    const { explorer, notifications } = session.workbench;
    await explorer.expandFolder('cantilever');
    const items = await explorer.explorerContextMenuItems(['cantilever.inp']);
    const first = items.indexOf('Upload and Create Simulation…');
    assert.deepEqual(items.slice(first, first + 3), [
      ...['Upload and Create Simulation…', 'Upload as New Simulation Model…', 'Check Deck…'],
    ]);
    await explorer.explorerContextMenu(['cantilever.inp'], 'Check Deck…');
    const told = await notifications.waitForNotification('5 files named in cantilever.inp are not selected.');
    assert.deepEqual([told.severity, told.buttons], ['warning', ['Show Problems']]);
  });

  it('sees them in Problems', async () => {
    const { notifications, problems } = session.workbench;
    await notifications.clickNotificationButton(/^5 files/, 'Show Problems');
    const [file = '', ...rows] = await problems.waitForRows(6);
    assert.match(file, /^cantilever\.inp/);
    const lines = [4, 5, 6, 7, 15];
    assert.deepEqual(
      rows,
      named.map(
        (name, index) =>
          `“${name}” is in the workspace, but not selected.Simulation Service[Ln ${lines[index]}, Col 1]`,
      ),
    );
    await session.workbench.screenshot(screenshotPath('deck-check-problems'));
    assert.deepEqual(operations(session.emulator), []);
  });

  it('opens the deck there, where the names are underlined, and uploads all of them by a quick fix', async () => {
    const { page, problems, quickInput, notifications } = session.workbench;
    await page.locator('.markers-panel .monaco-list-row', { hasText: 'loads.inc' }).dblclick();
    await page.locator('.editor-instance .squiggly-info').first().waitFor();
    await waitFor('the columns of the names', async () =>
      (await problems.texts()).every((text) => !text.includes('Col 1]')),
    );
    await session.workbench.screenshot(screenshotPath('deck-check-editor'));
    await problems.chooseFix('mesh/nodes.inc', fix);
    const { items } = await quickInput.waitForQuickInput({ step: '1/4', hasItems: true });
    assert.deepEqual(
      items.map(({ label, checked }) => [label, checked]),
      [
        ['cantilever.inp', true],
        ['loads.inc', true],
        ['materials/', true],
        ['materials/steel.inc', true],
        ['mesh/', true],
        ['mesh/elements.inc', true],
        ['mesh/nodes.inc', true],
        ['mesh/sets.inc', true],
      ],
    );
    await quickInput.closeQuickInput();
    await notifications.clearNotifications();
  });

  it('sees none of them any more once the deck is saved without them', async () => {
    const { workbench, workspace } = session;
    const deck = path.join(workspace.folder, 'cantilever', 'cantilever.inp');
    const text = readFileSync(deck, 'utf8');
    writeFileSync(deck, text.replace(/^\*INCLUDE.*\n/gm, ''));
    await waitFor('the file to be read again', async () => {
      const lines = await workbench.page.locator('.editor-instance .view-line').allTextContents();
      return lines.length > 0 && lines.every((line) => !line.includes('*INCLUDE'));
    });
    await workbench.page.locator('.editor-instance .view-line').first().click();
    await workbench.runCommand('File: Save');
    await workbench.problems.waitForRows(0);
  });
});
