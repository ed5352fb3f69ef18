import assert from 'node:assert/strict';
import path from 'node:path';
import type { Workbench } from '../host/workbench';
import { writeTree } from '../support/tempTree';
import { takePictureOfFailure } from './support/hooks';
import { labelsOf } from './support/rows';
import { closeBrowser, screenshotPath, type Stage, startStage } from './support/session';

const upload = 'Upload and Create Simulation…';

describe('A user of two folders, with compact folders as VS Code shows them', () => {
  let stage: Stage;
  let workbench: Workbench;

  before(async () => {
    const folders = [{ path: 'cantilever' }, { path: 'wing' }];
    stage = await startStage({
      prepare: (folder) =>
        writeTree(folder, {
          'wing/2026/november/run.inp': '*HEADING\n*STEP\n',
          'wing/2026/november/mesh.inc': '*NODE\n',
          'both.code-workspace': JSON.stringify({ folders }),
        }),
    });
    workbench = await stage.open({
      folder: path.join(stage.workspace.folder, 'both.code-workspace'),
      userSettings: { 'explorer.compactFolders': true },
    });
  });
  takePictureOfFailure(() => workbench);
  afterEach(async () => {
    await workbench.dismissQuestions();
  });
  after(async () => {
    await stage.end();
    await closeBrowser();
  });

  it('uploads the innermost of the folders that share a row', async () => {
    const { explorer, quickInput } = workbench;
    await explorer.expandFolder('wing');
    await explorer.explorerContextMenu(['november'], upload);
    const plan = await quickInput.waitForQuickInput({ step: '1/4', hasItems: true });
    assert.deepEqual(labelsOf(plan.items), ['mesh.inc', 'run.inp']);
    await workbench.screenshot(screenshotPath('two-folders-compact'));
    await quickInput.acceptQuickInput();
    assert.equal((await quickInput.waitForQuickInput({ step: '2/4' })).value, 'november');
  });

  it('uploads a file from the tab of its editor, with the commands of the Explorer', async () => {
    const { explorer, menu, page, quickInput } = workbench;
    await explorer.expandFolder('november');
    await (await explorer.row('run.inp')).dblclick();
    const tab = page.locator('.tabs-container .tab', { hasText: 'run.inp' });
    const labels = await menu.itemsOf(tab);
    const first = labels.indexOf(upload);
    assert.deepEqual(labels.slice(first, first + 3), [
      upload,
      'Upload as New Simulation Model…',
      'Check Deck…',
    ]);
    assert.ok(!labels.includes('Create Table…'), labels.join());
    await menu.choose(tab, upload);
    const plan = await quickInput.waitForQuickInput({ step: '1/4', hasItems: true });
    assert.deepEqual(labelsOf(plan.items), ['run.inp']);
  });

  it('is offered the folder of the open editor first, and whole folders of the window last', async () => {
    const { quickInput } = workbench;
    await workbench.runCommand(`Simulation Service: ${upload}`);
    const folders = await quickInput.waitForQuickInput({ step: '1/5', hasItems: true });
    const inWing = ['2026', '2026/november'].map((folder) => `wing/${folder}`);
    const inSample = ['materials', 'mesh'].map((folder) => `cantilever/${folder}`);
    assert.deepEqual(labelsOf(folders.items), [...inSample, ...inWing, 'cantilever', 'wing']);
    await quickInput.acceptQuickInput();
    const plan = await quickInput.waitForQuickInput({ step: '2/5', hasItems: true });
    assert.deepEqual(labelsOf(plan.items), ['mesh.inc', 'run.inp']);
  });
});
