import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { waitFor } from '../host/waitFor';
import { loseResponse, replyWith, stall } from '../support/emulatorFaults';
import { Agent } from './support/agent';
import {
  bookmarkRequests,
  interceptOperation,
  protectService,
  resetAfterEach,
  resetSettingsAfterEach,
  useSession,
  watchBodies,
} from './support/hooks';
import { screenshotPath } from './support/session';
import { firstProject, uploadFromContextMenu } from './support/upload';

const title = 'Create Simulations from Table…';

/** A model that the service of each test has at its start. */
const reusable = 'Cantilever beam, 12 000 elements';

const bodyOf = (more: object) => ({
  $prompts: { speed: { type: 'number' } },
  project_id: '{project_id}',
  model_id: '{model_id}',
  speed: '{prompt.speed}',
  ...more,
});

const settings = { 'simulationService.requests.createSimulation': bodyOf({}) };

/** One table for each test, so that the rows of one are unknown to the others. */
const tables: Readonly<Record<string, readonly number[]>> = {
  running: [1, 2, 3, 4],
  first: [11, 12, 13],
  saved: [21, 22],
  late: [31, 32],
  bodies: [41, 42, 43],
  unknown: [51, 52],
  failed: [61, 62],
};

const textOf = (speeds: readonly number[]) => ['speed', ...speeds].map((line) => `${line}\n`).join('');

function addTables(folder: string): void {
  for (const [name, speeds] of Object.entries(tables))
    writeFileSync(path.join(folder, `${name}.csv`), textOf(speeds));
}

describe('A yes', () => {
  let agent: Agent;
  const session = useSession(async () => {
    agent = await Agent.create();
    return { prepare: addTables, settings, vsix: [agent.vsix] };
  });
  resetAfterEach(session);
  resetSettingsAfterEach(session, settings);

  /** Right-clicks the table and answers everything before the question. */
  async function open(name: string): Promise<void> {
    const { workbench } = session;
    await workbench.runCommand('View: Show Explorer');
    await workbench.explorer.explorerContextMenu([`${name}.csv`], title);
  }

  async function pick(): Promise<void> {
    const { quickInput } = session.workbench;
    await quickInput.pick(firstProject, { hasItems: true });
    await quickInput.pick(reusable, { step: '2/2', hasItems: true });
  }

  const answer = (button: string) => session.workbench.dialogs.clickDialogButton(button);

  /** Answers the question about a study of the same table that can go on. */
  async function wantNewStudy(): Promise<void> {
    const { message } = await session.workbench.dialogs.dialog();
    assert.match(message, /^The study “.+” of this table can go on\.$/);
    await answer('New Study…');
  }

  const waitForEnd = (text: RegExp) => session.workbench.notifications.waitForNotification(text, 30_000);

  const waitForQuestion = (text: RegExp) =>
    waitFor(`the question ${String(text)}`, async () => {
      const { dialogs } = session.workbench;
      const shown = (await dialogs.isOpen()) ? await dialogs.dialog() : undefined;
      return shown !== undefined && text.test(shown.message) && shown;
    });

  /** The speeds of the simulations that the service has received since. */
  function watchSpeeds(): () => readonly unknown[] {
    const bodies = watchBodies(session);
    return () => bodies().map(({ speed }) => speed);
  }

  /** Protects the service, which is reached by another address. */
  async function protect(baseUrl: string, address: string): Promise<void> {
    const { emulator, workbench } = session;
    const production = { baseUrl, variant: 'variant_b', protected: true };
    await workbench.views.openView('Simulation Service');
    await workbench.views.waitForTreeRows('Projects', (rows) => rows.length > 0);
    const { length } = emulator.requests;
    await session.configure({
      ...settings,
      'simulationService.baseUrl': address,
      'simulationService.environments': { production },
    });
    // VS Code may notice new settings a second later, when a question would already be about the address before.
    await waitFor('the projects at the address', () =>
      emulator.requests.slice(length).some(({ operation }) => operation === 'listProjects'),
    );
  }

  it('leaves out the rows that a running study has yet to start', async () => {
    const { emulator } = session;
    const speeds = watchSpeeds();
    const table = path.join(session.workspace.folder, 'running.csv');
    emulator.setIntercept(({ operation }) =>
      operation === 'createSimulation' && speeds().length === 2 ? stall('afterBody') : undefined,
    );
    await open('running');
    await pick();
    await answer('Create 4');
    await waitFor('the second row', () => speeds().length === 2);
    writeFileSync(table, textOf([...tables['running']!, 5]));
    await open('running');
    await pick();
    const { detail } = await session.workbench.dialogs.dialog();
    assert.match(detail, /\nRows that an earlier study has started, or may have: 2 \(1, 2\)\n/);
    assert.match(detail, /\nRows that wait in an earlier study, which may go on: 2 \(3, 4\)$/);
    await session.workbench.screenshot(screenshotPath('agreement-waiting-rows'));
    await answer('Leave Out Started Rows');
    await waitForQuestion(/^Create a simulation at /);
    await answer('Create 1');
    await waitForEnd(/running\.csv: 1 of 1 started\.$/);
    assert.deepEqual(speeds(), [1, 2, 5]);
    emulator.setIntercept(undefined);
    await session.workbench.notifications.cancelProgress(/running\.csv: Row/);
  });

  it('for the first row alone goes on with the others, unless another study has started them', async () => {
    const { notifications, dialogs } = session.workbench;
    const speeds = watchSpeeds();
    await open('first');
    await pick();
    await answer('First Row Only');
    await waitForEnd(/first\.csv: 1 of 3 started\./);
    await open('first');
    // The first thing that is offered is to go on.
    const { buttons } = await dialogs.dialog();
    assert.deepEqual([...buttons].sort(), ['Cancel', 'New Study…', 'Resume Study', 'Show Study']);
    await session.workbench.screenshot(screenshotPath('agreement-go-on'));
    await wantNewStudy();
    await pick();
    await answer('Create 3');
    await waitForEnd(/first\.csv: 3 of 3 started\.$/);
    await notifications.clickNotificationButton(/first\.csv: 1 of 3/, 'Resume Study');
    const told = await waitForEnd(/first\.csv: 1 of 3 started, 2 left out\./);
    assert.match(told.message, /“.+” was started by another study at /);
    assert.deepEqual(speeds(), [11, 11, 12, 13]);
  });

  it('is for rows, wherever another program has moved them meanwhile', async () => {
    const speeds = watchSpeeds();
    const table = path.join(session.workspace.folder, 'saved.csv');
    await open('saved');
    await pick();
    await answer('Create 2');
    await waitForEnd(/saved\.csv: 2 of 2 started\.$/);
    writeFileSync(table, textOf([21, 22, 23]));
    await open('saved');
    await pick();
    await waitForQuestion(/^Create 3 /);
    writeFileSync(table, textOf([20, 21, 22, 23]));
    await answer('Leave Out Started Rows');
    await waitForQuestion(/^Create 2 simulations at /);
    await answer('Create 2');
    await waitForEnd(/saved\.csv: 2 of 2 started\.$/);
    await waitFor('all rows', () => speeds().length === 4);
    assert.deepEqual(speeds(), [21, 22, 20, 23]);
  });

  it('that comes late is compared with what was started meanwhile', async () => {
    const { workbench } = session;
    const speeds = watchSpeeds();
    await open('late');
    await pick();
    await waitForQuestion(/^Create 2 /);
    const other = await session.open();
    try {
      await other.runCommand('View: Show Explorer');
      await other.explorer.explorerContextMenu(['late.csv'], title);
      await other.quickInput.pick(firstProject, { hasItems: true });
      await other.quickInput.pick(reusable, { step: '2/2', hasItems: true });
      await other.dialogs.clickDialogButton('Create 2');
      await other.notifications.waitForNotification(/late\.csv: 2 of 2 started\.$/, 30_000);
    } finally {
      await other.close();
    }
    await answer('Create 2');
    const again = await waitFor('the question again', async () => {
      const shown = (await workbench.dialogs.isOpen()) ? await workbench.dialogs.dialog() : undefined;
      return shown?.detail.startsWith('Other studies have taken some of these rows since') === true && shown;
    });
    assert.match(again.detail, /\nAn earlier study has started all of these rows, or may have\.$/);
    await workbench.screenshot(screenshotPath('agreement-late'));
    await answer('Cancel');
    assert.deepEqual(speeds(), [31, 32]);
  });

  it('is for the bodies that were shown: other ones are shown before the study goes on', async () => {
    const { notifications, dialogs } = session.workbench;
    const speeds = watchSpeeds();
    await open('bodies');
    await pick();
    await answer('First Row Only');
    await waitForEnd(/bodies\.csv: 1 of 3 started\./);
    // The name of the environment, which the status bar shows, tells that VS Code has read the settings.
    const production = { baseUrl: session.emulator.baseUrl, variant: 'variant_b' };
    await session.configure({
      'simulationService.requests.createSimulation': bodyOf({ priority: 9 }),
      'simulationService.environments': { production },
      'simulationService.environment': 'production',
    });
    await session.workbench.waitForStatusBarItem('production');
    await notifications.clickNotificationButton(/bodies\.csv/, 'Resume Study');
    const { detail } = await dialogs.dialog();
    assert.match(
      detail,
      /\nThe setting simulationService\.requests\.createSimulation has changed\. This will be sent: \{.*"priority":9\}$/,
    );
    await session.workbench.screenshot(screenshotPath('agreement-bodies'));
    assert.deepEqual(speeds(), [41]);
    await answer('Create 2');
    await waitForEnd(/bodies\.csv: 3 of 3 started\.$/);
    assert.deepEqual(speeds(), [41, 42, 43]);
  });

  it('is asked for when somebody else continues what the person has cancelled', async () => {
    const { workbench, emulator } = session;
    const { changes } = bookmarkRequests(session);
    emulator.setIntercept(({ operation }) => (operation === 'uploadFile' ? stall('afterBody') : undefined));
    await workbench.runCommand('View: Show Explorer');
    await workbench.explorer.expandFolder('cantilever');
    await uploadFromContextMenu(workbench, 'upload', ['loads.inc']);
    await waitFor('the upload', () => changes().some((one) => one.startsWith('uploadFile')));
    await workbench.notifications.cancelProgress(/loads|Upload/);
    await workbench.notifications.waitForNotification(/^Cancelled\./);
    emulator.setIntercept(undefined);
    const before = changes().length;
    const { launches } = await agent.call('simulation_list_launches');
    const [{ launch: id } = {}] = launches as readonly { readonly launch?: string }[];
    for (const args of [[{ launch: { id } }], [{ kind: 'launch', launch: { id, record: {} } }]]) {
      const call = agent.beginCommand('simulationService.resumeLaunch', ...args);
      const { message, detail } = await workbench.dialogs.dialog();
      assert.match(message, /^Upload to /);
      assert.match(
        detail,
        /\nAnother extension or an agent may have asked for this\. Nothing was clicked here\.$/,
      );
      await workbench.screenshot(screenshotPath('agreement-foreign'));
      await answer('Cancel');
      await waitFor('the end of the command', () => call.hasEnded());
    }
    assert.equal(changes().length, before);
  });

  for (const [how, spell] of [
    ['another name of its host', (url: URL) => `http://localhost:${url.port}/`],
    ['a doubled slash', (url: URL) => `${url.origin}//`],
  ] as const)
    it(`is asked for at a protected service that is reached by ${how}`, async () => {
      const { workbench, emulator, quickInput } = session;
      await protect(emulator.baseUrl, spell(new URL(emulator.baseUrl)));
      const { changes } = bookmarkRequests(session);
      await workbench.runCommand('Simulation Service: Create Project…');
      await quickInput.enterInQuickInput('Wing');
      const { message } = await workbench.dialogs.dialog();
      assert.match(message, /^Create a project at .+\? The environment “production” is protected\.$/);
      await answer('Cancel');
      assert.deepEqual(changes(), []);
    });

  it('about a lost row of a protected study asks once, and names no files', async () => {
    const { workbench, emulator, quickInput, notifications, views } = session;
    await protectService(session, settings);
    const speeds = watchSpeeds();
    emulator.setIntercept(({ operation }) =>
      operation === 'createSimulation' && speeds().length === 2 ? loseResponse : undefined,
    );
    await open('unknown');
    await pick();
    await answer('Create 2');
    await quickInput.enterInQuickInput('2');
    await waitForEnd(/unknown\.csv: 1 unknown, 1 of 2 started\./);
    emulator.setIntercept(undefined);
    await notifications.clearNotifications();
    await views.openView('Simulation Service');
    await views.chooseFromRow('Launches', `${firstProject}, unknown.csv`, 'Resolve Unknown Outcomes…');
    await notifications.clickNotificationButton(/It is not certain/, 'It Was Not: Create It');
    const { message, detail } = await workbench.dialogs.dialog();
    assert.match(message, /^Create a simulation at .+\? The environment “production” is protected\.$/);
    assert.ok(!/Files:/.test(detail), detail);
    await answer('Launch');
    await waitFor('the row', () => speeds().length === 3);
    assert.deepEqual(speeds(), [51, 52, 52]);
  });

  it('about failed rows of a protected study is asked for once', async () => {
    const { workbench, emulator, quickInput, notifications } = session;
    await protectService(session, settings);
    const speeds = watchSpeeds();
    interceptOperation(emulator, 'createSimulation', replyWith({ status: 422 }));
    await open('failed');
    await pick();
    await answer('Create 2');
    await quickInput.enterInQuickInput('2');
    await waitForEnd(/failed\.csv: 1 failed, 0 of 2 started\./);
    emulator.setIntercept(undefined);
    await notifications.clickNotificationButton(/failed\.csv/, 'Try Failed Again');
    const { message } = await workbench.dialogs.dialog();
    assert.match(message, /^Create 2 more simulations at .+\? The environment “production” is protected\.$/);
    await answer('Create 2');
    await waitForEnd(/failed\.csv: 2 of 2 started\.$/);
    assert.deepEqual(speeds(), [61, 61, 62]);
    assert.equal(readFileSync(path.join(session.workspace.folder, 'failed.csv'), 'utf8'), textOf([61, 62]));
  });
});
