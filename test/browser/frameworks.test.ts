import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { waitFor } from '../host/waitFor';
import { sha256 } from '../support/hashes';
import { type FrameworkEvent, frameworks } from './support/frameworks/frameworks';
import { useSession } from './support/hooks';
import { labelsOf } from './support/rows';
import { screenshotPath } from './support/session';

const names = ['loads.inc', 'mesh/elements.inc', 'mesh/nodes.inc', 'mesh/sets.inc'];
const created = /^Simulation \S+ was created/;

for (const framework of frameworks) {
  describe(`A user of a service made with ${framework.name}`, () => {
    const events: FrameworkEvent[] = [];
    let service: Awaited<ReturnType<typeof framework.start>> | undefined;
    after(() => service?.stop());

    const session = useSession(async () => {
      service = await framework.start((event) => void events.push(event));
      return { settings: { 'simulationService.baseUrl': service.origin, ...framework.settings } };
    });

    const eventsOf = <Kind extends FrameworkEvent['kind']>(kind: Kind) =>
      events.filter((event): event is Extract<FrameworkEvent, { kind: Kind }> => event.kind === kind);

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

    it('signs in', async () => {
      const { quickInput, notifications, views } = session.workbench;
      await views.openView('Simulation Service');
      await views.clickWelcomeButton('Projects', 'Sign In…');
      await quickInput.waitForQuickInput({ title: 'Sign In' });
      await quickInput.enterInQuickInput(framework.secret);
      await notifications.waitForNotification(/You are signed in to/);
      await notifications.clearNotifications();
    });

    it('reads what the service has against a name', async () => {
      const { explorer, notifications } = session.workbench;
      await explorer.expandFolder('cantilever');
      await upload(['loads.inc'], 'New project…', 'A name that is longer than thirty characters');
      const failed = await notifications.waitForNotification(framework.refusal);
      assert.equal(failed.severity, 'error');
      await session.workbench.screenshot(screenshotPath(`refusal-${framework.name.split(' ')[0]}`));
      await notifications.clearNotifications();
    });

    it('uploads a file and a folder, and creates a simulation in a new project', async () => {
      const { notifications } = session.workbench;
      await upload(['loads.inc', 'mesh'], 'New project…', 'Tip deflection');
      const done = await notifications.waitForNotification(created);
      const [{ id, model }] = eventsOf('simulation') as [Extract<FrameworkEvent, { kind: 'simulation' }>];
      assert.ok(done.message.startsWith(`Simulation ${id} was created`), done.message);
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

    it('finds the project in the view and in the question, and creates another simulation in it', async () => {
      const { notifications, views } = session.workbench;
      await views.openView('Simulation Service');
      await views.waitForRow('Projects', 'Tip deflection', () => true);
      await upload(['mesh'], 'Tip deflection');
      await notifications.waitForNotification(created);
      const simulations = await waitFor('the second simulation', () => {
        const all = eventsOf('simulation');
        return all.length === 2 && all;
      });
      const [first, second] = simulations;
      assert.equal(second!.project, first!.project);
      assert.notEqual(second!.model, first!.model);
    });
  });
}
