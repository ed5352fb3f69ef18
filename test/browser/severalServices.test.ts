import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { loseResponse, replyWith } from '../support/emulatorFaults';
import { otherShape, startOtherShape } from '../support/otherShape';
import { writeTree } from '../support/tempTree';
import type { ListeningServer } from '../support/testServer';
import { Agent } from './support/agent';
import { bookmarkRequests, interceptOperation, resetAfterEach, useSession } from './support/hooks';
import { screenshotPath, writeSample } from './support/session';
import { firstProject, interruptDuringUpload, uploadFromContextMenu } from './support/upload';

const key = 'key-of-the-team';

const simulationFor = (solver: string) => ({
  project_id: '{project_id}',
  model_id: '{model_id}',
  solver,
});

/** Two services at one address, which differ in a header and a body, and one of another shape at its own address. */
const environments = (baseUrl: string, other: string) => ({
  plates: {
    baseUrl,
    requestHeaders: { 'X-Team': 'plates' },
    requests: { createSimulation: simulationFor('plate') },
  },
  beams: {
    baseUrl,
    requestHeaders: { 'X-Team': 'plates' },
    requests: { createSimulation: simulationFor('beam') },
  },
  solids: { baseUrl: other, ...otherShape },
});

const tasks = {
  version: '2.0.0',
  tasks: [
    {
      type: 'simulation',
      label: 'Solid',
      files: ['cantilever'],
      model: 'Solid beam',
      project: firstProject,
      environment: 'solids',
    },
  ],
};

describe('A user of several services', () => {
  let other: ListeningServer;
  let agent: Agent;
  const session = useSession(async () => {
    agent = await Agent.create();
    return {
      vsix: [agent.vsix],
      userSettings: { 'chat.tools.global.autoApprove': true, 'chat.tools.autoApprove': true },
      settings: { 'simulationService.upload.parallelFiles': 1 },
      prepare: (folder) => writeTree(folder, { '.vscode/tasks.json': JSON.stringify(tasks) }),
    };
  });
  resetAfterEach(session);
  afterEach(() => session.workbench.runCommand('View: Close All Editors'));
  after(() => other.close());

  before(async () => {
    other = await startOtherShape(session.emulator.baseUrl, key);
    await session.configure({
      'simulationService.environments': environments(session.emulator.baseUrl, other.origin),
      'simulationService.upload.parallelFiles': 1,
    });
    mkdirSync(path.join(session.workspace.folder, 'rows'));
    for (const name of ['one', 'two', 'three'])
      writeFileSync(path.join(session.workspace.folder, `rows/${name}.inp`), `*NODE\n** ${name}\n`);
    const rows = ['one', 'two', 'three'].map((name) => `rows/${name}.inp,${name}`);
    writeFileSync(path.join(session.workspace.folder, 'rows.csv'), ['files,name', ...rows, ''].join('\n'));
    await session.workbench.explorer.expandFolder('cantilever');
  });

  async function select(name: string): Promise<void> {
    const { workbench } = session;
    await workbench.runCommand('Simulation Service: Select Environment…');
    await workbench.quickInput.pick(name, { title: 'Select Environment', hasItems: true });
    await workbench.waitForStatusBarItem(new RegExp(`^${name}`));
  }

  /** The solvers of the simulations that were created since then, and the shapes in which they arrived. */
  function watchSimulations(): () => string[] {
    const { emulator } = session;
    const start = emulator.requests.length;
    return () =>
      emulator.requests
        .slice(start)
        .filter(({ operation }) => operation === 'createSimulation')
        .map(({ body, headers }) => {
          const { solver } = body as { readonly solver?: string };
          return `${solver} (${headers['x-shape'] ?? headers['x-team'] ?? 'no team'})`;
        });
  }

  const created = /^Simulation sim_.+ was created/;
  const solid = 'solid (other)';
  const openLaunches = () => session.workbench.views.openView('Simulation Service');

  it('signs in to the one that wants a key, and sees its projects beside nothing of the others', async () => {
    const { workbench, quickInput, notifications, emulator } = session;
    await select('solids');
    await openLaunches();
    await workbench.views.clickWelcomeButton('Projects', 'Sign In…');
    await quickInput.enterInQuickInput(key, { title: 'Sign In' });
    await notifications.waitForNotification(/^You are signed in to/);
    const rows = await workbench.views.waitForTreeRows(
      'Projects',
      ({ length }) => length === emulator.projects.length,
    );
    assert.equal(rows[0]?.label, firstProject);
    await workbench.screenshot(screenshotPath('several-services'));
  });

  it('resumes a cancelled launch while another service is selected', async () => {
    const { notifications } = session.workbench;
    const simulations = watchSimulations();
    for (const name of ['a.bin', 'b.bin']) await writeSample(session, name, Buffer.alloc(6_000_000, name));
    const cancelled = /^Cancelled\. Uploaded files of model mdl_\S+: 1 of 2\.$/;
    await interruptDuringUpload(session, ['a.bin', 'b.bin'], async () => {
      await notifications.cancelProgress(/Uploading|Waiting for the file server/);
      await notifications.waitForNotification(cancelled);
    });
    await select('plates');
    await notifications.clickNotificationButton(cancelled, 'Resume');
    await notifications.waitForNotification(created);
    assert.deepEqual(simulations(), [solid]);
  });

  it('creates one again with its own body after a lost response, while one at the same address is selected', async () => {
    const { workbench, emulator, notifications } = session;
    const lost = /It is not certain whether the simulation was created\./;
    for (const [from, to, sent] of [
      ['plates', 'beams', 'plate (plates)'],
      ['beams', 'solids', 'beam (plates)'],
      ['solids', 'beams', solid],
    ] as const) {
      await select(from);
      const simulations = watchSimulations();
      interceptOperation(emulator, 'createSimulation', loseResponse);
      await writeSample(session, `${from}.inp`, `*NODE\n** ${from}\n`);
      await uploadFromContextMenu(workbench, 'uploadAndSimulate', [`${from}.inp`]);
      await notifications.waitForNotification(lost);
      emulator.setIntercept(undefined);
      await select(to);
      await notifications.clickNotificationButton(lost, 'It Was Not: Create It');
      await notifications.waitForNotification(created);
      assert.deepEqual(simulations(), [sent, sent]);
      await notifications.clearNotifications();
    }
  });

  it('tries a refused one again as it was, and creates one again as a new model', async () => {
    const { workbench, emulator, notifications, views } = session;
    await select('solids');
    const simulations = watchSimulations();
    interceptOperation(emulator, 'createSimulation', replyWith({ status: 422, body: '{}' }));
    await writeSample(session, 'refused.inp', '*NODE\n** refused\n');
    await uploadFromContextMenu(workbench, 'uploadAndSimulate', ['refused.inp']);
    const refused = /^The simulation could not be created\./;
    await notifications.waitForNotification(refused);
    emulator.setIntercept(undefined);
    await select('beams');
    await notifications.clickNotificationButton(refused, 'Try Again');
    await notifications.waitForNotification(created);
    await notifications.clearNotifications();
    await openLaunches();
    await views.chooseFromRow('Launches', 'refused', 'Create Again as New Model');
    await workbench.dialogs.clickDialogButton('Create Again');
    await notifications.waitForNotification(created);
    assert.deepEqual(simulations(), [solid, solid, solid]);
  });

  it('goes on with a study of another service', async () => {
    const { workbench, emulator, notifications, quickInput } = session;
    await select('solids');
    const simulations = watchSimulations();
    let count = 0;
    emulator.setIntercept(({ operation }) =>
      operation === 'createSimulation' && ++count === 2 ? replyWith({ status: 422, body: '{}' }) : undefined,
    );
    await workbench.views.openView('Explorer');
    await workbench.explorer.explorerContextMenu(['rows.csv'], 'Create Simulations from Table…');
    await quickInput.pick(firstProject, { hasItems: true });
    await workbench.dialogs.clickDialogButton('Create 3');
    const stopped = /rows\.csv: 1 failed, \d of 3 started\./;
    await notifications.waitForNotification(stopped, 30_000);
    emulator.setIntercept(undefined);
    await select('plates');
    await notifications.clickNotificationButton(stopped, 'Try Failed Again');
    await notifications.waitForNotification(/rows\.csv: 3 of 3 started\.$/, 30_000);
    assert.deepEqual(new Set(simulations()), new Set([solid]));
    assert.equal(simulations().length, 4);
  });

  it('starts a task and lets an agent launch at a service that is not selected', async () => {
    const { workbench, dialogs } = session;
    await select('plates');
    const { changes } = bookmarkRequests(session);
    const simulations = watchSimulations();
    await workbench.runTask('Solid');
    const { message } = await dialogs.dialog();
    assert.ok(message.includes(other.host), message);
    await dialogs.clickDialogButton('Launch');
    await workbench.terminal.waitForText(/"launch":[^]*press any key to close/);
    await workbench.runCommand('Terminal: Kill All Terminals');
    const wanted = {
      files: ['cantilever/*.inp'],
      model: 'Of an agent',
      project: firstProject,
      environment: 'solids',
    };
    const { plan_id } = await agent.call('simulation_plan_launch', wanted);
    const call = agent.begin('simulation_start_launch', { plan_id });
    const asked = await dialogs.dialog();
    assert.ok(asked.message.includes(other.host), asked.message);
    await dialogs.clickDialogButton('Launch');
    assert.equal((await call.result())['status'], 'launched');
    assert.deepEqual(simulations(), [solid, solid]);
    assert.equal(changes().filter((name) => name === 'createModel').length, 2);
  });

  it('keeps a launch with its description when the environment is renamed', async () => {
    const { workbench, emulator, notifications } = session;
    await select('plates');
    const simulations = watchSimulations();
    interceptOperation(emulator, 'createSimulation', loseResponse);
    await writeSample(session, 'renamed.inp', '*NODE\n** renamed\n');
    await uploadFromContextMenu(workbench, 'uploadAndSimulate', ['renamed.inp']);
    const lost = /It is not certain whether the simulation was created\./;
    await notifications.waitForNotification(lost);
    emulator.setIntercept(undefined);
    const { plates, ...others } = environments(emulator.baseUrl, other.origin);
    await select('beams');
    await session.configure({ 'simulationService.environments': { ...others, 'thin plates': plates } });
    await notifications.clickNotificationButton(lost, 'It Was Not: Create It');
    await notifications.waitForNotification(created);
    assert.deepEqual(simulations(), ['plate (plates)', 'plate (plates)']);
  });
});
