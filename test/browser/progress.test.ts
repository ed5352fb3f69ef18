import assert from 'node:assert/strict';
import { waitFor } from '../host/waitFor';
import { useSession } from './support/hooks';
import { screenshotPath, writeSample } from './support/session';
import { uploadFromContextMenu } from './support/upload';

describe('The progress of a launch in the status bar', () => {
  const session = useSession();

  before(async () => {
    await writeSample(session, 'mesh.inp', Buffer.alloc(24_000_000, '*NODE\n'));
  });

  const listItems = async () =>
    (await session.workbench.statusBarItems()).filter(({ id }) => id.endsWith('.launches'));

  it('is that of this window, opens the launches, and goes with the last one', async () => {
    const { workbench, emulator } = session;
    const { views, notifications } = workbench;
    assert.deepEqual(await listItems(), []);
    emulator.setBytesPerSecond(3_000_000);
    await uploadFromContextMenu(workbench, 'upload', ['mesh.inp']);
    const { text, ariaLabel } = await workbench.waitForStatusBarItem(/^[1-9]\d?%$/);
    assert.match(ariaLabel, /^Simulation Service: \d+%$/);
    await workbench.screenshot(screenshotPath('progress-in-status-bar'));
    await workbench.clickStatusBarItem(/^\d+%$/);
    const row = await views.treeRow('Launches', 'mesh');
    assert.equal(await row.isVisible(), true, text);
    emulator.setBytesPerSecond(undefined);
    await notifications.waitForNotification(/^Model .* was uploaded and finalised\.$/);
    await waitFor('the item to go', async () => (await listItems()).length === 0, {
      state: async () => JSON.stringify(await listItems()),
    });
  });
});
