import assert from 'node:assert/strict';
import { readdirSync, readFileSync, renameSync } from 'node:fs';
import path from 'node:path';
import { waitFor } from '../host/waitFor';
import { loseResponse, replyWith } from '../support/emulatorFaults';
import { writeTree } from '../support/tempTree';
import { Agent } from './support/agent';
import {
  bookmarkRequests,
  interceptOperation,
  protectService,
  resetAfterEach,
  useSession,
} from './support/hooks';
import { screenshotPath } from './support/session';
import { firstProject, uploadFromContextMenu } from './support/upload';

const study = 'Create Simulations from Table…';

/** A model that the service of each test has at its start. */
const reusable = 'Cantilever beam, 12 000 elements';

const createSimulation = {
  $prompts: { speed: { type: 'number', default: 5 } },
  project_id: '{project_id}',
  model_id: '{model_id}',
  speed: '{prompt.speed}',
};

const portal = 'https://portal.example.com';

const settings = {
  'simulationService.requests.createSimulation': createSimulation,
  'simulationService.pages': { project: `${portal}/p/{project_id}` },
};

const beam = { files: ['cantilever'], project: firstProject, model: 'Beam' };
const tasks = [{ ...beam, type: 'simulation', label: 'Beam' }];

/** Takes hours at the lowest limit for uploads, longer than the upload URLs are valid. */
const slow = { 'slow/mesh.bin': Buffer.alloc(1_000_000) };

describe('A question on which Enter is held down', () => {
  let agent: Agent;
  const session = useSession(async () => {
    agent = await Agent.create();
    const prepare = (folder: string) =>
      writeTree(folder, {
        ...slow,
        '.vscode/tasks.json': JSON.stringify({ version: '2.0.0', tasks }),
        'speeds.csv': 'speed\n1\n2\n3\n',
        'lost.csv': 'speed\n4\n5\n6\n',
      });
    return { vsix: [agent.vsix], settings, prepare };
  });
  resetAfterEach(session);
  afterEach(async () => {
    await session.configure(settings);
    await session.workbench.runCommand('Terminal: Kill All Terminals');
  });

  const answer = (button: string) => session.workbench.dialogs.clickDialogButton(button);

  /** Holds Enter on the question that is open or on its way. @returns the buttons, and what was changed by Enter */
  async function hold(): Promise<{ buttons: readonly string[]; changes: readonly string[] }> {
    const { dialogs } = session.workbench;
    const { buttons } = await dialogs.dialog();
    const { changes } = bookmarkRequests(session);
    await dialogs.holdEnter();
    return { buttons: [...buttons].sort(), changes: changes() };
  }

  /** As {@link hold}, for a question with a review, which Enter opens and which is closed afterwards. */
  async function holdOnReview(buttons: readonly string[], shown: string): Promise<void> {
    const { workbench } = session;
    assert.deepEqual(await hold(), { buttons, changes: [] });
    await workbench.waitForEditorText(shown);
    await workbench.runCommand('View: Close All Editors');
    const { changes } = bookmarkRequests(session);
    await answer('Cancel');
    await workbench.quickInput.waitUntilClosed();
    assert.deepEqual(changes(), []);
  }

  async function openRow(label: string, item: string): Promise<void> {
    const { views } = session.workbench;
    await views.openView('Simulation Service');
    await views.chooseFromRow('Launches', label, item);
  }

  async function chooseTable(name: string): Promise<void> {
    const { workbench } = session;
    await workbench.runCommand('View: Show Explorer');
    await workbench.explorer.explorerContextMenu([name], study);
    await workbench.quickInput.pick(firstProject, { hasItems: true });
    await workbench.quickInput.pick(reusable, { step: '2/2', hasItems: true });
  }

  async function launch(name: string, end: RegExp): Promise<void> {
    const { explorer, notifications, quickInput, views } = session.workbench;
    await views.openView('Explorer');
    await explorer.expandFolder('cantilever');
    await explorer.explorerContextMenu([name], 'Upload and Create Simulation…');
    await quickInput.acceptQuickInput({ step: '1/5', hasItems: true });
    await quickInput.acceptQuickInput({ step: '2/5' });
    await quickInput.pick(firstProject, { hasItems: true });
    await quickInput.acceptQuickInput({ value: '5' });
    await notifications.waitForNotification(end);
    await notifications.clearNotifications();
  }

  it('whether to create again creates no model', async () => {
    await launch('loads.inc', /^Simulation sim_.+ was created/);
    await openRow('loads', 'Create Again as New Model');
    await holdOnReview(['Cancel', 'Create Again', 'Review…'], 'loads.inc  81 B');
  });

  it('about a protected environment creates nothing', async () => {
    const { workbench } = session;
    await protectService(session, settings);
    await openRow('loads', 'Create Again as New Model');
    await waitFor('the question', async () =>
      (await workbench.dialogs.dialog()).message.includes('protected'),
    );
    await holdOnReview(['Cancel', 'Launch', 'Review…'], '"speed": 5');
  });

  it('whether to remove a launch removes none', async () => {
    await openRow('loads', 'Remove from List…');
    assert.deepEqual(await hold(), { buttons: ['Cancel', 'Keep', 'Remove'], changes: [] });
    await session.workbench.views.treeRow('Launches', 'loads');
  });

  it('about a table starts no study, and its review closes with it', async () => {
    await chooseTable('speeds.csv');
    await holdOnReview(['Cancel', 'Create 3', 'First Row Only', 'Review…'], 'speed: 3');
    // The review goes with its question.
    const tabs = session.workbench.page.locator('.tab', { hasText: 'Planned Study' });
    await waitFor('the review to be closed', async () => (await tabs.count()) === 0);
  });

  it('about the other rows, after the first, starts none of them', async () => {
    const { notifications } = session.workbench;
    await chooseTable('speeds.csv');
    await answer('First Row Only');
    await notifications.waitForNotification(/speeds\.csv: 1 of 3 started\./);
    await notifications.clickNotificationButton(/speeds\.csv/, 'Resume Study');
    await holdOnReview(['Cancel', 'Create 2', 'Review…'], 'speed: 3');
  });

  it('of a task launches nothing', async () => {
    await session.workbench.runTask('Beam');
    await holdOnReview(['Cancel', 'Launch', 'Review Files…'], 'materials/steel.inc');
  });

  it('of an agent launches nothing, also if Enter is held before it is there', async () => {
    const { workbench } = session;
    const begin = async () => {
      const { plan_id } = await agent.call('simulation_plan_launch', beam);
      return agent.begin('simulation_start_launch', { plan_id });
    };
    const call = await begin();
    await holdOnReview(['Cancel', 'Launch', 'Review Files…'], 'materials/steel.inc');
    assert.equal((await call.result())['status'], 'declined');
    const { changes } = bookmarkRequests(session);
    const next = await begin();
    await workbench.dialogs.repeatEnter();
    await workbench.runCommand('View: Close All Editors');
    if (!next.hasEnded()) await answer('Cancel');
    assert.deepEqual([(await next.result())['status'], changes()], ['declined', []]);
  });

  it('about upload URLs that may expire ends the upload, and the launch waits for the user meanwhile', async () => {
    const { workbench } = session;
    await session.configure({ ...settings, 'simulationService.upload.maxMegabitsPerSecond': 0.001 });
    await workbench.views.openView('Explorer');
    await uploadFromContextMenu(workbench, 'upload', ['slow']);
    const { message } = await workbench.dialogs.dialog();
    assert.equal(message, 'The upload URLs may expire before the upload is complete.');
    await workbench.waitForStatusBarItem('waiting for you');
    await workbench.screenshot(screenshotPath('question-upload-urls'));
    assert.deepEqual(await hold(), { buttons: ['Cancel', 'Do Not Upload', 'Upload Anyway'], changes: [] });
    await workbench.notifications.waitForNotification(
      /^Cancelled\. Uploaded files of model mdl_\S+: 0 of 1\.$/,
    );
  });

  it('about a row whose launch is gone resolves nothing, names the row, and says when it no longer applies', async () => {
    const { workbench, emulator, server } = session;
    const { dialogs, notifications, views } = workbench;
    let tried = 0;
    emulator.setIntercept(({ operation }) => {
      if (operation === 'createSimulation') tried++;
      return operation === 'createSimulation' && tried === 2 ? loseResponse : undefined;
    });
    await chooseTable('lost.csv');
    await answer('Create 3');
    await notifications.waitForNotification(/lost\.csv: 1 unknown, 2 of 3 started\./);
    const label = `${firstProject}, lost.csv`;
    const record = findRecord(server.dataDir, 2);
    renameSync(record, `${record}.away`);
    const resolve = () => openRow(label, 'Resolve Unknown Outcomes…');
    await workbench.runCommand('Simulation Service: Refresh All Views');
    await resolve();
    const { message, detail } = await dialogs.dialog();
    await workbench.screenshot(screenshotPath('question-row-gone'));
    assert.equal(message, `Was the simulation of row 2 of “${label}” started?`);
    assert.deepEqual(detail.split('\n').slice(-2), [`Model: ${reusable}`, 'speed: 5']);
    const buttons = ['Cancel', 'It Was Not', 'It Was Started', 'Open in Browser', 'Show Log'];
    assert.deepEqual(await hold(), { buttons, changes: [] });
    await views.waitForRow(
      'Launches',
      label,
      ({ description }) => description === '1 unknown, 2 of 3 started',
    );

    await resolve();
    await answer('Open in Browser');
    await waitFor('the question of VS Code', async () => {
      const asked = await dialogs.dialog();
      return asked.detail === `${portal}/p/${emulator.projects[0]?.project_id}`;
    });
    await answer('Cancel');
    await waitFor('the question again', async () => (await dialogs.dialog()).message === message);
    renameSync(`${record}.away`, record);
    await answer('It Was Not');
    await notifications.waitForNotification(/^Something that you were asked about has changed/);
    await views.waitForRow(
      'Launches',
      label,
      ({ description }) => description === '1 unknown, 2 of 3 started',
    );
    await notifications.clearNotifications();

    await resolve();
    const question = /row 2 of the table: .+, speed: 5\.$/;
    const { buttons: offered } = await notifications.waitForNotification(question);
    assert.deepEqual(offered, ['Show Log', 'Open in Browser', 'It Was Started', 'It Was Not: Create It']);
    await notifications.clickNotificationButton(question, 'It Was Started');
    await views.waitForRow('Launches', label, ({ description }) => description === '3 of 3 started');
  });

  it('about another account continues no launch', async () => {
    const { workbench, emulator } = session;
    const apiKey = {
      'simulationService.authentication': 'apiKey',
      'simulationService.apiKeyHeader': 'X-Key',
    };
    await session.configure({ ...settings, ...apiKey });
    const signIn = async (key: string) => {
      await workbench.runCommand('Simulation Service: Sign In…');
      await workbench.quickInput.enterInQuickInput(key, { title: 'Sign In' });
      await workbench.notifications.waitForNotification(/^You are signed in to /);
      await workbench.notifications.clearNotifications();
    };
    await signIn('canary-1b2c3d4e-key');
    interceptOperation(emulator, 'createSimulation', replyWith({ status: 400 }));
    await launch('materials', /is finalised and can be used/);
    emulator.setIntercept(undefined);
    await signIn('canary-5f6a7b8c-key');
    await openRow('materials', 'Try Again');
    const { message, detail } = await workbench.dialogs.dialog();
    assert.match(message, /^Upload and simulate at /);
    assert.match(detail, /\nIt was started with another account\./);
    await holdOnReview(['Cancel', 'Launch', 'Review…'], 'It was started with another account.');
  });

  it('says that its subject has changed when it is answered', async () => {
    const { workbench } = session;
    // The only one of this name, so that both windows ask about the same launch.
    await openRow('slow', 'Remove from List…');
    await workbench.dialogs.dialog();
    const other = await session.open();
    await other.views.openView('Simulation Service');
    await other.views.chooseFromRow('Launches', 'slow', 'Remove from List…');
    await other.dialogs.clickDialogButton('Remove');
    await other.views.waitForTreeRows('Launches', (rows) => rows.every(({ label }) => label !== 'slow'));
    await other.close();
    await answer('Remove');
    await workbench.notifications.waitForNotification(/^Something that you were asked about has changed/);
  });
});

/** The record of the launch of a row of a study. */
function findRecord(folder: string, row: number): string {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const records = names.filter((name) => name.endsWith('.launch')).map((name) => path.join(folder, name));
  const found = records.filter((file) => {
    const text = readFileSync(file, 'utf8');
    return text.includes(`"row":${row}`) && text.includes('"prompt.speed":5');
  });
  assert.equal(found.length, 1, found.join('\n'));
  return found[0] ?? '';
}
