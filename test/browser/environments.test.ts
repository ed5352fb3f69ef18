import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { waitFor } from '../host/waitFor';
import type { Workbench } from '../host/workbench';
import { operations } from '../support/service';
import { takePictureOfFailure } from './support/hooks';
import { closeBrowser, screenshotPath, type Session, startSession } from './support/session';
import { firstProject } from './support/upload';

const environments = (baseUrl: string) => ({
  staging: { baseUrl: 'https://staging.example.com', variant: 'variant_a' },
  production: { baseUrl, protected: true },
  archive: { baseUrl: 'ftp://archive.example.com' },
  legacy: { baseUrl: 'http://legacy.example' },
});

const detail = (...lines: readonly string[]) => lines.join('\n');

after(closeBrowser);

describe('A user with several environments', () => {
  let session: Session;
  let host: string;

  before(async () => {
    session = await startSession({
      settings: (baseUrl) => ({
        'simulationService.environments': environments(baseUrl),
        'simulationService.allowInsecureHttp': true,
      }),
    });
    ({ host } = new URL(session.emulator.baseUrl));
  });
  takePictureOfFailure(() => session.workbench);
  afterEach(() => {
    session.emulator.setIntercept(undefined);
  });
  after(() => session.end());

  async function choose(label: string): Promise<void> {
    await session.workbench.runCommand('Simulation Service: Select Environment…');
    await session.workbench.quickInput.waitForQuickInput({ title: 'Select Environment', hasItems: true });
    await session.workbench.quickInput.pick(label);
    await session.workbench.quickInput.waitUntilClosed();
  }

  async function tooltip(text: string | RegExp): Promise<string> {
    const { page, views } = session.workbench;
    const { id } = await session.workbench.waitForStatusBarItem(text);
    return await views.waitForTooltip(page.locator(`.statusbar-item[id=${JSON.stringify(id)}]`), /\n/);
  }

  /** The requests that change something on the service. */
  const changes = (start = 0) =>
    operations(session.emulator)
      .slice(start)
      .filter((asked) => !asked.startsWith('list'));

  /** Goes through the steps of an upload with Enter, up to the modal question. */
  async function upload(command: string, name: string): Promise<void> {
    const { explorer, quickInput, views } = session.workbench;
    await views.openView('Explorer');
    await explorer.expandFolder('cantilever');
    await explorer.explorerContextMenu([name], command);
    const isSimulated = command.startsWith('Upload and');
    const stepCount = isSimulated ? 4 : 2;
    await quickInput.waitForQuickInput({ step: `1/${stepCount}`, hasItems: true });
    await quickInput.acceptQuickInput();
    await quickInput.waitForQuickInput({ step: `2/${stepCount}` });
    await quickInput.acceptQuickInput();
    if (isSimulated) await quickInput.pick(firstProject);
  }

  it('selects one of them and sees which are protected', async () => {
    const { workbench } = session;
    await workbench.runCommand('Simulation Service: Select Environment…');
    const { items } = await workbench.quickInput.waitForQuickInput({ hasItems: true });
    await workbench.screenshot(screenshotPath('environments-dark'));
    assert.deepEqual(
      items.map(({ label, description, detail: below }) => [label, description, below]),
      [
        ['staging', 'staging.example.com', ''],
        ['production', host, 'Protected: you are asked before anything is created there.'],
        ['archive', 'invalid definition', ''],
        ['legacy', 'legacy.example', ''],
        ['Base URL from the settings', host, ''],
        ['Edit environments…', '', ''],
      ],
    );
    await workbench.quickInput.pick('staging');
    const mark = await workbench.waitForStatusBarItem('staging');
    assert.equal(mark.kind, 'usual');
    assert.equal(
      await tooltip('staging'),
      detail('Environment: staging', 'Host: staging.example.com', 'Variant A, v1'),
    );
    await workbench.screenshot(screenshotPath('environment-dark'));
  });

  it('is told that the environment overrides the base URL and the variant', async () => {
    const { notifications, quickInput } = session.workbench;
    const text = 'The environment “staging” sets the base URL and the variant.';
    for (const command of ['Set Base URL…', 'Select Variant…']) {
      await session.workbench.runCommand(`Simulation Service: ${command}`);
      const { buttons } = await notifications.waitForNotification(text);
      assert.deepEqual(buttons, ['Select Environment…', 'Open Setting']);
      await notifications.clickNotificationButton(text, 'Select Environment…');
      const { items } = await quickInput.waitForQuickInput({ title: 'Select Environment', hasItems: true });
      assert.equal(items[0]?.label, 'staging');
      await quickInput.closeQuickInput();
    }
  });

  it('is warned about one on another computer that is not encrypted', async () => {
    const { workbench } = session;
    await choose('legacy');
    const mark = await workbench.waitForStatusBarItem('legacy: not encrypted');
    assert.equal(mark.kind, 'warning');
    assert.equal(
      await tooltip('legacy: not encrypted'),
      detail(
        ...['Environment: legacy', 'Host: legacy.example', 'Variant B, v7'],
        'The connection to the simulation service is not encrypted. Everything, including your models, can be read and changed on the way.',
      ),
    );
  });

  it('is offered another environment when the selected one cannot be reached', async () => {
    const { workbench } = session;
    const { views, quickInput } = workbench;
    await workbench.openView('Simulation Service');
    const welcome = await views.viewWelcome('Projects');
    assert.match(welcome.text, /^The service of the selected environment cannot be reached\./);
    assert.deepEqual(welcome.buttons, ['Try Again']);
    assert.deepEqual(welcome.links, ['Check Connection', 'Select Environment…', 'Show Log']);
    await workbench.screenshot(screenshotPath('environment-unreachable-dark'));
    await views.clickWelcomeButton('Projects', 'Select Environment…');
    await quickInput.waitForQuickInput({ title: 'Select Environment', hasItems: true });
    await quickInput.pick('staging');
    await quickInput.waitUntilClosed();
  });

  it('selects one through the status bar, which highlights a protected environment', async () => {
    const { workbench, emulator } = session;
    await workbench.clickStatusBarItem('staging');
    await workbench.quickInput.waitForQuickInput({ title: 'Select Environment', hasItems: true });
    await workbench.quickInput.pick('production');
    const mark = await workbench.waitForStatusBarItem('production');
    assert.equal(mark.kind, 'warning');
    assert.equal(
      await tooltip('production'),
      detail(
        ...['Environment: production', `Host: ${host}`, 'Variant B, v7'],
        'Protected: you are asked before anything is created there.',
      ),
    );
    await workbench.openView('Simulation Service');
    await workbench.views.waitForTreeRows('Projects', (rows) => rows.length === emulator.projects.length);
    await workbench.screenshot(screenshotPath('environment-protected-dark'));
  });

  it('must confirm a launch in a protected one; dismissing the question sends and records nothing', async () => {
    const { workbench, emulator } = session;
    await upload('Upload and Create Simulation…', 'loads.inc');
    const asked = await workbench.dialogs.dialog();
    await workbench.screenshot(screenshotPath('environment-question-dark'));
    assert.deepEqual(
      { ...asked, buttons: new Set(asked.buttons) },
      {
        message: `Upload and simulate in the protected environment “production” (${host})?`,
        detail: detail('Model: loads', 'Files: 1, 81 B', 'Project: Bracket fatigue study'),
        buttons: new Set(['Launch', 'Cancel']),
      },
    );
    await workbench.dialogs.clickDialogButton('Cancel');
    await workbench.openView('Simulation Service');
    assert.match((await workbench.views.viewWelcome('Launches')).text, /^Models that you upload/);
    assert.deepEqual(await workbench.notifications.notifications(), []);
    assert.deepEqual([changes(), emulator.models.filter(({ reusable }) => !reusable)], [[], []]);
  });

  it('starts a protected launch with “Launch” and does not have to confirm its retry', async () => {
    const { workbench, emulator } = session;
    emulator.setIntercept(({ operation }) =>
      operation === 'createSimulation' ? { kind: 'reply', status: 400 } : undefined,
    );
    await upload('Upload and Create Simulation…', 'loads.inc');
    await workbench.dialogs.clickDialogButton('Launch');
    const failed = await workbench.notifications.waitForNotification(/is finalised and can be used/);
    assert.ok(failed.buttons.includes('Try Again'), JSON.stringify(failed.buttons));
    emulator.setIntercept(undefined);
    await workbench.notifications.clickNotificationButton(/is finalised and can be used/, 'Try Again');
    await workbench.notifications.waitForNotification(/^Simulation sim_.+ was created/);
    assert.equal(await workbench.dialogs.isOpen(), false);
    assert.deepEqual(changes(), [
      ...['createModel', 'uploadFile loads.inc', 'finaliseModel'],
      ...['createSimulation', 'createSimulation'],
    ]);
    await workbench.notifications.clearNotifications();
  });

  it('must confirm again when the same launch is created again', async () => {
    const { workbench } = session;
    const start = operations(session.emulator).length;
    await workbench.openView('Simulation Service');
    await workbench.views.waitForTreeRows('Launches', (all) => all.some(({ label }) => label === 'loads'));
    await workbench.views.contextMenu(
      await workbench.views.treeRow('Launches', 'loads'),
      'Create Again as New Model',
    );
    await workbench.dialogs.clickDialogButton('Create Again');
    const { message } = await waitFor('the other question', async () => {
      const dialog = await workbench.dialogs.dialog();
      return dialog.buttons.includes('Launch') && dialog;
    });
    assert.equal(message, `Upload and simulate in the protected environment “production” (${host})?`);
    await workbench.dialogs.clickDialogButton('Cancel');
    assert.deepEqual(changes(start), []);
  });

  it('must confirm the creation of a project', async () => {
    const { workbench } = session;
    const { quickInput, dialogs, notifications } = workbench;
    const start = operations(session.emulator).length;
    for (const button of ['Cancel', 'Create']) {
      await workbench.runCommand('Simulation Service: Create Project…');
      await quickInput.waitForQuickInput({ title: 'Create Project' });
      await quickInput.typeInQuickInput('Tip deflection');
      await quickInput.acceptQuickInput();
      const asked = await dialogs.dialog();
      assert.deepEqual(
        [asked.message, asked.detail],
        [`Create a project in the protected environment “production” (${host})?`, 'Project: Tip deflection'],
      );
      assert.deepEqual(changes(start), []);
      await dialogs.clickDialogButton(button);
    }
    await notifications.waitForNotification(/^Project “Tip deflection” was created/);
    assert.deepEqual(changes(start), ['createProject']);
    await notifications.clearNotifications();
  });

  it('must also confirm a launch from a tree item, and one for the same service at another address', async () => {
    const { workbench } = session;
    const start = operations(session.emulator).length;
    await choose('Base URL from the settings');
    await waitFor('no mark for an unencrypted service on this computer', async () => {
      const items = await workbench.statusBarItems();
      return !items.some(({ id }) => id.includes('simulation-service'));
    });
    const row = await workbench.views.treeRow('Projects', 'Wing box static loads');
    await workbench.views.contextMenu(row, 'Create Simulation…');
    await workbench.quickInput.pick('Pressure vessel, quarter symmetry');
    const asked = await workbench.dialogs.dialog();
    assert.deepEqual(
      [asked.message, asked.detail],
      [
        `Create a simulation in the protected environment “production” (${host})?`,
        detail('Model: Pressure vessel, quarter symmetry', 'Project: Wing box static loads'),
      ],
    );
    await workbench.dialogs.clickDialogButton('Cancel');
    assert.deepEqual(changes(start), []);
  });

  it('must confirm an upload without a simulation', async () => {
    const { workbench } = session;
    const start = operations(session.emulator).length;
    await upload('Upload as New Simulation Model…', 'materials');
    const asked = await workbench.dialogs.dialog();
    assert.deepEqual(
      [asked.message, asked.detail],
      [
        `Upload to the protected environment “production” (${host})?`,
        detail('Model: materials', 'Files: 1, 110 B'),
      ],
    );
    await workbench.dialogs.clickDialogButton('Upload');
    await workbench.notifications.waitForNotification(/^Model mdl_.+ was uploaded and finalised\./);
    assert.deepEqual(changes(start), ['createModel', 'uploadFile steel.inc', 'finaliseModel']);
    await workbench.notifications.clearNotifications();
  });

  it('is told when the workspace selects an undefined environment, and selects another one for it', async () => {
    const { workbench, workspace } = session;
    const start = operations(session.emulator).length;
    const file = path.join(workspace.folder, '.vscode', 'settings.json');
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, JSON.stringify({ 'simulationService.environment': '$(flame) nobody' }));
    const mark = await workbench.waitForStatusBarItem(/nobody: not defined$/);
    assert.deepEqual([mark.kind, mark.text], ['warning', '$\u200b(flame) nobody: not defined']);
    await workbench.openView('Simulation Service');
    const text =
      /^The environment “.+ nobody” is not defined\. Nothing was sent\. Define it in the setting simulationService\.environments, or select another environment\.$/;
    const [row] = await workbench.views.waitForTreeRows('Projects', (rows) => rows.length === 1);
    assert.match(row!.ariaLabel, /^The environment .+ is not defined\. .+ Select Environment…$/);
    assert.equal(row!.label, 'Select Environment…');
    assert.match(await workbench.views.waitForViewMessage('Projects'), text);
    await workbench.runCommand('Simulation Service: Create Project…');
    const { buttons } = await workbench.notifications.waitForNotification(text);
    assert.deepEqual(buttons, ['Select Environment…', 'Open Setting']);
    await workbench.screenshot(screenshotPath('environment-unknown-dark'));
    assert.equal(operations(session.emulator).length, start);
    await workbench.notifications.clickNotificationButton(text, 'Select Environment…');
    await workbench.quickInput.waitForQuickInput({ title: 'Select Environment', hasItems: true });
    await workbench.quickInput.pick('production');
    await workbench.waitForStatusBarItem('production');
    assert.deepEqual(JSON.parse(readFileSync(file, 'utf8')), {
      'simulationService.environment': 'production',
    });
    await workbench.views.waitForTreeRows('Projects', (rows) => rows.length === 3);
  });

  it('opens the setting that defines environments', async () => {
    await choose('Edit environments…');
    await session.workbench.page.locator('.settings-editor').getByText('Environments').first().waitFor();
    await session.workbench.screenshot(screenshotPath('environments-setting-dark'));
  });

  describe('in a light theme', () => {
    let light: Workbench;

    before(async () => (light = await session.open({ theme: 'light' })));

    it('sees the same', async () => {
      await light.waitForStatusBarItem('production');
      await light.runCommand('Simulation Service: Select Environment…');
      await light.quickInput.waitForQuickInput({ title: 'Select Environment', hasItems: true });
      await light.screenshot(screenshotPath('environments-light'));
      await light.quickInput.closeQuickInput();
      await light.runCommand('Simulation Service: Create Project…');
      await light.quickInput.waitForQuickInput({ title: 'Create Project' });
      await light.quickInput.typeInQuickInput('Tip deflection');
      await light.quickInput.acceptQuickInput();
      assert.match((await light.dialogs.dialog()).message, /^Create a project in the protected environment/);
      await light.screenshot(screenshotPath('environment-question-light'));
      await light.dialogs.clickDialogButton('Cancel');
    });
  });
});

describe('A user who finalises manually in a protected environment', () => {
  let session: Session;

  before(async () => {
    session = await startSession({
      settings: (baseUrl) => ({
        'simulationService.finaliseAfterUpload': false,
        'simulationService.environments': environments(baseUrl),
      }),
    });
  });
  takePictureOfFailure(() => session.workbench);
  after(() => session.end());

  it('must confirm that too, from the message and by command', async () => {
    const { workbench, emulator } = session;
    const { explorer, quickInput, dialogs, notifications } = workbench;
    const isFinalised = () => operations(emulator).includes('finaliseModel');
    await explorer.explorerContextMenu(['cantilever'], 'Upload as New Simulation Model…');
    for (const step of ['1/2', '2/2']) {
      await quickInput.waitForQuickInput({ step });
      await quickInput.acceptQuickInput();
    }
    await dialogs.clickDialogButton('Upload');
    await notifications.clickNotificationButton(/is not finalised yet\.$/, 'Finalise');
    const { host } = new URL(emulator.baseUrl);
    const asked = await dialogs.dialog();
    assert.deepEqual(
      [asked.message, asked.detail],
      [`Finalise a model in the protected environment “production” (${host})?`, 'Model: cantilever'],
    );
    await dialogs.clickDialogButton('Cancel');
    await workbench.runCommand('Simulation Service: Finalise Model…');
    await quickInput.waitForQuickInput({ title: 'Finalise Model', hasItems: true });
    await quickInput.acceptQuickInput();
    await dialogs.dialog();
    assert.equal(isFinalised(), false);
    await dialogs.clickDialogButton('Finalise');
    await waitFor('the model to be finalised', isFinalised);
  });
});
