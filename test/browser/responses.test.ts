import assert from 'node:assert/strict';
import { replyAfterApplying, replyWith } from '../support/emulatorFaults';
import { interceptOperation, resetAfterEach, useSession } from './support/hooks';
import { uploadFromContextMenu } from './support/upload';

const headers = { 'content-type': 'application/json' };

describe('A user of a service with habits of its own', () => {
  const session = useSession();
  resetAfterEach(session);

  it('is told once that the ID of a simulation was not found, and sees the response', async () => {
    const { workbench, emulator, notifications } = session;
    const body = JSON.stringify({ state: 'queued', run: { ref: 'sim-42' }, token: 'canary' });
    interceptOperation(emulator, 'createSimulation', replyAfterApplying({ status: 201, headers, body }));
    await workbench.explorer.expandFolder('cantilever');
    const simulate = async (file: string) => {
      await uploadFromContextMenu(workbench, 'uploadAndSimulate', [file]);
      return await notifications.waitForNotification(/^A simulation of model /);
    };
    const first = await simulate('cantilever.inp');
    assert.match(first.message, /\. The simulation was created, but its ID was not found in the response\.$/);
    assert.deepEqual(
      [first.severity, first.buttons],
      ['info', ['Find Values…', 'Show Response', 'Open Setting', 'Show Launch']],
    );
    await notifications.clickNotificationButton(/^A simulation of model /, 'Show Response');
    const text = await workbench.waitForEditorText('/run/ref: "sim-42"', '/token: ');
    assert.match(text, /\/token: \[secret\]/);
    assert.doesNotMatch(text, /canary/);
    await notifications.clearNotifications();
    const second = await simulate('loads.inc');
    assert.doesNotMatch(second.message, /not found/);
    assert.deepEqual(second.buttons, ['Copy ID', 'Show Launch']);
    assert.equal(emulator.simulations.length, 2);
  });

  it('sees that a list is not whole, and uses what is not listed by its ID', async () => {
    const { workbench, emulator, notifications, quickInput, views } = session;
    const [listed, unlisted] = emulator.projects;
    const body = JSON.stringify({
      count: 250,
      next: 'https://other.example/projects?page=2',
      results: [listed],
    });
    interceptOperation(emulator, 'listProjects', replyWith({ status: 200, headers, body }));
    await views.openView('Simulation Service');
    await workbench.runCommand('Simulation Service: Refresh All Views');
    const rows = await views.waitForTreeRows(
      'Projects',
      (all) => all.at(-1)?.label.startsWith('This is not') === true,
    );
    assert.deepEqual(
      rows.map(({ label }) => label),
      [listed?.name, 'This is not the whole list: 1 of 250.'],
    );
    await workbench.runCommand('Simulation Service: Create Simulation…');
    await quickInput.waitForQuickInput({ title: 'Create Simulation', hasItems: true });
    await quickInput.typeInQuickInput(String(unlisted?.project_id));
    await quickInput.pick('With the ID');
    await quickInput.pick('Pressure vessel, quarter symmetry');
    await notifications.waitForNotification(/^Simulation .* was created in project /);
    assert.equal(emulator.simulations.at(-1)?.project_id, unlisted?.project_id);
  });
});
