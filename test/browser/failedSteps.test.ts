import assert from 'node:assert/strict';
import { waitFor } from '../host/waitFor';
import { delayUntil, replyWith, stall } from '../support/emulatorFaults';
import { operations, type RecordingEmulator, startRecordingEmulator } from '../support/service';
import { interceptOperation, requireHeader, useSession } from './support/hooks';
import { fieldsOf, labelsOf } from './support/rows';
import { screenshotPath } from './support/session';
import { firstProject, secondProject } from './support/upload';

const right = 'canary-5b0c7d1e-token';
const wrong = 'canary-91f2a6c3-token';

async function startServiceAt(servicePort: number): Promise<RecordingEmulator> {
  return await startRecordingEmulator({ servicePort });
}

describe('A user whose flow meets a failure', () => {
  let service: RecordingEmulator;
  const session = useSession(async () => {
    service = await startServiceAt(0);
    const { baseUrl } = service;
    // Nothing listens there at first.
    await service.stop();
    return { settings: { 'simulationService.baseUrl': baseUrl } };
  });
  after(async () => await service.stop());

  const host = () => new URL(service.baseUrl).host;

  async function reachProjectStep(name: string, unticked: string): Promise<void> {
    const { explorer, quickInput, views } = session.workbench;
    await views.openView('Explorer');
    await explorer.expandFolder('cantilever');
    await explorer.explorerContextMenu(['loads.inc', 'mesh'], 'Upload and Create Simulation…');
    await quickInput.waitForQuickInput({ step: '1/4', hasItems: true });
    await quickInput.toggle(unticked);
    await quickInput.acceptQuickInput();
    await quickInput.enterInQuickInput(name, { step: '2/4' });
  }

  it('tries again in the step when the service is back, and nothing that was entered is lost', async () => {
    const { quickInput, notifications } = session.workbench;
    await reachProjectStep('wing', 'mesh/nodes.inc');
    const failed = await quickInput.waitForQuickInput({ step: '3/4', hasItems: true });
    const remedies = ['Try Again', 'Check Connection', 'Set Base URL…', 'Show Log'];
    assert.deepEqual(labelsOf(failed.items), ['The projects could not be listed.', ...remedies]);
    const { detail } = failed.items[0]!;
    assert.ok(detail.startsWith(`${host()} refused the connection.`), detail);
    await session.workbench.screenshot(screenshotPath('failed-projects'));
    await quickInput.typeInQuickInput('zzz');
    assert.equal((await quickInput.waitForQuickInput()).items.length, 5);
    await quickInput.typeInQuickInput('');
    service = await startServiceAt(Number(new URL(service.baseUrl).port));
    await quickInput.pick('Try Again');
    const listed = await quickInput.waitForQuickInput({}, ({ items }) =>
      items.some(({ label }) => label === firstProject),
    );
    assert.deepEqual(fieldsOf(listed.items, 'separator', 'label'), [
      ['Projects', 'New project…'],
      ['', firstProject],
      ['', secondProject],
    ]);
    assert.deepEqual(await notifications.notifications(), []);
  });

  it('finds “New project” with the typed name where no project matches, and is warned of an equal name', async () => {
    const { quickInput, notifications } = session.workbench;
    await quickInput.typeInQuickInput('box');
    const found = await quickInput.waitForQuickInput({}, ({ items }) => items.length === 2);
    assert.deepEqual(labelsOf(found.items), [secondProject, 'New project']);
    assert.equal(found.items[1]!.description, '“box”…');
    await quickInput.typeInQuickInput('zzz');
    const none = await quickInput.waitForQuickInput({}, ({ items }) => items[0]?.description === '“zzz”…');
    assert.deepEqual([none.items.length, none.items[0]!.label], [1, 'New project']);
    await quickInput.acceptQuickInput();
    assert.equal((await quickInput.waitForQuickInput({ step: '4/4' })).value, 'zzz');
    await quickInput.typeInQuickInput(firstProject);
    await quickInput.waitForQuickInput({
      message: /A project with this name already exists\. Press Enter to create another one\./,
    });
    await quickInput.enterInQuickInput('Tip deflection');
    await notifications.waitForNotification(/^Simulation sim_.+ was created in project “Tip deflection”/);
    const model = service.models.at(-1)!;
    assert.deepEqual(
      [model.name, [...service.storedFiles(model.model_id).keys()].sort()],
      ['wing', ['loads.inc', 'mesh/elements.inc', 'mesh/sets.inc']],
    );
    await notifications.clearNotifications();
  });

  it('can begin a new project while the others are still being loaded, and Enter alone chooses nothing', async () => {
    const { quickInput } = session.workbench;
    interceptOperation(service, 'listProjects', stall('afterBody'));
    await session.workbench.runCommand('Simulation Service: Create Simulation…');
    const { items } = await quickInput.waitForQuickInput({}, ({ isLoading }) => isLoading);
    assert.deepEqual(labelsOf(items), ['Loading the projects…', 'New project…']);
    await quickInput.acceptQuickInput();
    await session.workbench.screenshot(screenshotPath('projects-loading'));
    await quickInput.pick('New project…');
    await quickInput.waitForQuickInput({ message: /^Name of the new project/ });
    await quickInput.closeQuickInput();
    service.setIntercept(undefined);
  });

  it('sees the last project first, marked as recently used', async () => {
    const { quickInput } = session.workbench;
    await session.workbench.runCommand('Simulation Service: Create Simulation…');
    const { items } = await quickInput.waitForQuickInput({ title: 'Create Simulation', hasItems: true });
    assert.deepEqual(fieldsOf(items, 'separator', 'label'), [
      ['recently used', 'Tip deflection'],
      ['Projects', 'New project…'],
      ['', firstProject],
      ['', secondProject],
    ]);
    await quickInput.closeQuickInput();
  });

  it('enters a token again in the same box until the service accepts it, and goes on', async () => {
    const { quickInput, notifications, page } = session.workbench;
    requireHeader(service, 'authorization', `Bearer ${right}`);
    await reachProjectStep('rotor', 'mesh/sets.inc');
    await quickInput.enterInQuickInput(wrong, { title: 'Sign In' });
    const refused = await quickInput.waitForQuickInput({ message: / rejected your credentials\./ });
    assert.ok(refused.message.includes(`${host()} rejected your credentials.`), refused.message);
    assert.deepEqual([refused.title, refused.value, refused.isBusy], ['Sign In', wrong, false]);
    assert.equal(await page.locator('.quick-input-box input').getAttribute('type'), 'password');
    assert.deepEqual(await notifications.notifications(), []);
    await session.workbench.screenshot(screenshotPath('token-refused'));
    await quickInput.enterInQuickInput(right);
    await quickInput.waitForQuickInput({ step: '3/4', hasItems: true });
    await notifications.waitForNotification(`You are signed in to ${new URL(service.baseUrl).origin}.`);
    await quickInput.pick(firstProject);
    await notifications.waitForNotification(/^Simulation sim_.+ was created/);
    assert.equal(service.models.at(-1)?.name, 'rotor');
    await notifications.clearNotifications();
  });

  it('is told that credentials could not be checked, and may keep them', async () => {
    const { quickInput, notifications } = session.workbench;
    service.setIntercept(({ server }) => (server === 'service' ? replyWith({ status: 503 }) : undefined));
    await session.workbench.runCommand('Simulation Service: Sign In…');
    await quickInput.enterInQuickInput(wrong, { title: 'Sign In' });
    const told = await quickInput.waitForQuickInput({ message: /Press Enter again/ });
    const text = `The credentials could not be checked. ${host()} responded with status 503.`;
    assert.ok(told.message.includes(text), told.message);
    await quickInput.acceptQuickInput();
    const { origin } = new URL(service.baseUrl);
    const kept = `The credentials for ${origin} are kept, but they could not be checked.`;
    assert.equal((await notifications.waitForNotification(kept)).severity, 'warning');
    await notifications.clearNotifications();
  });

  it('stops the check with Escape', async () => {
    const { quickInput, page } = session.workbench;
    const gate = new Promise<void>(() => undefined);
    service.setIntercept(({ operation, headers }) =>
      operation === 'listProjects' && headers['authorization'] === `Bearer ${right}`
        ? delayUntil(gate)
        : undefined,
    );
    const checks = () =>
      service.requests.slice(before).filter(({ operation }) => operation === 'listProjects');
    await session.workbench.runCommand('Simulation Service: Sign In…');
    await quickInput.waitForQuickInput({ title: 'Sign In' });
    const before = service.requests.length;
    await quickInput.enterInQuickInput(right);
    await waitFor('the check', () => checks().length === 1);
    // VS Code shows that only after a moment.
    await waitFor('the progress', async () => (await quickInput.waitForQuickInput()).isBusy);
    await page.keyboard.press('Escape');
    await quickInput.waitUntilClosed();
    await waitFor('the end of the request', () => checks()[0]!.aborted);
    assert.equal(operations(service).at(-1), 'listProjects');
  });
});
