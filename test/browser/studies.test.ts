import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { waitFor } from '../host/waitFor';
import { loseResponse, replyWith, stall } from '../support/emulatorFaults';
import { sha256 } from '../support/hashes';
import {
  bookmarkRequests,
  interceptOperation,
  protectService,
  resetAfterEach,
  resetSettingsAfterEach,
  useSession,
  watchBodies,
} from './support/hooks';
import { fieldsOf } from './support/rows';
import { findFiles, screenshotPath } from './support/session';
import { firstProject } from './support/upload';

const title = 'Create Simulations from Table…';

/** A model that the service of each test has at its start. */
const reusable = 'Cantilever beam, 12 000 elements';

/** A simulation is sent with the speed of its row, and with what it is for. */
const createSimulation = {
  $prompts: { speed: { type: 'number', default: 5 }, description: { type: 'text', default: '' } },
  project_id: '{project_id}',
  model_id: '{model_id}',
  speed: '{prompt.speed}',
  description: '{prompt.description}',
};

const settings = { 'simulationService.requests.createSimulation': createSimulation };

function addTables(folder: string): void {
  const write = (name: string, lines: readonly string[]) => {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    writeFileSync(path.join(folder, name), lines.map((line) => `${line}\n`).join(''));
  };
  write('speeds.csv', ['# From the wind tunnel', 'speed;description', '0,5;slow', '20;"fast; loud"', '30;']);
  write('forces.csv', ['name,force', 'light,10', 'heavy,2500', 'light again,10']);
  write('beam.inp.template', ['*CLOAD', '1, 2, {{ force:8 }}']);
  write('notes.csv', ['name,force', '-,N', '# May', 'light,10', 'auto,AUTO', 'heavy,2500']);
  write('wrong.csv', ['speed,colour', '10,red', 'fast,blue']);
  write('faults.csv', ['speed,description', '1,one', '2,=two', '3,three', '4,four']);
  write('left.csv', ['speed', '1', '2', '3', '4']);
  write('beside.csv', ['speed', '101', '102']);
  for (const [name, count] of Object.entries({ three: 3, five: 5 })) {
    const rows = Array.from({ length: count }, (_, index) => `${name}/${index + 1}`);
    for (const row of rows) write(`${row}/deck.inp`, ['*NODE', `1, 0., ${row}`]);
    write(`${name}.csv`, ['files,name', ...rows.map((row) => `${row},${row.replace('/', '-')}`)]);
  }
  write('many.csv', ['speed', ...Array.from({ length: 21 }, (_, index) => String(index))]);
}

describe('A study', () => {
  const session = useSession({ prepare: addTables, settings });
  resetAfterEach(session);
  resetSettingsAfterEach(session, settings);

  /** Right-clicks tables and files, answers everything before the question, and the question by this button. */
  async function choose(
    names: readonly string[],
    pickModel: () => Promise<void>,
    button?: string,
  ): Promise<void> {
    const { workbench } = session;
    await workbench.runCommand('View: Show Explorer');
    await workbench.explorer.explorerContextMenu(names, title);
    await pickModel();
    if (button !== undefined) await answer(button);
  }

  const pickProject = () => session.workbench.quickInput.pick(firstProject, { hasItems: true });

  /** With a new model of the selected files. */
  const acceptFiles = async () => {
    const { quickInput } = session.workbench;
    await quickInput.acceptQuickInput({ step: '1/4', hasItems: true });
    await quickInput.acceptQuickInput({ step: '2/4' });
    await pickProject();
  };

  /** With a model that the service has. */
  const pickReusable = async () => {
    await pickProject();
    await session.workbench.quickInput.pick(reusable, { step: '2/2', hasItems: true });
  };

  /** The names of the models of all simulations that were created after the first ones. */
  const modelNames = (first: number) => {
    const { models, simulations } = session.emulator;
    const nameOf = (id: string) => models.find(({ model_id }) => model_id === id)?.name;
    return simulations
      .slice(first)
      .map(({ model_id }) => nameOf(model_id))
      .sort();
  };

  const answer = (button: string) => session.workbench.dialogs.clickDialogButton(button);

  const waitForEnd = (text: RegExp) => session.workbench.notifications.waitForNotification(text, 30_000);

  const waitForDescription = (label: string, description: string) =>
    session.workbench.views.waitForRow('Launches', label, (row) => row.description === description);

  const waitForStopped = (label: string) =>
    session.workbench.views.waitForRow('Launches', label, (row) => row.ariaLabel.includes('It was stopped.'));

  it('has the answers of its rows, for one model', async () => {
    const { workbench } = session;
    const bodies = watchBodies(session);
    const { operations } = bookmarkRequests(session);
    await workbench.views.openView('Simulation Service');
    await workbench.views.expandSection('Reusable Models');
    await workbench.views.chooseFromRow('Reusable Models', reusable, title);
    await workbench.quickInput.pick('speeds.csv', { hasItems: true });
    await pickProject();
    const asked = await workbench.dialogs.dialog();
    await workbench.screenshot(screenshotPath('study-question'));
    const { host } = new URL(session.emulator.baseUrl);
    assert.deepEqual(
      [asked.message, asked.detail],
      [
        `Create 3 simulations at ${host}?`,
        `Project: ${firstProject}\nTable: speeds.csv (decimal sign: “,”)\nModel: ${reusable}`,
      ],
    );
    assert.deepEqual([...asked.buttons].sort(), ['Cancel', 'Create 3', 'First Row Only', 'Review…']);
    // Enter is pressed by accident.
    await workbench.dialogs.pressEnter();
    await workbench.waitForEditorText('speed: 0.5  description: slow');
    assert.ok(!operations().includes('createSimulation'));
    await workbench.runCommand('View: Close Editor');
    await answer('Create 3');
    await waitForEnd(/speeds\.csv: 3 of 3 started\.$/);
    assert.deepEqual(fieldsOf(bodies(), 'speed', 'description'), [
      [0.5, 'slow'],
      [20, 'fast; loud'],
      [30, ''],
    ]);
    const label = `${firstProject}, speeds.csv`;
    await waitForDescription(label, '3 of 3 started');
    const rows = await workbench.views.treeRows('Launches');
    assert.deepEqual(
      rows.map((row) => [row.level, row.label, row.description]),
      [
        [1, 'Today', '1'],
        [2, label, '3 of 3 started'],
      ],
    );
    await workbench.views.expandRow('Launches', label);
    await workbench.screenshot(screenshotPath('study-rows'));
  });

  it('fills in a template for each row', async () => {
    const { emulator } = session;
    const before = emulator.models.length;
    await choose(['beam.inp.template', 'forces.csv'], acceptFiles, 'Create 3');
    await waitForEnd(/forces\.csv: 3 of 3 started\.$/);
    const models = emulator.models.slice(before);
    const sizes = models.map(({ model_id: id, name }) => [
      name,
      ...[...emulator.storedFiles(id)].map(([file, { sha256 }]) => [file, sha256]),
    ]);
    const hashOf = (force: string) => sha256(`*CLOAD\n1, 2, ${force.padStart(8)}\n`);
    assert.deepEqual(sizes, [
      ['light', ['beam.inp', hashOf('10')]],
      ['heavy', ['beam.inp', hashOf('2500')]],
      ['light again', ['beam.inp', hashOf('10')]],
    ]);
  });

  it('says which cells are texts among numbers, and which rows are no cases', async () => {
    const { workbench, emulator } = session;
    const before = emulator.models.length;
    await choose(['beam.inp.template', 'notes.csv'], acceptFiles);
    const { detail } = await workbench.dialogs.dialog();
    await workbench.screenshot(screenshotPath('study-notes'));
    assert.match(
      detail,
      /\nPassed over as units: line 2, “- \| N”\nPassed over as comments: line 3, “# May”\nCells of force that are no numbers \(1\): row 2, “AUTO”$/,
    );
    await workbench.waitForEditorText('force: AUTO  (no number: force)');
    await answer('Create 3');
    await waitForEnd(/notes\.csv: 3 of 3 started\.$/);
    const names = emulator.models.slice(before).map(({ name }) => name);
    assert.deepEqual(names, ['light', 'auto', 'heavy']);
  });

  it('can be its first row only, to try it, and goes on with the others after a question', async () => {
    const { dialogs, notifications } = session.workbench;
    const bodies = watchBodies(session);
    const speeds = () => bodies().map(({ speed }) => speed);
    await choose(['speeds.csv'], pickReusable, 'First Row Only');
    await waitForEnd(/speeds\.csv: 1 of 3 started\. It stopped after its first row, as you chose\.$/);
    assert.deepEqual(speeds(), [0.5]);
    await notifications.clickNotificationButton(/speeds\.csv/, 'Resume Study');
    const { message } = await dialogs.dialog();
    assert.match(message, /^Create 2 more simulations at /);
    assert.deepEqual(speeds(), [0.5]);
    await dialogs.clickDialogButton('Create 2');
    await waitForEnd(/speeds\.csv: 3 of 3 started\.$/);
    assert.deepEqual(speeds(), [0.5, 20, 30]);
  });

  it('says which rows an earlier one has started, and leaves them out', async () => {
    const { workbench } = session;
    const table = path.join(session.workspace.folder, 'speeds.csv');
    const text = readFileSync(table, 'utf8');
    writeFileSync(table, `${text}40;one more\n`);
    const bodies = watchBodies(session);
    await choose(['speeds.csv'], pickReusable);
    const asked = await workbench.dialogs.dialog();
    await workbench.screenshot(screenshotPath('study-started-rows'));
    assert.match(asked.detail, /\nRows that an earlier study has started, or may have: 3 \(1, 2, 3\)$/);
    assert.deepEqual([...asked.buttons].sort(), [
      'Cancel',
      'Create 4',
      'First Row Only',
      'Leave Out Started Rows',
      'Review…',
    ]);
    await workbench.dialogs.clickDialogButton('Leave Out Started Rows');
    const { message } = await waitFor('the question for the other row', async () => {
      const shown = await workbench.dialogs.dialog();
      return shown.message.startsWith('Create a simulation ') && shown;
    });
    assert.match(message, /^Create a simulation at /);
    assert.deepEqual(bodies(), []);
    await answer('Create 1');
    await waitForEnd(/speeds\.csv: 1 of 1 started\.$/);
    assert.deepEqual(fieldsOf(bodies(), 'speed', 'description'), [[40, 'one more']]);
    writeFileSync(table, text);
  });

  it('creates nothing without a yes, and nothing but what was shown', async () => {
    const { workbench } = session;
    const table = path.join(session.workspace.folder, 'speeds.csv');
    const text = readFileSync(table, 'utf8');
    const { operations } = bookmarkRequests(session);
    await choose(['speeds.csv'], pickReusable, 'Cancel');
    await choose(['speeds.csv'], pickReusable);
    await workbench.dialogs.dialog();
    writeFileSync(table, `${text}40;one more\n`);
    await workbench.dialogs.clickDialogButton('Create 3');
    // It is asked again, about what there is now.
    const again = await waitFor('the question again', async () => {
      const shown = (await workbench.dialogs.isOpen()) ? await workbench.dialogs.dialog() : undefined;
      return shown?.message.startsWith('Create 4 ') === true && shown;
    });
    assert.match(again.detail, /^The table, its files or the settings have changed since you were asked\./);
    await answer('Cancel');
    assert.ok(!operations().includes('createSimulation'));
    writeFileSync(table, text);
  });

  it('with a table that is wrong is refused, with every place in Problems', async () => {
    const { workbench } = session;
    const { operations } = bookmarkRequests(session);
    await choose(['wrong.csv'], pickReusable);
    await waitForEnd(/“wrong\.csv” has 2 problems\. Nothing was created\./);
    await workbench.notifications.clickNotificationButton(/wrong\.csv/, 'Show Problems');
    const rows = await workbench.problems.waitForRows(3);
    await workbench.screenshot(screenshotPath('study-problems'));
    for (const problem of [
      'Column 2: The column “colour” matches nothing',
      'Column 1: “fast” is not a number',
    ])
      assert.ok(
        rows.some((row) => row.includes(problem)),
        rows.join('\n'),
      );
    assert.ok(!operations().includes('createSimulation'));
  });

  it('of many rows has its number typed', async () => {
    const { quickInput } = session.workbench;
    const bodies = watchBodies(session);
    await choose(['many.csv'], pickReusable, 'Create 21');
    await quickInput.enterInQuickInput('12', { title: 'Create Simulations from Table' });
    await quickInput.waitForQuickInput({ message: 'Type 21, or press Escape.' });
    assert.deepEqual(bodies(), []);
    await quickInput.enterInQuickInput('21');
    await waitForEnd(/many\.csv: 21 of 21 started\.$/);
    assert.deepEqual(
      bodies().map(({ speed }) => speed),
      Array.from({ length: 21 }, (_, index) => index),
    );
  });

  it('has its number typed in a protected environment, even for one row', async () => {
    const { quickInput } = session.workbench;
    await protectService(session, settings);
    const bodies = watchBodies(session);
    await choose(['speeds.csv'], pickReusable, 'First Row Only');
    await quickInput.acceptQuickInput({ message: /^Type the number of simulations to create at .+: 1\. / });
    await quickInput.waitForQuickInput({ message: 'Type 1, or press Escape.' });
    assert.deepEqual(bodies(), []);
    await quickInput.enterInQuickInput('1');
    await waitForEnd(/speeds\.csv: 1 of 3 started\. /);
    assert.equal(bodies().length, 1);
  });

  it('asks for the rows that are left when its environment has become protected', async () => {
    const { emulator, dialogs, notifications } = session;
    interceptOperation(emulator, 'createSimulation', replyWith({ status: 422 }));
    await choose(['left.csv'], pickReusable, 'Create 4');
    await waitForEnd(/left\.csv: 1 failed, 0 of 4 started\./);
    emulator.setIntercept(undefined);
    await protectService(session, settings);
    const bodies = watchBodies(session);
    await notifications.clickNotificationButton(/left\.csv/, 'Try Failed Again');
    const { host } = new URL(emulator.baseUrl);
    const asked = await dialogs.dialog();
    assert.deepEqual(
      [asked.message, asked.detail],
      [
        `Create 4 more simulations at ${host}? The environment “production” is protected.`,
        `Study: ${firstProject}, left.csv\nProject: ${firstProject}`,
      ],
    );
    assert.deepEqual(bodies(), []);
    // Their number was agreed to before.
    await dialogs.clickDialogButton('Create 4');
    await waitForEnd(/left\.csv: 4 of 4 started\.$/);
    assert.equal(bodies().length, 4);
  });

  it('asks before it goes on beside one that cannot be read, because that may have its rows', async () => {
    const { emulator, dialogs, notifications, server } = session;
    interceptOperation(emulator, 'createSimulation', replyWith({ status: 422 }));
    await choose(['beside.csv'], pickReusable, 'Create 2');
    await waitForEnd(/beside\.csv: 1 failed, 0 of 2 started\./);
    emulator.setIntercept(undefined);
    const [record = ''] = findFiles(server.dataDir, '.study');
    const damaged = path.join(path.dirname(record), `${randomUUID()}.study`);
    writeFileSync(damaged, 'garbage\n');
    const bodies = watchBodies(session);
    await notifications.clickNotificationButton(/beside\.csv/, 'Try Failed Again');
    const asked = await dialogs.dialog();
    assert.deepEqual(
      [asked.message, asked.detail],
      [
        `Create 2 more simulations at ${new URL(emulator.baseUrl).host}?`,
        [
          `Study: ${firstProject}, beside.csv`,
          `Project: ${firstProject}`,
          'Studies that cannot be read, so that it is not known which rows they have started: 1',
        ].join('\n'),
      ],
    );
    assert.deepEqual(bodies(), []);
    await dialogs.clickDialogButton('Create 2');
    await waitForEnd(/beside\.csv: 2 of 2 started\.$/);
    assert.equal(bodies().length, 2);
    rmSync(damaged);
  });

  it('goes on after a failure and an unknown outcome, repeats only what failed, and is resolved and exported', async () => {
    const { emulator, workbench, notifications, views, quickInput } = session;
    const label = `${firstProject}, faults.csv`;
    const simulations = emulator.simulations.length;
    let tried = 0;
    emulator.setIntercept(({ operation }) => {
      if (operation !== 'createSimulation') return undefined;
      tried++;
      if (tried === 2) return replyWith({ status: 422, body: '{"detail":"The speed is too high."}' });
      return tried === 3 ? loseResponse : undefined;
    });
    await choose(['faults.csv'], pickReusable, 'Create 4');
    const told = await waitForEnd(/faults\.csv: 1 unknown, 1 failed, 2 of 4 started\./);
    assert.deepEqual(
      [told.severity, told.buttons],
      ['warning', ['Show Study', 'Resolve Unknown Outcomes…', 'Try Failed Again']],
    );
    emulator.setIntercept(undefined);
    await notifications.clickNotificationButton(/faults\.csv/, 'Show Study');
    const row = await views.treeRow('Launches', label);
    await workbench.screenshot(screenshotPath('study-needs-attention'));
    await waitFor('the badge', async () => /^1\b/.test(await views.activityBadge('Simulation Service')));
    await views.contextMenu(row, 'Try Failed Again');
    await waitForEnd(/faults\.csv: 1 unknown, 3 of 4 started\./);
    await notifications.clearNotifications();
    await views.chooseFromRow('Launches', label, 'Resolve Unknown Outcomes…');
    const question = /It is not certain whether the simulation was created\./;
    await notifications.clickNotificationButton(question, 'It Was Started');
    await waitForDescription(label, '4 of 4 started');
    const speeds = emulator.simulations.length - simulations;
    assert.deepEqual([tried, speeds], [4, 4]);
    await views.chooseFromRow('Launches', label, 'Export Table…');
    await quickInput.acceptQuickInput({ title: 'Export Table' });
    const done = 'The table was exported to “faults-results.csv”.';
    await notifications.waitForNotification(done);
    const exported = readFileSync(path.join(session.workspace.folder, 'faults-results.csv'), 'utf8');
    const [header, ...lines] = exported
      .replace(/^\ufeff/, '')
      .trim()
      .split('\r\n');
    assert.equal(header, 'speed,description,state,model_id,simulation_id,started_at');
    assert.deepEqual(
      lines.map((line) => line.split(',').slice(0, 3)),
      [
        ['1', 'one', 'started'],
        ['2', "'=two", 'started'],
        ['3', 'three', 'started'],
        ['4', 'four', 'started'],
      ],
    );
    await notifications.clickNotificationButton(done, 'Open');
    await workbench.page.locator('.tab', { hasText: 'faults-results.csv' }).waitFor();
  });

  it('is not exported to a file that another program has open, with the remedy', async () => {
    const { views, quickInput, notifications } = session.workbench;
    // The system lets nobody write to a program that runs.
    const file = path.join(session.workspace.folder, 'faults-results.csv');
    rmSync(file);
    copyFileSync('/bin/sleep', file);
    const program = spawn(file, ['600']);
    try {
      await once(program, 'spawn');
      await views.chooseFromRow('Launches', `${firstProject}, faults.csv`, 'Export Table…');
      await quickInput.acceptQuickInput({ title: 'Export Table' });
      await quickInput.acceptQuickInput({ title: /already exists/ });
      const told = await notifications.waitForNotification(
        '“faults-results.csv” could not be written. If another program has it open, close it there and try again, or choose another place.',
      );
      assert.equal(told.severity, 'error');
    } finally {
      program.kill();
      rmSync(file);
    }
  });

  it('is stopped in its menu and by Cancel, goes on at its service alone, and is removed from the list', async () => {
    const { emulator, workbench, notifications, views, dialogs } = session;
    const label = `${firstProject}, three.csv`;
    const before = emulator.simulations.length;
    const bodies = watchBodies(session);
    const { uploads } = bookmarkRequests(session);
    const holdAfter = (row: number) =>
      emulator.setIntercept(({ operation }) =>
        operation === 'uploadFile' && bodies().length === row ? stall('afterBody') : undefined,
      );
    holdAfter(1);
    await choose(['three.csv'], pickProject, 'Create 3');
    await waitFor('the second row', () => uploads().length === 2);
    await workbench.clickStatusBarItem('1 of 3 started');
    await views.treeRow('Launches', label);
    await workbench.screenshot(screenshotPath('study-runs'));
    // Another environment is selected while it runs: the rows go where the user has agreed to.
    const other = { baseUrl: 'http://127.0.0.1:9', variant: 'variant_b' };
    const elsewhere = {
      'simulationService.environments': { other },
      'simulationService.environment': 'other',
    };
    await session.configure({ ...settings, ...elsewhere });
    await views.viewWelcome('Projects');
    await views.chooseFromRow('Launches', label, 'Stop');
    const told = await waitForEnd(/three\.csv: 1 of 3 started\. It was stopped\.$/);
    assert.deepEqual([told.buttons, bodies().length], [['Show Study', 'Resume Study'], 1]);
    await waitForStopped(label);
    await waitFor('the progress to go', async () =>
      (await workbench.statusBarItems()).every(({ text }) => !text.endsWith('started')),
    );
    await views.expandRow('Launches', label);
    await views.chooseFromRow('Launches', '1 · three-1', 'Remove from List…');
    await notifications.waitForNotification(
      /^The rows of a study that is in the list cannot be removed alone\./,
    );
    holdAfter(2);
    await views.chooseFromRow('Launches', label, 'Resume Study');
    await waitFor('the third row', () => uploads().length === 4);
    await notifications.cancelProgress(/three\.csv/);
    await waitForEnd(/three\.csv: 2 of 3 started\. It was stopped\.$/);
    emulator.setIntercept(undefined);
    await waitForStopped(label);
    await views.chooseFromRow('Launches', label, 'Resume Study');
    await waitForEnd(/three\.csv: 3 of 3 started\.$/);
    assert.deepEqual(modelNames(before), ['three-1', 'three-2', 'three-3']);
    await notifications.clearNotifications();
    await views.chooseFromRow('Launches', label, 'Remove from List…');
    const { message } = await dialogs.dialog();
    assert.equal(message, `Remove the study “${label}” and its launches from the list?`);
    await dialogs.clickDialogButton('Remove');
    await views.waitForTreeRows('Launches', (rows) => !rows.some((row) => row.label === label));
  });

  it('sends nothing until Resume Study after a reload and a kill, keeps to its table, and starts no row twice', async function () {
    // A window waits before it takes another one for dead.
    this.timeout(300_000);
    const { emulator, workbench, server, notifications, views } = session;
    const label = `${firstProject}, five.csv`;
    const before = emulator.simulations.length;
    const bodies = watchBodies(session);
    const { uploads, operations } = bookmarkRequests(session);
    // In the second row, while its file is sent.
    emulator.setIntercept(({ operation }) =>
      operation === 'uploadFile' && bodies().length === 1 ? stall('afterBody') : undefined,
    );
    await choose(['five.csv'], pickProject, 'Create 5');
    await waitFor('the second row', () => uploads().length === 2);
    await workbench.page.reload();
    const interrupted = /^The study “.+, five\.csv” was interrupted: 1 of 5 started/;
    await notifications.waitForNotification(interrupted, 60_000);
    writeFileSync(path.join(session.workspace.folder, 'five.csv'), 'files,name\nfive/1,another one\n');
    const sent = operations().filter((name) => name.startsWith('create'));
    assert.deepEqual(sent, ['createModel', 'createSimulation', 'createModel']);
    // In the fourth row, while its simulation is created.
    emulator.setIntercept(({ operation }) =>
      operation === 'createSimulation' && bodies().length === 4 ? stall('afterBody') : undefined,
    );
    await notifications.clickNotificationButton(interrupted, 'Resume Study');
    await waitFor('the fourth row', () => bodies().length === 4);
    process.kill(server.extensionHostPid()!, 'SIGKILL');
    emulator.setIntercept(undefined);
    // No row is interrupted, but the study is.
    const again = /^The study “.+, five\.csv” was interrupted: 1 unknown, 3 of 5 started\.$/;
    const told = await notifications.waitForNotification(again, 120_000);
    assert.deepEqual(told.buttons, ['Show Study', 'Resolve Unknown Outcomes…', 'Resume Study']);
    assert.equal(bodies().length, 4);
    await workbench.views.openView('Simulation Service');
    await notifications.clearNotifications();
    await views.chooseFromRow('Launches', label, 'Resume Study');
    await waitForEnd(/five\.csv: 1 unknown, 4 of 5 started\. The table has changed\. /);
    await notifications.clearNotifications();
    await views.chooseFromRow('Launches', label, 'Resolve Unknown Outcomes…');
    const question = /It is not certain whether the simulation was created\./;
    await notifications.clickNotificationButton(question, 'It Was Not: Create It');
    await waitForDescription(label, '5 of 5 started');
    assert.deepEqual(modelNames(before), ['five-1', 'five-2', 'five-3', 'five-4', 'five-5']);
  });
});
