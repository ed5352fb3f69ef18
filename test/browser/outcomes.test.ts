import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Intercept } from '../../src/emulator/emulator';
import { waitFor } from '../host/waitFor';
import { replyWith } from '../support/emulatorFaults';
import { bookmarkRequests, interceptOperation, resetAfterEach, useSession } from './support/hooks';
import { rowsOfPlan } from './support/plan';
import { fieldsOf, labelsOf } from './support/rows';
import { isOnWindows, screenshotPath, writeSample } from './support/session';
import { assertAnnounced, firstProject, uploadFromContextMenu } from './support/upload';

describe('A user', () => {
  const session = useSession();

  before(async () => {
    await session.workbench.explorer.expandFolder('cantilever');
  });
  const cleanUps: (() => Promise<unknown>)[] = [];
  afterEach(async () => {
    for (const cleanUp of cleanUps.splice(0)) await cleanUp();
  });
  resetAfterEach(session);

  const upload = (...names: readonly string[]) => uploadFromContextMenu(session.workbench, 'upload', names);

  it('sees the ids of an uploaded model and creates a simulation of it from the message', async () => {
    const { notifications, quickInput } = session;
    const { operations } = bookmarkRequests(session);
    await upload('loads.inc');
    const message = /^Model mdl_.+ was uploaded and finalised\./;
    const done = await notifications.waitForNotification(message);
    assert.deepEqual(done.buttons, ['Create Simulation', 'Copy ID', 'Show Launch']);
    await notifications.clickNotificationButton(message, 'Create Simulation');
    await quickInput.waitForQuickInput({ title: 'Create Simulation of “loads”', hasItems: true });
    await quickInput.pick(firstProject);
    await notifications.waitForNotification(/^Simulation sim_.+ was created/);
    assert.deepEqual(operations(), [
      'createModel',
      'uploadFile loads.inc',
      'finaliseModel',
      'listProjects',
      'createSimulation',
    ]);
  });

  it('hears at most twelve announcements of an upload, each in words', async () => {
    const { announcements, notifications } = session.workbench;
    const names = ['a.bin', 'b.bin', 'c.bin'];
    for (const name of names) await writeSample(session, name, Buffer.alloc(4_000_000, name));
    await announcements.listen();
    session.emulator.setBytesPerSecond(2_000_000);
    await upload(...names);
    await notifications.waitForNotification(/was uploaded and finalised/);
    assertAnnounced(await announcements.read(), { title: 'Upload as New Model', end: /^Info: Model mdl_/ });
  });

  it('is told which of five files failed, and the model is not finalised until it is uploaded anew', async () => {
    const { workbench, emulator } = session;
    emulator.setIntercept(({ fileName }) =>
      fileName === 'mesh/nodes.inc' ? replyWith({ status: 403 }) : undefined,
    );
    const { operations } = bookmarkRequests(session);
    await upload('cantilever');
    const failed = await workbench.notifications.waitForNotification(/could not be uploaded/);
    assert.match(
      failed.message,
      /^“mesh\/nodes\.inc” could not be uploaded\. .+ responded with status 403\. The upload URL was rejected or has expired\. Upload the files again as a new model\. Model mdl_\S+ was created, but cannot be used, because it is not finalised\.$/,
    );
    // The first button is emphasised, so it must be harmless.
    assert.deepEqual(failed.buttons, ['Show Log', 'Start Over']);
    assert.equal(operations().includes('finaliseModel'), false);
    await workbench.screenshot(screenshotPath('failed-upload'));
    emulator.setIntercept(undefined);
    await workbench.notifications.clickNotificationButton(/could not be uploaded/, 'Start Over');
    // Without a question: the message has said what it would ask.
    await workbench.notifications.waitForNotification(/^Model mdl_.+ was uploaded and finalised\./);
  });

  it('reads first what the service said, and no highlighted button creates a simulation', async () => {
    const { workbench, emulator, notifications } = session;
    const { host } = new URL(emulator.baseUrl);
    const message = 'No licence for solver NASTRAN is free. Try again after 18:00.';
    const refuse = (status: number) =>
      interceptOperation(
        emulator,
        'createSimulation',
        replyWith({
          status,
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ message }),
        }),
      );
    refuse(500);
    const { operations } = bookmarkRequests(session);
    // No earlier model has these files.
    await writeSample(session, 'spar.bdf', 'CEND');
    await writeSample(session, 'rib.bdf', 'CEND, BEGIN BULK');
    await uploadFromContextMenu(workbench, 'uploadAndSimulate', ['spar.bdf']);
    const question = /It is not certain whether the simulation was created\./;
    const asked = await notifications.waitForNotification(question);
    assert.ok(
      asked.message.startsWith(`${host} responded with status 500: “${message}” It is not certain whether`),
      asked.message,
    );
    assert.deepEqual(asked.buttons, ['Show Log', 'It Was Started', 'It Was Not: Create It']);
    await workbench.screenshot(screenshotPath('words-of-the-service'));
    await notifications.clickNotificationButton(question, 'Show Log');
    await workbench.page.locator('.part.panel .monaco-editor[data-uri^="output:"]').waitFor();
    await notifications.clickNotificationButton(question, 'It Was Started');
    await notifications.waitUntilGone(question);
    assert.equal(operations().filter((operation) => operation === 'createSimulation').length, 1);
    await workbench.runCommand('View: Hide Panel');
    const { views } = workbench;
    refuse(403);
    await uploadFromContextMenu(workbench, 'uploadAndSimulate', ['rib.bdf']);
    const failed = await notifications.waitForNotification(/^The simulation could not be created\./);
    assert.deepEqual(failed.buttons, ['Show Log', 'Try Again']);
    await views.openView('Simulation Service');
    await views.expandRow('Launches', 'rib');
    const details = await views.waitForTreeRows('Launches', (rows) =>
      rows.some(({ label }) => label === 'Problem'),
    );
    assert.equal(
      details.find(({ label }) => label === 'Problem')?.description,
      `${host} responded with status 403: “${message}”`,
    );
    await workbench.runCommand('View: Show Explorer');
  });

  it('is told that a web page came instead of a response, and can check the connection', async () => {
    const { workbench, emulator, notifications, quickInput } = session;
    const { host } = new URL(emulator.baseUrl);
    const webPage: Intercept = replyWith({
      status: 200,
      headers: { 'content-type': 'text/html' },
      body: '<!doctype html><title>Sign in to Contoso</title>',
    });
    const page = `${host} responded with status 200 and a web page instead of JSON (“Sign in to Contoso”). Is there a sign-in page or a proxy in between?`;
    interceptOperation(emulator, 'createModel', webPage);
    await upload('mesh');
    const question = /It is not certain whether model “mesh” was created\./;
    const asked = await notifications.waitForNotification(question);
    assert.ok(asked.message.startsWith(`${page} It is not certain`), asked.message);
    assert.deepEqual(asked.buttons, ['Check Connection', 'Create Again']);
    await notifications.clearNotifications();
    interceptOperation(emulator, 'listProjects', webPage);
    await workbench.runCommand('Simulation Service: Create Simulation…');
    const { items } = await quickInput.waitForQuickInput({ title: 'Create Simulation', hasItems: true });
    const remedies = ['Try Again', 'Check Connection', 'Show Log', 'New project…'];
    assert.deepEqual(labelsOf(items), ['The projects could not be listed.', ...remedies]);
    assert.equal(items[0]?.detail, page);
  });

  it('is told in the plan which files cannot be uploaded or are excluded, and nothing is created', async () => {
    const { workbench, workspace, quickInput, dialogs, explorer } = session;
    const names = ['pipe', 'licence.key'];
    const [pipe = '', key = ''] = names.map((name) => path.join(workspace.folder, 'cantilever', name));
    execFileSync('mkfifo', [pipe]);
    await writeFile(key, 'secret');
    cleanUps.push(() => Promise.all([rm(pipe), rm(key)]));
    for (const name of names) await explorer.row(name);
    // Windows knows no pipes in folders.
    const reason = isOnWindows ? 'cannot be read, check its permissions' : 'not a regular file';
    const { operations } = bookmarkRequests(session);
    await explorer.explorerContextMenu(['cantilever'], 'Upload as New Simulation Model…');
    const plan = await quickInput.waitForQuickInput({ step: '1/2' });
    assert.deepEqual(rowsOfPlan(plan), [
      ['Cannot be uploaded', 'pipe', reason, true],
      ['Files of the model', 'cantilever.inp', '356 B', true],
      ['', 'loads.inc', '81 B', true],
      ['materials/ · 1 file, 110 B', 'materials/steel.inc', '110 B', true],
      ['mesh/ · 3 files, 8.3 kB', 'mesh/elements.inc', '3.1 kB', true],
      ['', 'mesh/nodes.inc', '5 kB', true],
      ['', 'mesh/sets.inc', '164 B', true],
      ['Excluded, select to include', 'licence.key', 'excluded by *.key', false],
    ]);
    assert.deepEqual(
      [plan.total, plan.placeholder],
      ['6 files, 8.8 kB', 'Files to untick, because they cannot be uploaded: 1'],
    );
    await workbench.screenshot(screenshotPath('plan-with-refusals'));
    await quickInput.acceptQuickInput();
    const dialog = await dialogs.dialog();
    assert.equal(dialog.message, 'Create the model without the files that cannot be uploaded?');
    assert.equal(dialog.detail, `pipe: ${reason}`);
    assert.deepEqual(new Set(dialog.buttons), new Set(['Show Files', 'Leave Out', 'Cancel']));
    await workbench.screenshot(screenshotPath('leave-out'));
    await dialogs.clickDialogButton('Cancel');
    assert.deepEqual(operations(), []);

    await quickInput.toggle('licence.key');
    await quickInput.acceptQuickInput();
    // Enter is pressed by accident, and leaves out nothing.
    await dialogs.pressEnter();
    const { items } = await quickInput.waitForQuickInput({ hasItems: true });
    assert.equal(items.find(({ label }) => label === 'pipe')?.checked, true);
    await quickInput.acceptQuickInput();
    await dialogs.clickDialogButton('Leave Out');
    const again = await quickInput.waitForQuickInput({}, ({ items }) =>
      items.some(({ label, description }) => label.endsWith('licence.key') && description === '6 B'),
    );
    assert.equal(again.items.find(({ label }) => label === 'pipe')?.checked, false);
    await quickInput.acceptQuickInput();
    await quickInput.waitForQuickInput({ step: '2/2' });
    await quickInput.quickInputButton('Back');
    await quickInput.waitForQuickInput({ step: '1/2', total: again.total });
    await quickInput.closeQuickInput();
    assert.deepEqual(operations(), []);
  });

  it('is asked about unsaved changes before anything else', async () => {
    const { workbench, emulator } = session;
    await (await workbench.explorer.row('loads.inc')).dblclick();
    const editor = workbench.page.locator('.editor-instance .monaco-editor[data-uri$="loads.inc"]');
    await editor.locator('.view-line').first().click();
    await editor.and(workbench.page.locator('.focused')).waitFor();
    await workbench.page.keyboard.type('** edited ');
    await workbench.page.locator('.tab.dirty').waitFor();
    await workbench.explorer.explorerContextMenu(['loads.inc'], 'Upload as New Simulation Model…');
    const dialog = await workbench.dialogs.dialog();
    assert.equal(dialog.message, '“loads.inc” has unsaved changes.');
    assert.deepEqual(
      new Set(dialog.buttons),
      new Set(['Show Files', 'Save and Upload', 'Upload Without Saving', 'Cancel']),
    );
    await workbench.dialogs.clickDialogButton('Save and Upload');
    await workbench.quickInput.acceptQuickInput({ step: '1/2' });
    await workbench.quickInput.acceptQuickInput({ step: '2/2' });
    await workbench.notifications.waitForNotification(/was uploaded and finalised/);
    const stored = emulator.storedFiles(emulator.models.at(-1)!.model_id).get('loads.inc');
    assert.equal(stored?.size, 81 + '** edited '.length);
  });

  it('switches the variant by command, which shows and hides the view of reusable models', async () => {
    const { workbench } = session;
    await workbench.views.openView('Simulation Service');
    await workbench.views.expandSection('Reusable Models');
    await workbench.views.waitForTreeRows('Reusable Models', (rows) => rows.length === 2);
    await workbench.runCommand('Simulation Service: Select Variant…');
    await workbench.quickInput.pick('Variant A, v1');
    const header = workbench.page.locator('.pane-header', { hasText: 'Reusable Models' });
    await header.waitFor({ state: 'detached' });
    const { operations } = bookmarkRequests(session);
    await workbench.runCommand('Simulation Service: Refresh All Views');
    await waitFor('the projects to be requested', () => operations().includes('listProjects'));
    assert.deepEqual(new Set(operations()), new Set(['listProjects']));
    await workbench.runCommand('Simulation Service: Select Variant…');
    await workbench.quickInput.pick('Variant B, v7');
    await workbench.views.waitForTreeRows('Reusable Models', (rows) => rows.length === 2);
  });

  it('copies the data for the report of an issue, in which no address is', async () => {
    const { workbench } = session;
    await workbench.runCommand('Simulation Service: Report Issue…');
    const dialog = await workbench.dialogs.dialog();
    assert.match(dialog.message, /^This data helps to find the cause of an issue\./);
    assert.match(dialog.detail, /^VS Code: \d+\.\d+\.\d+ \([\w-]+, remote\)$/m);
    assert.match(dialog.detail, /^Service: http, loopback$/m);
    assert.match(
      dialog.detail,
      /^Changed settings: simulationService\.baseUrl, simulationService\.variant$/m,
    );
    assert.match(dialog.detail, /createSimulation status 403/);
    assert.doesNotMatch(dialog.detail, /127\.0\.0\.1|NASTRAN|mdl_/);
    assert.deepEqual(new Set(dialog.buttons), new Set(['Review…', 'Copy to Clipboard', 'Cancel']));
    await workbench.screenshot(screenshotPath('report-issue'));
    await workbench.dialogs.clickDialogButton('Copy to Clipboard');
    await waitFor(
      'the data in the clipboard',
      async () => (await workbench.clipboardText()) === dialog.detail,
    );
  });
});

describe('A user without a configured service', () => {
  const session = useSession({ unconfigured: true, theme: 'light' });

  it('is told how to connect, or to try the local emulator', async () => {
    const { workbench, emulator } = session;
    await workbench.views.openView('Simulation Service');
    const welcome = await workbench.views.viewWelcome('Projects');
    assert.match(welcome.text, /^Connect to a simulation service to see its projects: by its address,/);
    assert.deepEqual(welcome.buttons, ['Add Service…', 'Start Local Emulator']);
    await workbench.screenshot(screenshotPath('welcome-light'));
    const launches = await workbench.views.viewWelcome('Launches');
    assert.deepEqual([launches.buttons, launches.links], [[], ['create a sample model']]);
    await workbench.views.clickWelcomeButton('Projects', 'Start Local Emulator');
    const rows = await workbench.views.waitForTreeRows('Projects', (all) => all.length === 2);
    assert.deepEqual(labelsOf(rows), ['Bracket fatigue study', 'Wing box static loads']);
    await workbench.waitForStatusBarItem(/Emulator/);
    const { buttons } = await workbench.notifications.waitForNotification(/^The local emulator is running/);
    // The sample is in the workspace already.
    assert.deepEqual(buttons, ['Upload and Create Simulation…']);
    assert.deepEqual(emulator.requests, []);
    await workbench.runCommand('Simulation Service: Stop Local Emulator');
    assert.deepEqual(await workbench.views.viewWelcome('Projects'), welcome);
  });

  it('sets a base URL by command, sees the validation errors, and then its projects', async () => {
    const { workbench, emulator } = session;
    await workbench.runCommand('Simulation Service: Set Base URL…');
    await workbench.quickInput.typeInQuickInput('ftp://files.example');
    await workbench.quickInput.waitForQuickInput({
      message: /The base URL must begin with https:\/\/ or http:\/\/\./,
    });
    const base = emulator.baseUrl.replace(/\/$/, '');
    const offersAfter = async (entered: string) => {
      await workbench.quickInput.enterInQuickInput(entered);
      const placeholder = 'The path of the variant is added automatically';
      const { items } = await workbench.quickInput.waitForQuickInput({ placeholder, hasItems: true });
      return fieldsOf(items, 'label', 'detail');
    };
    assert.deepEqual(await offersAfter(`${base}/variant_a/v1/`), [
      [base, 'Without the path of “Variant A, v1”; also selects this variant'],
      [base, 'Without the path of “Variant A, v1”; “Variant B, v7” stays selected'],
      [`${base}/variant_a/v1/`, 'As entered'],
    ]);
    await workbench.quickInput.closeQuickInput();
    await workbench.runCommand('Simulation Service: Set Base URL…');
    assert.deepEqual(await offersAfter(`${base}/variant_b/v7/projects`), [
      [base, 'Without the path of “Variant B, v7”'],
      [`${base}/variant_b/v7/projects`, 'As entered'],
    ]);
    await workbench.quickInput.acceptQuickInput();
    await workbench.views.waitForTreeRows('Projects', (rows) => rows.length === 2);
  });

  it('is told when the service cannot be reached, and can try again', async () => {
    const { workbench, emulator } = session;
    await emulator.stop();
    await workbench.runCommand('Simulation Service: Refresh All Views');
    const welcome = await workbench.views.viewWelcome('Projects');
    assert.match(welcome.text, /^The service cannot be reached\./);
    assert.deepEqual(welcome.buttons, ['Try Again']);
    assert.deepEqual(welcome.links, ['Check Connection', 'Set Base URL…', 'Show Log']);
    await workbench.views.expandSection('Reusable Models');
    assert.deepEqual(await workbench.views.viewWelcome('Reusable Models'), {
      text: 'The service cannot be reached.',
      buttons: [],
      links: [],
    });
    await workbench.screenshot(screenshotPath('unreachable-light'));
  });
});
