import assert from 'node:assert/strict';
import { useSession } from './support/hooks';
import { screenshotPath } from './support/session';
import { uploadFromContextMenu } from './support/upload';

const lostResponse = 'The response to the next create request is lost';
const slowLine = 'The file server is slow (500 kB/s) until you select “No fault”';

describe('A user of the local emulator', () => {
  const session = useSession();

  before(async () => {
    await session.workbench.explorer.expandFolder('cantilever');
  });
  afterEach(() => session.workbench.notifications.clearNotifications());

  const askForFault = async () => {
    const { workbench } = session;
    await workbench.runCommand('Simulation Service: Simulate a Fault in Local Emulator…');
    return await workbench.quickInput.waitForQuickInput({ title: 'Simulate a Fault', hasItems: true });
  };

  it('is offered seven faults, each with what becomes of a launch', async () => {
    const { workbench } = session;
    await workbench.runCommand('Simulation Service: Start Local Emulator');
    await workbench.waitForStatusBarItem('Emulator');
    const { items } = await askForFault();
    assert.equal(items.length, 7);
    assert.deepEqual(
      items.filter(({ detail, description }) => detail === '' || description !== ''),
      [],
    );
    await workbench.screenshot(screenshotPath('faults'));
  });

  it('picks a lost response, and is asked what became of the launch that met it', async () => {
    const { workbench, quickInput, notifications, views } = session;
    await quickInput.pick(lostResponse);
    await workbench.waitForStatusBarItem('Emulator with Fault');
    await uploadFromContextMenu(workbench, 'upload', ['loads.inc']);
    const asked = await notifications.waitForNotification(
      /It is not certain whether model “loads” was created/,
    );
    assert.notDeepEqual(asked.buttons, []);
    await workbench.waitForStatusBarItem('Emulator');
    await workbench.views.openView('Simulation Service');
    await views.waitForRow('Launches', 'loads', ({ description }) => description.includes('outcome unknown'));
  });

  it('sees which fault is active, and ends it', async () => {
    const { workbench, quickInput } = session;
    await askForFault();
    await quickInput.pick(slowLine);
    await workbench.clickStatusBarItem('Emulator with Fault');
    const { items } = await quickInput.waitForQuickInput({ title: 'Simulate a Fault', hasItems: true });
    assert.deepEqual(
      items.filter(({ description }) => description === 'active').map(({ label }) => label),
      [slowLine],
    );
    assert.deepEqual([items.length, items[0]!.label], [8, 'No fault']);
    await workbench.screenshot(screenshotPath('fault-active'));
    await quickInput.pick('No fault');
    await workbench.waitForStatusBarItem('Emulator');
  });

  it('sees the projects again once a refused sign-in is over', async () => {
    const { workbench, quickInput, views } = session;
    await workbench.views.openView('Simulation Service');
    await views.waitForTreeRows('Projects', (rows) => rows.length > 0);
    await askForFault();
    await quickInput.pick('The sign-in is refused (401) until you enter another token');
    await workbench.runCommand('Simulation Service: Refresh All Views');
    await views.waitForTreeRows('Projects', (rows) => rows.length === 0);
    await workbench.clickStatusBarItem('Emulator with Fault');
    await quickInput.pick('No fault');
    await views.waitForTreeRows('Projects', (rows) => rows.length > 0);
  });
});
