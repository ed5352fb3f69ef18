import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { waitFor } from '../host/waitFor';
import { replyWith } from '../support/emulatorFaults';
import { useSession } from './support/hooks';
import { labelsOf } from './support/rows';
import { screenshotPath } from './support/session';
import { firstProject, uploadFromContextMenu } from './support/upload';

const reusable = 'Cantilever beam, 12 000 elements';

const settings = {
  'simulationService.pages': { simulation: 'https://portal.example.com/runs/{simulation_id}' },
  'simulationService.simulationStatus': {
    path: '/simulations/{simulation_id}',
    state: '/state',
    detail: '/progress',
    ended: { finished: 'success', broken: 'failure' },
  },
};

const createSimulation = {
  $prompts: { name: { type: 'text' } },
  project_id: '{project_id}',
  model_id: '{model_id}',
  name: '{prompt.name}',
};

describe('What the service says of simulations', () => {
  const session = useSession({
    prepare: (folder) => writeFileSync(path.join(folder, 'six.csv'), 'name\n1\n2\n3\n4\n5\n6\n'),
    settings,
  });

  /** Lets the service say this of its simulations, in the order of their creation, and asks for it. */
  async function say(...states: readonly object[]): Promise<void> {
    const { emulator, workbench } = session;
    emulator.setIntercept(({ operation, path: asked }) => {
      if (operation !== 'readSimulation') return undefined;
      const index = emulator.simulations.findIndex((one) => asked.endsWith(`/${one.simulation_id}`));
      return replyWith({ status: 200, body: JSON.stringify(states[index] ?? {}) });
    });
    await workbench.runCommand('Simulation Service: Refresh All Views');
  }

  it('stands in the row with its time until it ends, which a message says', async () => {
    const { workbench, views, notifications } = session;
    await workbench.explorer.expandFolder('cantilever');
    await uploadFromContextMenu(workbench, 'uploadAndSimulate', ['loads.inc']);
    await notifications.waitForNotification(/^Simulation sim_.+ was created/);
    await notifications.clearNotifications();
    await workbench.views.openView('Simulation Service');
    await say({ state: 'running', progress: '40 %' });
    await views.waitForRow('Launches', 'loads', (row) =>
      /^running, 40 %, \d+:\d\d\s[AP]M · /.test(row.description),
    );
    await say({ state: 'finished' });
    await views.waitForRow('Launches', 'loads', ({ ariaLabel }) => /launched, finished, \d/.test(ariaLabel));
    const told = await notifications.waitForNotification(/^The simulation of “loads” has ended: finished, /);
    assert.deepEqual([told.severity, told.buttons], ['info', ['Open in Browser']]);
    await workbench.screenshot(screenshotPath('simulation-ended'));
    await notifications.clearNotifications();
  });

  it('is counted in the row of a study, finds its launches, and failures are counted by the badge', async () => {
    const { workbench, views, notifications, quickInput } = session;
    await session.configure({ ...settings, 'simulationService.requests.createSimulation': createSimulation });
    await workbench.runCommand('View: Show Explorer');
    await workbench.explorer.explorerContextMenu(['six.csv'], 'Create Simulations from Table…');
    await quickInput.pick(firstProject, { hasItems: true });
    await quickInput.pick(reusable, { step: '2/2', hasItems: true });
    await workbench.dialogs.clickDialogButton('Create 6');
    await notifications.waitForNotification(/six\.csv: 6 of 6 started\.$/, 30_000);
    await notifications.clearNotifications();
    await workbench.views.openView('Simulation Service');
    const running = { state: 'running' };
    const finished = { state: 'finished' };
    await say(finished, finished, running, running, finished, running, { state: 'broken' });
    const study = `${firstProject}, six.csv`;
    const counts = '1 broken, 3 running, 2 finished';
    await views.waitForRow(
      'Launches',
      study,
      ({ description }) => description === `${counts} · 6 of 6 started`,
    );
    const told = await notifications.waitForNotification(/^3 simulations have ended: /);
    assert.deepEqual(
      [told.severity, told.message],
      ['warning', '3 simulations have ended: 1 broken, 2 finished'],
    );
    await notifications.clearNotifications();
    await waitFor('the badge', async () => /^1\b/.test(await views.activityBadge('Simulation Service')));
    await workbench.screenshot(screenshotPath('simulation-counts'));
    await workbench.runCommand('Simulation Service: Filter Launches…');
    const { items } = await quickInput.waitForQuickInput({ title: 'Filter Launches', hasItems: true });
    assert.ok(labelsOf(items).includes('running'), JSON.stringify(labelsOf(items)));
    await workbench.screenshot(screenshotPath('simulation-filter'));
    await quickInput.enterInQuickInput('broken', { title: 'Filter Launches' });
    await views.waitForTreeRows('Launches', (rows) =>
      rows.some(({ description }) => description.startsWith('broken, ')),
    );
    await waitFor('no badge', async () => (await views.activityBadge('Simulation Service')) === '');
  });
});
