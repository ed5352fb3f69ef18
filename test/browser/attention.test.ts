import assert from 'node:assert/strict';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { waitFor } from '../host/waitFor';
import type { Workbench } from '../host/workbench';
import { operations } from '../support/service';
import { interceptOperation, lostResponse, takePictureOfFailure } from './support/hooks';
import { closeBrowser, screenshotPath, type Stage, startStage } from './support/session';
import { uploadFromContextMenu } from './support/upload';

/** VS Code hides an error without buttons after 15 s, and a warning after 12 s. */
const hideTimeMs = 15_500;

const container = 'Simulation Service';
const lost = /It is not certain whether the simulation was created\./;

after(closeBrowser);

describe('A user whose attention is needed', () => {
  let stage: Stage;
  let workbench: Workbench;

  before(async () => {
    stage = await startStage();
    workbench = await stage.open();
    await workbench.explorer.expandFolder('cantilever');
  });
  takePictureOfFailure(() => workbench);
  afterEach(() => {
    stage.emulator.setIntercept(undefined);
    stage.emulator.setBytesPerSecond(undefined);
  });
  after(() => stage.end());

  const badge = (window: Workbench) => window.views.activityBadge(container);
  const now = () => stage.emulator.requests.length;
  const since = (start: number) => operations(stage.emulator).slice(start);

  const upload = (name: string) => uploadFromContextMenu(workbench, 'upload', [name]);
  const uploadAndSimulate = (name: string) => uploadFromContextMenu(workbench, 'uploadAndSimulate', [name]);

  function loseSimulation(): void {
    interceptOperation(stage.emulator, 'createSimulation', lostResponse);
  }

  it('still sees the question and the badge after VS Code has hidden other messages, with the view never opened', async () => {
    assert.equal(await badge(workbench), '');
    loseSimulation();
    await uploadAndSimulate('loads.inc');
    // The notification centre stays closed, which other waits open after some seconds.
    await waitFor('the question', async () =>
      (await workbench.notifications.notifications()).some(({ message }) => lost.test(message)),
    );
    const shownAt = Date.now();
    await waitFor('the badge', async () => (await badge(workbench)) === '1');
    await waitFor('the time after which messages are hidden', () => Date.now() - shownAt > hideTimeMs, {
      timeoutMs: 2 * hideTimeMs,
    });
    const [question, ...others] = await workbench.notifications.notifications();
    assert.deepEqual(others, []);
    assert.match(question?.message ?? '', lost);
    assert.deepEqual(question?.buttons, ['Show Log', 'It Was Started', 'It Was Not: Create It']);
    assert.equal(await workbench.page.locator('.notifications-center.visible').count(), 0);
    assert.equal(await badge(workbench), '1');
    await workbench.screenshot(screenshotPath('outcome-unknown-dark'));
  });

  it('sees the badge after a restart too', async () => {
    await workbench.reload();
    await waitFor('the badge', async () => (await badge(workbench)) === '1');
    assert.equal(await workbench.views.isOpen(container), false);
  });

  it('sees failed launches counted until their rows have been seen, also after a restart', async () => {
    interceptOperation(stage.emulator, 'createModel', { kind: 'reply', status: 422 });
    await upload('mesh');
    await waitFor('the badge', async () => (await badge(workbench)) === '2');
    await workbench.reload();
    await waitFor('the badge', async () => (await badge(workbench)) === '2');
    assert.equal(await workbench.views.isOpen(container), false);
    await workbench.views.openView(container);
    await waitFor('the badge', async () => (await badge(workbench)) === '1');
    const rows = await workbench.views.treeRows('Launches');
    assert.deepEqual(
      rows.map(({ label, description }) => [label, description.replace(/ \d+:\d\d.*/u, '')]),
      [
        ['Today', '2 · 2 need attention'],
        ['mesh', 'failed'],
        ['loads', 'outcome unknown'],
      ],
    );
    await workbench.screenshot(screenshotPath('attention-dark'));
    await workbench.reload();
    await waitFor('the badge', async () => (await badge(workbench)) === '1');
    await workbench.runCommand('View: Show Explorer');
    await workbench.explorer.expandFolder('cantilever');
  });

  it('removes all failed launches at once, after a question', async () => {
    const other = await stage.open({ theme: 'light' });
    await other.views.openView(container);
    await other.views.waitForTreeRows('Launches', (rows) => rows.length === 3);
    await other.screenshot(screenshotPath('attention-light'));
    await other.runCommand('Simulation Service: Remove All Failed Launches…');
    const { message, detail } = await other.dialogs.dialog();
    assert.deepEqual(
      [message, detail],
      [
        'Remove 1 failed launch from the list?',
        'Failed launches that are removed cannot be tried again. Models that have been uploaded stay on the service.',
      ],
    );
    await other.dialogs.clickDialogButton('Remove');
    const left = await other.views.waitForTreeRows('Launches', (rows) => rows.length === 2);
    assert.equal(left[1]?.icon, 'question');
    await other.close();
  });

  it('answers a question that was already resolved in another window, and nothing is sent', async () => {
    loseSimulation();
    await uploadAndSimulate('materials');
    await workbench.notifications.waitForNotification(lost);
    const other = await stage.open({ theme: 'light' });
    await other.views.openView(container);
    const row = await other.views.treeRow('Launches', 'materials');
    await other.views.contextMenu(row, 'Resolve Unknown Outcome…');
    await other.notifications.waitForNotification(lost);
    await other.screenshot(screenshotPath('outcome-unknown-light'));
    interceptOperation(stage.emulator, 'createSimulation', { kind: 'reply', status: 409 });
    await other.notifications.clickNotificationButton(lost, 'It Was Not: Create It');
    await other.notifications.waitForNotification(/^The simulation could not be created\./);
    stage.emulator.setIntercept(undefined);
    const start = now();
    await workbench.notifications.clickNotificationButton(lost, 'It Was Started');
    const resolved = await workbench.notifications.waitForNotification(/^This question has been resolved/);
    assert.deepEqual(resolved.buttons, ['Show Launches']);
    assert.deepEqual(since(start), []);
    await other.views.waitForRow('Launches', 'materials', ({ description }) =>
      description.startsWith('failed'),
    );
    await other.close();
    await workbench.notifications.clearNotifications();
  });

  it('reads the error message of the service before deciding whether a model is finalised, and nothing follows', async () => {
    let asked = 0;
    let breakOff = (): void => undefined;
    const gate = new Promise<void>((_, reject) => (breakOff = () => reject(new Error('broken off'))));
    stage.emulator.setIntercept(({ operation }) => {
      if (operation !== 'finaliseModel') return undefined;
      asked++;
      const body = JSON.stringify({ detail: 'Another request works on this model.' });
      const headers = { 'content-type': 'application/json' };
      return asked === 1 ? { kind: 'delay', gate } : { kind: 'reply', status: 409, headers, body };
    });
    await upload('mesh');
    await workbench.notifications.waitForNotification(
      /: Waiting for 127\.0\.0\.1:\d+ to finalise the model…$/,
    );
    breakOff();
    const lost = /responded with status 500.+It is not certain whether model mdl_\S+ is finalised\.$/;
    await workbench.notifications.waitForNotification(lost);
    assert.equal(asked, 1);
    await workbench.notifications.clickNotificationButton(lost, 'Finalise Again');
    const question =
      /responded with status 409: “Another request works on this model\.” It is not certain whether model mdl_\S+ is finalised\.$/;
    const shown = await workbench.notifications.waitForNotification(question);
    assert.deepEqual(shown.buttons, ['Show Log', 'It Was Finalised', 'Finalise Again']);
    const start = now();
    await workbench.notifications.clickNotificationButton(question, 'It Was Finalised');
    await workbench.views.openView(container);
    await workbench.views.waitForRow('Launches', 'mesh', ({ icon }) => icon === 'pass');
    assert.deepEqual(
      since(start).filter((operation) => !operation.startsWith('list')),
      [],
    );
  });

  it('is told that another window has taken a launch over, and this window sends nothing more', async () => {
    await writeFile(path.join(stage.workspace.folder, 'a.bin'), Buffer.alloc(6_000_000, 'a'));
    await workbench.views.openView('Explorer');
    await workbench.explorer.row('a.bin');
    stage.emulator.setBytesPerSecond(100_000);
    const start = now();
    await upload('a.bin');
    await waitFor('the upload', () => since(start).includes('uploadFile a.bin'));
    // Simulates a window that considers this one dead after a minute of silence.
    const lock = await waitFor('the lock of the launch', () =>
      readdirSync(stage.server.dataDir, { recursive: true, encoding: 'utf8' }).find((name) =>
        /launches.[\w-]+\.lock$/.test(name),
      ),
    );
    const file = path.join(stage.server.dataDir, lock);
    const owner = JSON.parse(readFileSync(file, 'utf8')) as object;
    writeFileSync(file, JSON.stringify({ ...owner, token: 'of another window' }));
    const told = await workbench.notifications.waitForNotification(
      /^Another window has taken over this launch, so this window stopped and sent nothing more\./,
    );
    assert.deepEqual(told.buttons, ['Show Launches']);
    stage.emulator.setBytesPerSecond(undefined);
    rmSync(file);
    assert.deepEqual(since(start), ['createModel', 'uploadFile a.bin']);
  });
});
