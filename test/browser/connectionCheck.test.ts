import assert from 'node:assert/strict';
import { replyWith, stall } from '../support/emulatorFaults';
import { operations } from '../support/service';
import { interceptOperation, resetAfterEach, useSession } from './support/hooks';
import { screenshotPath } from './support/session';
import { uploadFromContextMenu } from './support/upload';

const command = 'Simulation Service: Check Connection';
const title = 'Checking the connection…';

describe('A user who checks the connection', () => {
  const session = useSession();
  resetAfterEach(session);

  const host = () => new URL(session.emulator.baseUrl).host;

  it('sees the successful result of each step', async () => {
    const { workbench, emulator } = session;
    await workbench.runCommand(command);
    const message = `The connection to ${host()} works.`;
    const told = await workbench.notifications.waitForNotification(message);
    assert.deepEqual([told.severity, told.buttons], ['info', ['Copy Report']]);
    await workbench.waitForEditorText('✓ Settings', '✓ Projects (variant B)', '✓ Connection');
    await workbench.screenshot(screenshotPath('connection-check-dark'));
    assert.deepEqual(operations(emulator), ['listProjects', 'listReusableModels', 'listProjects']);
  });

  it('sees where a response has what, if nothing is found in it', async () => {
    const { workbench, emulator } = session;
    const headers = { 'content-type': 'application/json' };
    const part = { position: 7, link: 'https://files.test/put?sig=canary', word: 'canary' };
    const body = JSON.stringify({ model_id: 'm-1', parts: [part, part] });
    interceptOperation(emulator, 'createModel', replyWith({ status: 201, headers, body }));
    await uploadFromContextMenu(workbench, 'upload', ['cantilever']);
    const message = /Keys in the response: \/model_id, \/parts,/;
    await workbench.notifications.clickNotificationButton(message, 'Show Response');
    const text = await workbench.waitForEditorText('/parts/0/link', '/parts/0/word');
    assert.match(text, /\/parts\/0\/position +number: 7/);
    assert.match(text, /\/parts\/0\/link +URL: https:\/\/files\.test\/…/);
    assert.match(text, /\/parts\/0\/word +text\b/);
    assert.doesNotMatch(text, /canary/);
    await workbench.screenshot(screenshotPath('response-dark'));
  });

  it('cancels the check while it waits, and sees no result', async () => {
    const { workbench, emulator } = session;
    await workbench.runCommand('View: Close All Editors');
    await workbench.page.locator('.tab', { hasText: 'Connection Check' }).waitFor({ state: 'detached' });
    emulator.setIntercept(() => stall('afterBody'));
    await workbench.runCommand(command);
    await workbench.notifications.waitForNotification(/^Checking the connection…: Projects/);
    await workbench.notifications.cancelProgress(new RegExp(title));
    await workbench.notifications.waitUntilGone(new RegExp(title));
    assert.equal(await workbench.page.locator('.tab', { hasText: 'Connection Check' }).count(), 0);
    assert.deepEqual(await workbench.notifications.notifications(), []);
  });

  it('is told what is wrong, in Restricted Mode too, and is offered a remedy', async () => {
    session.emulator.setIntercept(() => replyWith({ status: 401 }));
    const workbench = await session.open({ theme: 'light', isRestricted: true });
    await workbench.runCommand(command);
    const message = /^The connection check found 1 problem\. .+ requires authentication \(401\)/;
    const told = await workbench.notifications.waitForNotification(message);
    assert.deepEqual([told.severity, told.buttons], ['warning', ['Copy Report', 'Sign In…']]);
    await workbench.waitForEditorText('✗ Authentication', 'because of “Authentication” above');
    await workbench.screenshot(screenshotPath('connection-check-light'));
    await workbench.notifications.clickNotificationButton(message, 'Sign In…');
    const prompt = await workbench.quickInput.waitForQuickInput({ title: 'Sign In' });
    assert.ok(prompt.message.includes(`Token for ${session.emulator.baseUrl}.`), prompt.message);
    await workbench.quickInput.closeQuickInput();
  });

  it('is offered the check when the service cannot be reached', async () => {
    const { workbench, emulator, quickInput } = session;
    await emulator.stop();
    await workbench.runCommand('Simulation Service: Create Simulation…');
    await quickInput.pick('Check Connection', { title: 'Create Simulation', hasItems: true });
    await workbench.waitForEditorText('✗ Connection', 'because of “Connection” above');
    const found = /^The connection check found 1 problem\. .+ refused the connection/;
    const { buttons } = await workbench.notifications.waitForNotification(found);
    assert.deepEqual(buttons, ['Copy Report', 'Set Base URL…']);
  });
});
