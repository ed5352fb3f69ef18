import assert from 'node:assert/strict';
import { appendFileSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import path from 'node:path';
import { replyWith } from '../support/emulatorFaults';
import { bookmarkRequests, interceptOperation, resetAfterEach, useSession } from './support/hooks';
import { screenshotPath } from './support/session';
import { assertStored, dragFromExplorer, firstProject, sampleFiles, secondProject } from './support/upload';

const outside = `This window works with the files of “${hostname()}”, but these files come from elsewhere. Drop them into the Explorer first, then drag them from there.`;

describe('A user who drags files', () => {
  const session = useSession();
  resetAfterEach(session);

  const projectRow = (name: string) => session.workbench.views.treeRow('Projects', name);

  /** The plan once everything is counted: its rows, and the total in the title. */
  async function readPlan(step: string, title: string): Promise<unknown> {
    const { items, total, placeholder } = await session.workbench.quickInput.waitForQuickInput({
      step,
      title,
      hasItems: true,
      placeholder: /^Press Enter to continue\.$|named in the deck/,
    });
    return { items, total, placeholder };
  }

  /** The plan of the same selection from the context menu. */
  async function readRightClickPlan(names: readonly string[]): Promise<unknown> {
    const { explorer, quickInput, views } = session.workbench;
    await views.openView('Explorer');
    await explorer.explorerContextMenu(names, 'Upload and Create Simulation…');
    const plan = await readPlan('1/4', 'Upload and Create Simulation');
    await quickInput.closeQuickInput();
    return plan;
  }

  /** Makes the files differ from those of every earlier model, which would be offered instead of an upload. */
  function changeLoads(): void {
    appendFileSync(path.join(session.workspace.folder, 'cantilever', 'loads.inc'), '** another version\n');
  }

  /** Waits for the simulation, and compares its model with the files on disk. */
  async function assertSimulated(project: string, names: readonly string[]): Promise<void> {
    const { workbench, emulator } = session;
    const done = await workbench.notifications.waitForNotification(/^Simulation sim_.+ was created/);
    const simulation = emulator.simulations.at(-1)!;
    assert.ok(done.message.includes(simulation.simulation_id), done.message);
    const owner = emulator.projects.find(({ project_id }) => project_id === simulation.project_id);
    assert.equal(owner?.name, project);
    assertStored(session, simulation.model_id, 'cantilever', names);
  }

  it('drops a folder onto a project, and gets the plan of the right-click for that project', async () => {
    const { quickInput } = session.workbench;
    const expected = await readRightClickPlan(['cantilever']);
    const { changes } = bookmarkRequests(session);
    await dragFromExplorer(session.workbench, 'cantilever', () => projectRow(secondProject));
    const plan = await readPlan('1/2', `Upload and Create Simulation in “${secondProject}”`);
    assert.deepEqual(plan, expected);
    await session.workbench.screenshot(screenshotPath('drop-project'));
    assert.deepEqual(changes(), []);
    // The plan has the keyboard.
    await session.workbench.page.keyboard.press('Enter');
    const name = await quickInput.waitForQuickInput({ step: '2/2' });
    assert.equal(name.value, 'cantilever');
    await quickInput.acceptQuickInput();
    await assertSimulated(secondProject, sampleFiles);
  });

  for (const [place, target] of [
    ['a row of the launches', () => session.workbench.views.treeRow('Launches', 'Today')],
    ['the area below the projects', () => Promise.resolve(session.workbench.views.list('Projects'))],
  ] as const) {
    it(`drops two files and a folder onto ${place}, and is asked for the project`, async () => {
      const { explorer, quickInput, views } = session.workbench;
      changeLoads();
      await views.openView('Explorer');
      await explorer.expandFolder('cantilever');
      const selected = ['mesh', 'loads.inc', 'cantilever.inp'];
      const expected = await readRightClickPlan(selected);
      await dragFromExplorer(session.workbench, 'cantilever.inp', target);
      const plan = await readPlan('1/4', 'Upload and Create Simulation');
      assert.deepEqual(plan, expected);
      await quickInput.acceptQuickInput();
      await quickInput.enterInQuickInput(place, { step: '2/4' });
      await quickInput.pick(firstProject, { step: '3/4', hasItems: true });
      const names = sampleFiles.filter((name) => !name.startsWith('materials'));
      await assertSimulated(firstProject, names);
    });
  }

  it('picks up a row of the view, which carries nothing', async () => {
    const { dragAndDrop, notifications, quickInput, views } = session.workbench;
    await views.openView('Simulation Service');
    const { operations } = bookmarkRequests(session);
    await dragAndDrop.drag(await projectRow(firstProject), await projectRow(secondProject));
    // A later drop is handled later.
    await dragAndDrop.dropFromOutside(await projectRow(secondProject), { uris: ['# nothing'] });
    const told = 'There are no files to upload. Select files or folders in the Explorer.';
    await notifications.waitForNotification(told);
    assert.equal((await notifications.notifications()).length, 1);
    assert.equal(await quickInput.isOpen(), false);
    assert.deepEqual(operations(), []);
  });

  it('is told where to drop files of a browser, whose content is not read', async () => {
    const { dragAndDrop, notifications, quickInput, views } = session.workbench;
    const readFiles = await dragAndDrop.countReadFiles();
    const { operations } = bookmarkRequests(session);
    const inWorkspace = session.server.remoteUri(path.join(session.workspace.folder, 'cantilever'));
    const lists = ['Launches', 'Projects'].map((view) => views.list(view));
    await views.openView('Simulation Service');
    for (const target of [await projectRow(secondProject), ...lists]) {
      for (const data of [
        { files: ['beam.inp', 'beam.inc'] },
        { files: ['beam.inp'], uris: [inWorkspace] },
        // VS Code makes a URI of a name that looks like one.
        { files: ['file:beam.inp'] },
      ]) {
        assert.equal(await dragAndDrop.dropFromOutside(target, data), true);
        const { severity, buttons } = await notifications.waitForNotification(outside);
        assert.deepEqual([severity, buttons], ['error', []]);
        assert.equal(await quickInput.isOpen(), false);
        await notifications.clearNotifications();
      }
    }
    assert.equal(await readFiles(), 0);
    assert.deepEqual(operations(), []);
  });

  it('drops nothing if one entry of a list is something else', async () => {
    const { dragAndDrop, notifications, quickInput, server, workspace } = session;
    const { operations } = bookmarkRequests(session);
    const inWorkspace = server.remoteUri(path.join(workspace.folder, 'cantilever'));
    for (const [uri, told] of [
      // The page is on another computer than the extension, as far as VS Code knows.
      ['file:///home/me/beam.inp', outside],
      ['https://simulation.example.com/beam.inp', 'Only files on disk can be uploaded.'],
      [
        server.remoteUri('/beam.inp'),
        'Only files in the workspace can be uploaded. Open their folder first.',
      ],
      [
        server.remoteUri(path.join(workspace.folder, 'beam%00.inp')).replace('%25', '%'),
        'The dropped data is not a list of files. Drag files or folders from the Explorer.',
      ],
    ] as const) {
      await dragAndDrop.dropFromOutside(await projectRow(secondProject), { uris: [inWorkspace, uri] });
      await notifications.waitForNotification(told);
      assert.equal(await quickInput.isOpen(), false, uri);
      await notifications.clearNotifications();
    }
    assert.deepEqual(operations(), []);
  });

  it('drops a file whose name needs escapes', async () => {
    const { dragAndDrop, quickInput } = session.workbench;
    const file = path.join(session.workspace.folder, '50% of #1.bin');
    writeFileSync(file, 'x');
    const uris = ['# one file', session.server.remoteUri(file)];
    await dragAndDrop.dropFromOutside(await projectRow(secondProject), { uris });
    const { items } = await quickInput.waitForQuickInput({ step: '1/2', hasItems: true });
    assert.equal(items[0]?.label, '50% of #1.bin');
    await quickInput.closeQuickInput();
  });

  it('drops files onto the row of a failed list, and is asked for the project', async () => {
    const { workbench, emulator } = session;
    interceptOperation(emulator, 'listProjects', replyWith({ status: 503, body: '' }));
    await workbench.runCommand('Simulation Service: Refresh All Views');
    await workbench.views.treeRow('Projects', 'Try Again');
    await workbench.views.openView('Explorer');
    await dragFromExplorer(session.workbench, 'cantilever', () =>
      workbench.views.treeRow('Projects', 'Try Again'),
    );
    await readPlan('1/4', 'Upload and Create Simulation');
    await workbench.quickInput.closeQuickInput();
    emulator.setIntercept(undefined);
    await workbench.runCommand('Simulation Service: Refresh All Views');
    await projectRow(firstProject);
  });

  it('does the same with the keyboard: Upload Files Here on a project', async () => {
    const { quickInput, views } = session.workbench;
    changeLoads();
    await views.chooseFromRow('Projects', secondProject, 'Upload Files Here…');
    const title = `Upload and Create Simulation in “${secondProject}”`;
    await quickInput.pick('cantilever', { title, step: '1/3', hasItems: true });
    await readPlan('2/3', title);
    await quickInput.acceptQuickInput();
    await quickInput.enterInQuickInput('by keyboard', { step: '3/3' });
    await assertSimulated(secondProject, sampleFiles);
  });

  it('is asked for the project first in the palette', async () => {
    const { workbench, quickInput } = session;
    changeLoads();
    await workbench.runCommand('Simulation Service: Upload Files Here…');
    await quickInput.pick(firstProject, { step: '1/5', placeholder: /project/, hasItems: true });
    await quickInput.pick('cantilever', { step: '2/4', placeholder: /folder/, hasItems: true });
    await readPlan('3/4', 'Upload and Create Simulation');
    await quickInput.acceptQuickInput();
    await quickInput.waitForQuickInput({ step: '4/4' });
    await quickInput.closeQuickInput();
  });
});
