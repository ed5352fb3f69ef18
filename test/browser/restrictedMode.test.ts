import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { waitFor } from '../host/waitFor';
import { operations } from '../support/service';
import { resetAfterEach, useSession } from './support/hooks';
import { screenshotPath } from './support/session';
import { dragFromExplorer, firstProject, secondProject, uploadFromContextMenu } from './support/upload';

describe('A user who has not trusted a folder', () => {
  const session = useSession({ isRestricted: true });
  resetAfterEach(session);

  const refusal = 'This works only in a trusted workspace.';
  const lists = ['listProjects', 'listReusableModels'];

  it('sends nothing by opening the folder', async () => {
    const { workbench, emulator } = session;
    await workbench.waitForStatusBarItem('Restricted Mode');
    await workbench.runCommand('Simulation Service: Show Log');
    await workbench.page.locator('.part.panel .monaco-editor[data-uri^="output:"]').waitFor();
    assert.deepEqual(emulator.requests, []);
  });

  it('sees the projects and copies an identifier', async () => {
    const { workbench, emulator, views } = session;
    await views.openView('Simulation Service');
    const row = await views.treeRow('Projects', secondProject);
    await views.expandSection('Reusable Models');
    await views.waitForTreeRows('Reusable Models', (rows) => rows.length === 2);
    await views.contextMenu(row, 'Copy ID');
    const [, wing] = emulator.projects;
    await waitFor('the identifier in the clipboard', async () => {
      return (await workbench.clipboardText()) === wing!.project_id;
    });
    assert.deepEqual(operations(emulator).sort(), lists);
  });

  it('is told in the Explorer why no file is sent', async () => {
    const { workbench, emulator } = session;
    await workbench.views.openView('Explorer');
    await workbench.explorer.explorerContextMenu(['cantilever'], 'Upload as New Simulation Model…');
    const told = await workbench.notifications.waitForNotification(refusal);
    assert.deepEqual([told.severity, told.buttons], ['info', ['Manage Workspace Trust']]);
    await workbench.screenshot(screenshotPath('restricted'));
    assert.equal(await workbench.quickInput.isOpen(), false);
    assert.deepEqual(operations(emulator).sort(), lists);
  });

  it('is told so for files that are dropped, for Upload Files Here, and for tables', async () => {
    const { workbench, emulator, dragAndDrop, notifications, quickInput, views } = session;
    // Whatever is dropped.
    const uris = [session.server.remoteUri('/outside.inp')];
    const row = () => views.treeRow('Projects', firstProject);
    const triggers = [
      () => dragFromExplorer(workbench, 'cantilever', row),
      async () => await dragAndDrop.dropFromOutside(await row(), { uris }),
      async () => await views.contextMenu(await row(), 'Upload Files Here…'),
      async () =>
        await views.chooseFromRow(
          'Reusable Models',
          'Pressure vessel, quarter symmetry',
          'Create Simulations from Table…',
        ),
    ];
    for (const trigger of triggers) {
      await trigger();
      const told = await notifications.waitForNotification(refusal);
      assert.deepEqual([told.severity, told.buttons], ['info', ['Manage Workspace Trust']]);
      assert.equal(await quickInput.isOpen(), false);
      await notifications.clearNotifications();
    }
    assert.deepEqual(operations(emulator).sort(), lists);
    await views.openView('Explorer');
  });

  it('checks a deck all the same, which sends nothing', async () => {
    const { workbench, emulator } = session;
    await workbench.explorer.expandFolder('cantilever');
    await workbench.explorer.explorerContextMenu(['cantilever.inp'], 'Check Deck…');
    const told = 'Files named in cantilever.inp that are not selected: 5.';
    await workbench.notifications.clickNotificationButton(told, 'Show Problems');
    await workbench.problems.waitForRows(6);
    assert.deepEqual(operations(emulator).sort(), lists);
    await workbench.problems.chooseFix('mesh/nodes.inc', 'Upload with the Files Named Here…');
    await workbench.notifications.waitForNotification(refusal);
    assert.deepEqual(operations(emulator).sort(), lists);
  });

  it('is told so when a simulation needs files of the folder', async () => {
    const { workbench, emulator, quickInput, notifications } = session;
    await workbench.runCommand('Simulation Service: Create Simulation…');
    await quickInput.pick(firstProject, { placeholder: /project/, hasItems: true });
    await quickInput.pick('Upload files from the workspace…', { placeholder: /model/, hasItems: true });
    await notifications.waitForNotification(refusal);
    assert.deepEqual([...new Set(operations(emulator))].sort(), lists);
  });

  it('cannot add the sample, a table, or a service that a file of the folder may describe', async () => {
    const { notifications, quickInput } = session.workbench;
    for (const command of ['Create Sample Model', 'Create Table…', 'Add Service…']) {
      await session.workbench.runCommand(`Simulation Service: ${command}`);
      const told = await notifications.waitForNotification(refusal);
      assert.deepEqual([told.severity, told.buttons], ['info', ['Manage Workspace Trust']]);
      assert.equal(await quickInput.isOpen(), false);
      await notifications.clearNotifications();
    }
    assert.deepEqual(readdirSync(session.workspace.folder), ['cantilever']);
  });

  it('is told so in the command palette, can open the workspace trust editor there, and can upload as soon as the folder is trusted', async () => {
    const { workbench, emulator } = session;
    await workbench.runCommand('Simulation Service: Upload and Create Simulation…');
    await workbench.notifications.clickNotificationButton(refusal, 'Manage Workspace Trust');
    await workbench.trustEditor.waitUntilOpen();
    assert.deepEqual([...new Set(operations(emulator))].sort(), lists);
    await workbench.trustEditor.trust();
    await uploadFromContextMenu(workbench, 'upload', ['cantilever']);
    await workbench.notifications.waitForNotification(/^Model mdl_.+ was uploaded and finalised\./);
    assert.equal(emulator.models.at(-1)?.status, 'finalised');
  });
});
