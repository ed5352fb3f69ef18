import assert from 'node:assert/strict';
import { waitFor } from '../host/waitFor';
import type { Workbench } from '../host/workbench';
import { loseResponse, replyWith } from '../support/emulatorFaults';
import { bookmarkRequests, interceptOperation, useSession } from './support/hooks';
import { screenshotPath } from './support/session';
import { uploadFromContextMenu } from './support/upload';

/** VS Code hides an error without buttons after 15 s, and a warning after 12 s. */
const hideTimeMs = 15_500;

const container = 'Simulation Service';
const lost = /It is not certain whether the simulation was created\./;

describe('A user whose attention is needed', () => {
  const session = useSession();
  let workbench: Workbench;

  before(async () => {
    ({ workbench } = session);
    await workbench.explorer.expandFolder('cantilever');
  });
  afterEach(() => session.emulator.setIntercept(undefined));

  const badge = () => workbench.views.activityBadge(container);
  const waitForBadge = (text: string) =>
    waitFor(`the badge ${text}`, async () => (await badge()) === text, { state: badge });
  const upload = (name: string) => uploadFromContextMenu(workbench, 'upload', [name]);
  const uploadAndSimulate = (name: string) => uploadFromContextMenu(workbench, 'uploadAndSimulate', [name]);

  const loseSimulation = () => interceptOperation(session.emulator, 'createSimulation', loseResponse);

  it('still sees the question and the badge after VS Code has hidden other messages, and the badge after a restart, with the view never opened', async () => {
    assert.equal(await badge(), '');
    loseSimulation();
    await uploadAndSimulate('loads.inc');
    // The notification centre stays closed, which other waits open after some seconds.
    await waitFor('the question', async () =>
      (await workbench.notifications.notifications()).some(({ message }) => lost.test(message)),
    );
    const shownAt = Date.now();
    await waitForBadge('1');
    await waitFor('the time after which messages are hidden', () => Date.now() - shownAt > hideTimeMs, {
      timeoutMs: 2 * hideTimeMs,
    });
    const [question, ...others] = await workbench.notifications.notifications();
    assert.deepEqual(others, []);
    assert.match(question?.message ?? '', lost);
    assert.deepEqual(question?.buttons, ['Show Log', 'It Was Started', 'It Was Not: Create It']);
    assert.equal(await workbench.page.locator('.notifications-center.visible').count(), 0);
    assert.equal(await badge(), '1');
    await workbench.screenshot(screenshotPath('outcome-unknown-dark'));
    await workbench.reload();
    await waitForBadge('1');
    assert.equal(await workbench.views.isOpen(container), false);
  });

  it('removes all failed launches at once, after a question', async () => {
    interceptOperation(session.emulator, 'createModel', replyWith({ status: 422 }));
    await upload('mesh');
    await waitForBadge('2');
    await workbench.notifications.clearNotifications();
    await workbench.views.openView(container);
    await workbench.views.waitForTreeRows('Launches', (rows) => rows.length === 3);
    await workbench.screenshot(screenshotPath('attention'));
    await workbench.runCommand('Simulation Service: Remove All Failed Launches…');
    const { message, detail } = await workbench.dialogs.dialog();
    assert.deepEqual(
      [message, detail],
      [
        'Remove the launch of “mesh” from the list?',
        'Failed launches that are removed cannot be tried again. Models that have been uploaded stay on the service.',
      ],
    );
    await workbench.dialogs.clickDialogButton('Remove');
    const left = await workbench.views.waitForTreeRows('Launches', (rows) => rows.length === 2);
    assert.equal(left[1]?.icon, 'question');
  });

  it('answers a question that was already resolved in another window, and nothing is sent', async () => {
    loseSimulation();
    await uploadAndSimulate('materials');
    await workbench.notifications.waitForNotification(lost);
    const other = await session.open({ theme: 'light' });
    await other.views.openView(container);
    await other.views.chooseFromRow('Launches', 'materials', 'Resolve Unknown Outcome…');
    await other.notifications.waitForNotification(lost);
    await other.screenshot(screenshotPath('outcome-unknown-light'));
    interceptOperation(session.emulator, 'createSimulation', replyWith({ status: 409 }));
    await other.notifications.clickNotificationButton(lost, 'It Was Not: Create It');
    await other.notifications.waitForNotification(/^The simulation could not be created\./);
    session.emulator.setIntercept(undefined);
    const { operations } = bookmarkRequests(session);
    await workbench.notifications.clickNotificationButton(lost, 'It Was Started');
    const resolved = await workbench.notifications.waitForNotification(/^This question has been resolved/);
    assert.deepEqual(resolved.buttons, ['Show Launches']);
    assert.deepEqual(operations(), []);
    await other.views.waitForRow('Launches', 'materials', ({ description }) =>
      description.startsWith('failed'),
    );
    await other.close();
    await workbench.notifications.clearNotifications();
  });

  it('reads the error message of the service before deciding whether a model is finalised, and nothing follows', async () => {
    interceptOperation(
      session.emulator,
      'finaliseModel',
      replyWith({
        status: 500,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ detail: 'Another request works on this model.' }),
      }),
    );
    await upload('mesh');
    const question =
      /responded with status 500: “Another request works on this model\.” It is not certain whether model mdl_\S+ is finalised\.$/;
    const shown = await workbench.notifications.waitForNotification(question);
    assert.deepEqual(shown.buttons, ['Show Log', 'It Was Finalised', 'Finalise Again']);
    const { changes } = bookmarkRequests(session);
    await workbench.notifications.clickNotificationButton(question, 'It Was Finalised');
    await workbench.views.openView(container);
    await workbench.views.waitForRow('Launches', 'mesh', ({ icon }) => icon === 'pass');
    assert.deepEqual(changes(), []);
  });
});
