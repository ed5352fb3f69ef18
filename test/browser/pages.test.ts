import assert from 'node:assert/strict';
import { readUntil } from '../host/waitFor';
import { useSession } from './support/hooks';
import { screenshotPath } from './support/session';
import { firstProject, uploadFromContextMenu } from './support/upload';

describe('The pages of a service', () => {
  const portal = 'https://portal.example.com';
  const session = useSession({
    settings: {
      'simulationService.pages': {
        project: `${portal}/p/{project_id}`,
        simulation: `${portal}/#/runs/{simulation_id}`,
      },
    },
  });

  /** Answers the question of VS Code about an address. */
  async function refuseToOpen(url: string): Promise<void> {
    const { dialogs } = session.workbench;
    const { message, detail } = await dialogs.dialog();
    assert.match(message, /open the external website/);
    assert.equal(detail, url);
    await dialogs.clickDialogButton('Cancel');
  }

  it('are offered by the rows of what has one', async () => {
    const { workbench, emulator, views } = session;
    const [project] = emulator.projects;
    await workbench.views.openView('Simulation Service');
    await views.chooseFromRow('Projects', firstProject, 'Open in Browser');
    await workbench.screenshot(screenshotPath('page-question'));
    await refuseToOpen(`${portal}/p/${project?.project_id}`);
    await views.expandSection('Reusable Models');
    const [model] = await views.waitForTreeRows('Reusable Models', (rows) => rows.length > 0);
    const items = await views.contextMenuItems(await views.treeRow('Reusable Models', model?.label ?? ''));
    assert.ok(items.includes('Copy ID') && !items.includes('Open in Browser'), JSON.stringify(items));
  });

  it('are offered after a launch, and by its row', async () => {
    const { workbench, emulator, notifications, views } = session;
    await workbench.views.openView('Explorer');
    await workbench.explorer.expandFolder('cantilever');
    await uploadFromContextMenu(workbench, 'uploadAndSimulate', ['cantilever.inp']);
    const done = await notifications.waitForNotification(/^Simulation /);
    const url = `${portal}/#/runs/${emulator.simulations[0]?.simulation_id}`;
    assert.deepEqual(done.buttons, ['Open in Browser', 'Copy Simulation ID', 'Show Launch']);
    await notifications.clickNotificationButton(/^Simulation /, 'Open in Browser');
    await refuseToOpen(url);
    await workbench.views.openView('Simulation Service');
    await views.chooseFromRow('Launches', 'cantilever', 'Open in Browser');
    await refuseToOpen(url);
  });

  it('are refused with the reason, and no longer offered without their address', async () => {
    const { workbench, notifications, views } = session;
    await workbench.views.openView('Simulation Service');
    await session.configure({ 'simulationService.pages': { project: 'command:workbench.action.quit' } });
    await views.chooseFromRow('Projects', firstProject, 'Open in Browser');
    const refused = await notifications.waitForNotification(/is not used/);
    assert.deepEqual(
      [refused.severity, refused.message, refused.buttons],
      [
        'error',
        'The address “project” in the setting simulationService.pages is not used. It must begin with https://, or with http:// for this computer.',
        ['Open Setting'],
      ],
    );
    await session.configure({ 'simulationService.pages': {} });
    const row = await views.treeRow('Projects', firstProject);
    // The row changes when the list has been requested again.
    await readUntil(
      'a menu without the page',
      () => views.contextMenuItems(row),
      (items) => items.includes('Copy ID') && !items.includes('Open in Browser'),
    );
  });
});
