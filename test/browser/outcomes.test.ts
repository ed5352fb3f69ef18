import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { waitFor } from '../host/waitFor';
import { operations } from '../support/service';
import { endAfterAll, resetAfterEach, takePictureOfFailure } from './support/hooks';
import { screenshotPath, type Session, startSession, writeSample } from './support/session';
import { firstProject, uploadFromContextMenu } from './support/upload';

describe('A user', () => {
  let session: Session;

  before(async () => {
    session = await startSession();
    await session.workbench.explorer.expandFolder('cantilever');
  });
  takePictureOfFailure(() => session.workbench);
  resetAfterEach(() => session);
  endAfterAll(() => session);

  const upload = (...names: readonly string[]) => uploadFromContextMenu(session.workbench, 'upload', names);

  const since = (start: number) => operations(session.emulator).slice(start);
  const now = () => session.emulator.requests.length;

  it('sees the ids of an uploaded model and creates a simulation of it from the message', async () => {
    const { workbench } = session;
    const { notifications, quickInput } = workbench;
    const start = now();
    await upload('loads.inc');
    const message = /^Model mdl_.+ was uploaded and finalised\./;
    const done = await notifications.waitForNotification(message);
    assert.deepEqual(done.buttons, ['Create Simulation', 'Copy ID']);
    await notifications.clickNotificationButton(message, 'Create Simulation');
    await quickInput.waitForQuickInput({ title: 'Create Simulation of “loads”', hasItems: true });
    await workbench.screenshot(screenshotPath('simulation-of-model'));
    await quickInput.pick(firstProject);
    await notifications.waitForNotification(/^Simulation sim_.+ was created/);
    assert.deepEqual(since(start), [
      'createModel',
      'uploadFile loads.inc',
      'finaliseModel',
      'listProjects',
      'createSimulation',
    ]);
  });

  it('cancels a running upload, which closes its sockets at once and sends nothing more', async () => {
    const { workbench, emulator } = session;
    for (const name of ['a.bin', 'b.bin', 'c.bin'])
      await writeSample(session, name, Buffer.alloc(30_000_000, name));
    emulator.setBytesPerSecond(400_000);
    const start = now();
    await upload('a.bin', 'b.bin', 'c.bin');
    const running = await workbench.notifications.waitForNotification(
      /Uploading: 0 of 3 files, .+\/s, .+ left/,
    );
    assert.match(running.message, /of 90 MB/);
    await workbench.screenshot(screenshotPath('upload-dark'));
    const { pathname } = new URL(emulator.baseUrl);
    assert.equal(pathname, '/');
    await workbench.notifications.cancelProgress(/Uploading/);
    await workbench.notifications.waitUntilGone(/Uploading/);
    // Lifts the limit, so that the buffered data is read at once and the end of the sockets behind it is
    // noticed.
    emulator.setBytesPerSecond(undefined);
    const uploads = () => emulator.requests.slice(start).filter(({ server }) => server === 'files');
    await waitFor('the end of every upload', () =>
      uploads().every(({ finishedAt }) => finishedAt !== undefined),
    );
    assert.deepEqual(
      uploads().map(({ aborted }) => aborted),
      [true, true, true],
    );
    assert.deepEqual(
      since(start).filter((operation) => !operation.startsWith('uploadFile')),
      ['createModel'],
    );
  });

  it('is told which of five files failed, and the model is not finalised', async () => {
    const { workbench, emulator } = session;
    emulator.setIntercept(({ fileName }) =>
      fileName === 'cantilever/mesh/nodes.inc' ? { kind: 'reply', status: 403 } : undefined,
    );
    const start = now();
    await upload('cantilever');
    const failed = await workbench.notifications.waitForNotification(/could not be uploaded/);
    assert.match(failed.message, /^“cantilever\/mesh\/nodes\.inc” could not be uploaded\. /);
    assert.match(failed.message, /responded with status 403\. The upload link was rejected or has expired\./);
    assert.match(
      failed.message,
      /Model mdl_.+ was created, but cannot be used, because it is not finalised\./,
    );
    assert.equal(since(start).includes('finaliseModel'), false);
    await workbench.screenshot(screenshotPath('failed-upload'));
  });

  it('is told in the plan which files cannot be uploaded or are excluded, and nothing is created', async () => {
    const { workbench, workspace } = session;
    const { quickInput, dialogs, explorer } = workbench;
    execFileSync('mkfifo', [path.join(workspace.folder, 'cantilever/pipe')]);
    await writeSample(session, 'cantilever/licence.key', 'secret');
    await explorer.row('pipe');
    await explorer.row('licence.key');
    const start = now();
    await explorer.explorerContextMenu(['cantilever'], 'Upload as New Model…');
    const plan = await quickInput.waitForQuickInput({ step: '1/2' });
    assert.deepEqual(
      plan.items.map(({ label, description, separator, checked }) => [
        separator,
        label,
        description,
        checked,
      ]),
      [
        ['Cannot be uploaded', 'cantilever/pipe', 'not a regular file', true],
        ['Files of the model', 'cantilever/cantilever.inp', '356 B', true],
        ['', 'cantilever/loads.inc', '81 B', true],
        ['', 'cantilever/materials/steel.inc', '110 B', true],
        ['', 'cantilever/mesh/elements.inc', '3.1 kB', true],
        ['', 'cantilever/mesh/nodes.inc', '5 kB', true],
        ['', 'cantilever/mesh/sets.inc', '164 B', true],
        ['Excluded, select to include', 'cantilever/licence.key', 'excluded by *.key', false],
      ],
    );
    await workbench.screenshot(screenshotPath('plan-with-refusals'));
    await quickInput.acceptQuickInput();
    const dialog = await dialogs.dialog();
    assert.equal(dialog.message, '1 file cannot be uploaded. Nothing was created.');
    assert.match(dialog.detail, /^cantilever\/pipe: not a regular file/);
    await dialogs.clickDialogButton(dialog.buttons[0]!);
    assert.deepEqual(since(start), []);

    await quickInput.toggle('cantilever/pipe');
    await quickInput.toggle('cantilever/licence.key');
    await quickInput.acceptQuickInput();
    const again = await waitFor('the plan with the included file', async () => {
      const state = await quickInput.quickPick();
      return (
        state.items.some(
          ({ label, description }) => label.endsWith('licence.key') && description === '6 B',
        ) && state
      );
    });
    assert.equal(again.items.find(({ label }) => label === 'cantilever/pipe')?.checked, false);
    await quickInput.acceptQuickInput();
    await quickInput.waitForQuickInput({ step: '2/2' });
    await quickInput.quickInputButton('Back');
    await quickInput.waitForQuickInput({ step: '1/2' });
    await quickInput.closeQuickInput();
    assert.deepEqual(since(start), []);
    execFileSync('rm', [
      path.join(workspace.folder, 'cantilever/pipe'),
      path.join(workspace.folder, 'cantilever/licence.key'),
    ]);
    await explorer.waitUntilGone('pipe');
    await explorer.waitUntilGone('licence.key');
  });

  it('is asked about unsaved changes before anything else', async () => {
    const { workbench, emulator } = session;
    await (await workbench.explorer.row('loads.inc')).dblclick();
    const editor = workbench.page.locator('.editor-instance .monaco-editor[data-uri$="loads.inc"]');
    await editor.locator('.view-line').first().click();
    await editor.and(workbench.page.locator('.focused')).waitFor();
    await workbench.page.keyboard.type('** edited ');
    await workbench.page.locator('.tab.dirty').waitFor();
    await workbench.explorer.explorerContextMenu(['loads.inc'], 'Upload as New Model…');
    const dialog = await workbench.dialogs.dialog();
    assert.equal(dialog.message, '1 of the selected files has unsaved changes.');
    assert.deepEqual(
      new Set(dialog.buttons),
      new Set(['Save and Upload', 'Upload Without Saving', 'Cancel']),
    );
    await workbench.dialogs.clickDialogButton('Save and Upload');
    await workbench.quickInput.waitForQuickInput({ step: '1/2' });
    await workbench.quickInput.acceptQuickInput();
    await workbench.quickInput.waitForQuickInput({ step: '2/2' });
    await workbench.quickInput.acceptQuickInput();
    await workbench.notifications.waitForNotification(/was uploaded and finalised/);
    const stored = emulator.storedFiles(emulator.models.at(-1)!.model_id).get('loads.inc');
    assert.equal(stored?.size, 81 + '** edited '.length);
  });

  it('switches the variant by command, which shows and hides the view of reusable models', async () => {
    const { workbench } = session;
    await workbench.openView('Simulation Service');
    await workbench.views.waitForTreeRows('Reusable Models', (rows) => rows.length === 2);
    await workbench.runCommand('Simulation Service: Select Variant…');
    await workbench.quickInput.pick('Variant A, v1');
    const header = workbench.page.locator('.pane-header', { hasText: 'Reusable Models' });
    await header.waitFor({ state: 'detached' });
    const start = now();
    await workbench.runCommand('Simulation Service: Refresh');
    await waitFor('the projects to be requested', () => since(start).includes('listProjects'));
    assert.deepEqual(new Set(since(start)), new Set(['listProjects']));
    await workbench.runCommand('Simulation Service: Select Variant…');
    await workbench.quickInput.pick('Variant B, v7');
    await workbench.views.waitForTreeRows('Reusable Models', (rows) => rows.length === 2);
  });

  it('finds every request in the log, without any signature', async () => {
    const { workbench, emulator } = session;
    await workbench.runCommand('View: Show Explorer');
    await upload('materials');
    await workbench.notifications.waitForNotification(/was uploaded and finalised/);
    await workbench.runCommand('Simulation Service: Show Log');
    const text = await waitFor('the log', async () => {
      const shown = await workbench.outputText();
      return shown.includes('PUT') && shown;
    });
    const files = new URL(emulator.fileServerUrl).host;
    assert.match(text, new RegExp(`PUT ${files} \\(`));
    assert.doesNotMatch(text, /signature|expires/);
  });
});

describe('A user without a configured service', () => {
  let session: Session;

  before(async () => (session = await startSession({ unconfigured: true, theme: 'light' })));
  endAfterAll(() => session);

  it('is told how to connect, and tries everything with the local emulator', async () => {
    const { workbench, emulator } = session;
    await workbench.openView('Simulation Service');
    const welcome = await workbench.views.viewWelcome('Projects');
    assert.match(welcome.text, /^Connect to a simulation service to see its projects\./);
    assert.deepEqual(welcome.buttons, ['Set Base URL…', 'Start Local Emulator']);
    await workbench.screenshot(screenshotPath('welcome-light'));
    await workbench.views.clickWelcomeButton('Projects', 'Start Local Emulator');
    const rows = await workbench.views.waitForTreeRows('Projects', (all) => all.length === 2);
    assert.deepEqual(
      rows.map(({ label }) => label),
      ['Bracket fatigue study', 'Wing box static loads'],
    );
    await workbench.waitForStatusBarItem(/Emulator/);
    await workbench.screenshot(screenshotPath('tree-light'));
    await workbench.runCommand('Simulation Service: Upload and Create Simulation…');
    for (const step of ['1/4', '2/4', '3/4', '4/4']) {
      await workbench.quickInput.waitForQuickInput({ step, hasItems: step !== '3/4' });
      if (step === '2/4') await workbench.screenshot(screenshotPath('plan-light'));
      await workbench.quickInput.acceptQuickInput();
    }
    await workbench.notifications.waitForNotification(/^Simulation sim_.+ was created/);
    await workbench.screenshot(screenshotPath('finished-light'));
    assert.deepEqual(emulator.requests, []);
  });

  it('returns to no service when the emulator is stopped', async () => {
    const { workbench } = session;
    await workbench.runCommand('Simulation Service: Stop Local Emulator');
    const welcome = await workbench.views.viewWelcome('Projects');
    assert.match(welcome.text, /^Connect to a simulation service/);
  });

  it('sets a base URL by command, sees the validation errors, and then its projects', async () => {
    const { workbench, emulator } = session;
    await workbench.runCommand('Simulation Service: Set Base URL…');
    await workbench.quickInput.typeInQuickInput('ftp://files.example');
    const wrong = await waitFor('the refusal', async () => {
      const state = await workbench.quickInput.quickPick();
      return state.message.includes('must begin with') && state;
    });
    assert.match(wrong.message, /The base URL must begin with https:\/\/ or http:\/\/\./);
    await workbench.quickInput.typeInQuickInput(emulator.baseUrl);
    await workbench.quickInput.acceptQuickInput();
    await workbench.views.waitForTreeRows('Projects', (rows) => rows.length === 2);
  });

  it('sees a running upload, and cancels it', async () => {
    const { workbench, emulator } = session;
    await writeSample(session, 'a.bin', Buffer.alloc(30_000_000));
    emulator.setBytesPerSecond(400_000);
    await workbench.runCommand('View: Show Explorer');
    await workbench.explorer.row('a.bin');
    await uploadFromContextMenu(workbench, 'upload', ['a.bin']);
    await workbench.notifications.waitForNotification(/Uploading: .+ of .+, .+\/s, .+ left/);
    await workbench.screenshot(screenshotPath('upload-light'));
    await workbench.notifications.cancelProgress(/Uploading/);
    await workbench.notifications.waitUntilGone(/Uploading/);
    assert.equal(operations(emulator).includes('finaliseModel'), false);
    await workbench.openView('Simulation Service');
  });

  it('is told when the service cannot be reached, and can try again', async () => {
    const { workbench, emulator } = session;
    await emulator.stop();
    await workbench.runCommand('Simulation Service: Refresh');
    const welcome = await workbench.views.viewWelcome('Projects');
    assert.match(welcome.text, /^The service cannot be reached\./);
    assert.deepEqual(welcome.buttons, ['Try Again', 'Check Connection', 'Set Base URL…', 'Show Log']);
    await workbench.screenshot(screenshotPath('unreachable-light'));
  });
});
