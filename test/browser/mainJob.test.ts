import assert from 'node:assert/strict';
import { operations } from '../support/service';
import { useSession } from './support/hooks';
import { fieldsOf } from './support/rows';
import { screenshotPath } from './support/session';
import { assertStored, firstProject, sampleFiles, secondProject } from './support/upload';

const selection = ['cantilever.inp', 'loads.inc', 'mesh'];
const names = sampleFiles.filter((name) => !name.startsWith('materials/'));

for (const variant of ['variant_a', 'variant_b'] as const) {
  describe(`a user with ${variant}`, () => {
    const session = useSession({ variant });

    it('selects two files and a folder and creates a simulation of them in a new project', async () => {
      const { workbench, emulator, explorer, quickInput, notifications } = session;
      await explorer.expandFolder('cantilever');
      await explorer.explorerContextMenu(selection, 'Upload and Create Simulation…');

      const plan = await quickInput.waitForQuickInput({ step: '1/4' });
      assert.deepEqual(
        fieldsOf(plan.items, 'label', 'checked'),
        // The deck includes a file that is not selected.
        [['materials/steel.inc', false], ...names.map((name) => [name, true])],
      );
      assert.match(plan.total, /^5 files, 8\.\d kB$/);
      assert.match(plan.placeholder, /^5 files, 8\.\d kB, named in the deck but missing: 1$/);
      await workbench.screenshot(screenshotPath(`plan-${variant}`));
      await quickInput.acceptQuickInput();
      const name = await quickInput.waitForQuickInput({ step: '2/4' });
      assert.equal(name.value, 'cantilever');
      await quickInput.acceptQuickInput();
      const projects = await quickInput.waitForQuickInput({ step: '3/4', hasItems: true });
      assert.deepEqual(fieldsOf(projects.items, 'separator', 'label'), [
        ['Projects', 'New project…'],
        ['', firstProject],
        ['', secondProject],
      ]);
      await quickInput.acceptQuickInput();
      await quickInput.enterInQuickInput('Tip deflection', { step: '4/4' });

      const done = await notifications.waitForNotification(/^Simulation sim_.+ was created/);
      const [simulation] = emulator.simulations;
      assert.ok(done.message.includes(simulation!.simulation_id), done.message);
      assert.deepEqual(done.buttons, ['Copy Simulation ID', 'Show Launch']);
      const sent = operations(emulator);
      // Listed to choose one, and again right before the new one is created.
      const first = ['listProjects', 'listProjects', 'createProject', 'createModel'];
      assert.deepEqual(sent.slice(0, 4), first);
      assert.deepEqual(
        sent.slice(4, -2).sort(),
        names.map((file) => `uploadFile ${file}`),
      );
      assert.deepEqual(sent.slice(-2), ['finaliseModel', 'createSimulation']);
      const model = emulator.models.find(({ name }) => name === 'cantilever');
      assertStored(session, model!.model_id, 'cantilever', names);
    });

    it('is shown the launch from the message', async () => {
      const { notifications, views } = session.workbench;
      await notifications.clickNotificationButton(/^Simulation sim_.+ was created/, 'Show Launch');
      await views.waitForRow('Launches', 'cantilever', ({ isSelected }) => isSelected);
    });

    it('finds the new project in the tree', async () => {
      const { workbench, emulator } = session;
      await workbench.notifications.clearNotifications();
      await workbench.views.openView('Simulation Service');
      const rows = await workbench.views.waitForTreeRows('Projects', (all) => all.length === 3);
      // The service lists it last.
      assert.deepEqual(
        emulator.projects.map(({ name }) => name),
        [firstProject, secondProject, 'Tip deflection'],
      );
      assert.deepEqual(fieldsOf(rows, 'label', 'description', 'ariaLabel'), [
        ['Tip deflection', '', 'Tip deflection, project, launches: 1'],
        [firstProject, '', `${firstProject}, project`],
        [secondProject, '', `${secondProject}, project`],
      ]);
      await workbench.screenshot(screenshotPath(`tree-${variant}`));
    });

    it('sees reusable models only if the variant supports them', async () => {
      const { workbench, emulator } = session;
      const asked = () => operations(emulator).includes('listReusableModels');
      if (variant === 'variant_a') {
        assert.equal(await workbench.page.getByText('Reusable Models', { exact: false }).count(), 0);
        assert.equal(asked(), false);
      } else {
        assert.equal(asked(), false, 'the view is closed at first');
        await workbench.views.expandSection('Reusable Models');
        const rows = await workbench.views.waitForTreeRows('Reusable Models', (all) => all.length === 2);
        assert.match(rows[0]!.label, /^Cantilever beam/);
      }
    });

    it('creates a simulation from a tree item, without any upload', async () => {
      const { workbench, emulator } = session;
      const before = operations(emulator).length;
      await workbench.views.chooseFromRow('Projects', secondProject, 'Create Simulation…');
      await workbench.quickInput.waitForQuickInput({ title: `Create Simulation in “${secondProject}”` });
      await workbench.quickInput.pick(
        variant === 'variant_a' ? 'cantilever' : 'Pressure vessel, quarter symmetry',
      );
      await workbench.notifications.waitForNotification(/^Simulation sim_.+ was created/);
      const expected =
        variant === 'variant_a' ? ['createSimulation'] : ['listReusableModels', 'createSimulation'];
      assert.deepEqual(operations(emulator).slice(before), expected);
      const project = emulator.projects.find(({ name }) => name === secondProject);
      assert.equal(emulator.simulations.at(-1)?.project_id, project?.project_id);
    });
  });
}
