import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { sha256 } from '../support/hashes';
import {
  type Framework,
  type FrameworkEvent,
  frameworks,
  type RunningService,
} from './support/frameworks/frameworks';
import { useSession } from './support/hooks';
import { labelsOf } from './support/rows';
import { screenshotPath } from './support/session';

const names = ['loads.inc', 'mesh/elements.inc', 'mesh/nodes.inc', 'mesh/sets.inc'];
const created = /^Simulation .+ was created/;

describe('A user of a service made with a web framework', () => {
  const events = new Map<Framework, FrameworkEvent[]>(frameworks.map((one) => [one, []]));
  let services: readonly RunningService[] = [];
  before(async () => {
    services = await Promise.all(
      frameworks.map((one) => one.start((event) => void events.get(one)!.push(event))),
    );
  });
  const session = useSession();
  after(() => Promise.all(services.map((one) => one.stop())));
  before(async () => {
    const { explorer, views } = session.workbench;
    await views.openView('Explorer');
    await explorer.expandFolder('cantilever');
  });

  /** Chooses files and a project, by its name or a new one. */
  async function upload(files: readonly string[], project: string, newName?: string): Promise<void> {
    const { explorer, quickInput, views } = session.workbench;
    await views.openView('Explorer');
    await explorer.explorerContextMenu(files, 'Upload and Create Simulation…');
    await quickInput.acceptQuickInput({ step: '1/4', hasItems: true });
    await quickInput.acceptQuickInput({ step: '2/4' });
    const projects = await quickInput.waitForQuickInput({ step: '3/4', hasItems: true });
    assert.ok(labelsOf(projects.items).includes(project), JSON.stringify(projects.items));
    await quickInput.pick(project);
    if (newName !== undefined) await quickInput.enterInQuickInput(newName, { step: '4/4' });
  }

  /** Opens the body of the request that was refused, which the user's settings do not have yet. */
  async function editBody(refusal: RegExp): Promise<void> {
    const { notifications, page } = session.workbench;
    await notifications.clickNotificationButton(refusal, 'Edit Request Body…');
    const line = (text: string) => page.locator('.monaco-editor .view-line', { hasText: text });
    await line('"simulationService.requests.createProject"').waitFor();
    await line('"name": "{name}"').first().waitFor();
    assert.equal(await page.locator('.tab.dirty').count(), 0);
    await session.workbench.runCommand('View: Close All Editors');
    await page.locator('.monaco-editor').first().waitFor({ state: 'detached' });
  }

  for (const [index, framework] of frameworks.entries()) {
    describe(framework.name, () => {
      const eventsOf = <Kind extends FrameworkEvent['kind']>(kind: Kind) =>
        events
          .get(framework)!
          .filter((event): event is Extract<FrameworkEvent, { kind: Kind }> => event.kind === kind);

      it('signs in', async () => {
        const { quickInput, notifications, views } = session.workbench;
        const { settings, otherHeader, secret } = framework;
        await session.configure({ 'simulationService.baseUrl': services[index]!.origin, ...settings });
        await views.openView('Simulation Service');
        await views.clickWelcomeButton('Projects', 'Sign In…');
        await quickInput.waitForQuickInput({ title: 'Sign In' });
        if (otherHeader !== undefined) {
          await quickInput.quickInputButton('Other Method…');
          await quickInput.pick('API Key in a Header…');
          await quickInput.enterInQuickInput(otherHeader, { step: '2/2' });
          await quickInput.waitForQuickInput({ title: 'Sign In', message: /^API key for / });
        }
        await quickInput.enterInQuickInput(secret);
        await notifications.waitForNotification(/^You are signed in to/);
        await notifications.clearNotifications();
      });

      it('reads what the service has against a name', async () => {
        const { notifications } = session.workbench;
        await upload(['loads.inc'], 'New project…', 'A name that is longer than thirty characters');
        const failed = await notifications.waitForNotification(framework.refusal);
        assert.equal(failed.severity, 'error');
        await session.workbench.screenshot(screenshotPath(`refusal-${framework.name.split(' ')[0]}`));
        if (index === 0) await editBody(framework.refusal);
        await notifications.clearNotifications();
      });

      it('uploads a file and a folder, and creates a simulation in a new project', async () => {
        const { notifications } = session.workbench;
        await upload(['loads.inc', 'mesh'], 'New project…', 'Tip deflection');
        const done = await notifications.waitForNotification(created);
        const [{ id, model }] = eventsOf('simulation') as [Extract<FrameworkEvent, { kind: 'simulation' }>];
        assert.ok(done.message.startsWith(`Simulation ${id} of model ${model} was created`), done.message);
        const { folder } = session.workspace;
        assert.deepEqual(
          Object.fromEntries(eventsOf('file').map((file) => [file.name, [file.model, file.sha256]])),
          Object.fromEntries(
            names.map((name) => [name, [model, sha256(readFileSync(path.join(folder, 'cantilever', name)))]]),
          ),
        );
        assert.deepEqual(
          eventsOf('finalised').map((one) => one.model),
          [model],
        );
        assert.equal(eventsOf('refused').length > 0, framework.isSlow);
        await notifications.clearNotifications();
      });

      it('creates another simulation in the project, which the question lists', async () => {
        const { notifications } = session.workbench;
        await upload(['mesh'], 'Tip deflection');
        await notifications.waitForNotification(created);
        const [first, second, ...others] = eventsOf('simulation');
        assert.deepEqual([second!.project, others], [first!.project, []]);
        assert.notEqual(second!.model, first!.model);
        await notifications.clearNotifications();
      });
    });
  }
});
