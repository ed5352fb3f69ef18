import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { waitFor } from '../host/waitFor';
import type { StatusBarItem } from '../host/workbench';
import { replyWith } from '../support/emulatorFaults';
import { writeTree } from '../support/tempTree';
import { bookmarkRequests, interceptOperation, resetAfterEach, useSession } from './support/hooks';
import { fieldsOf } from './support/rows';
import { screenshotPath } from './support/session';
import { firstProject, secondProject, uploadFromContextMenu } from './support/upload';

const environments = (baseUrl: string) => ({
  staging: { baseUrl: 'https://staging.example.com', variant: 'variant_a' },
  production: { baseUrl, protected: true },
  archive: { baseUrl: 'ftp://archive.example.com' },
  legacy: { baseUrl: 'http://legacy.example' },
});

const settings = (baseUrl: string) => ({
  'simulationService.environments': environments(baseUrl),
  'simulationService.allowInsecureHttp': true,
});

describe('A user with several environments', () => {
  const session = useSession({ settings });
  resetAfterEach(session);
  let host: string;
  before(() => ({ host } = new URL(session.emulator.baseUrl)));

  async function choose(label: string): Promise<void> {
    await session.workbench.runCommand('Simulation Service: Select Environment…');
    await pickEnvironment(label);
  }

  async function pickEnvironment(label: string): Promise<void> {
    await session.workbench.quickInput.pick(label, { title: 'Select Environment', hasItems: true });
    await session.workbench.quickInput.waitUntilClosed();
  }

  /** Waits for a status bar item with this text, and checks its tooltip. */
  async function assertMark(text: string, kind: StatusBarItem['kind'], ...lines: string[]): Promise<void> {
    const { workbench } = session;
    const mark = await workbench.waitForStatusBarItem(text);
    assert.equal(mark.kind, kind);
    const tooltip = await workbench.views.waitForTooltip(workbench.statusBarElement(mark), /\n/);
    assert.equal(tooltip, lines.join('\n'));
  }

  /** Waits for the question of a protected environment. */
  async function assertAsked(message: string, ...lines: string[]): Promise<void> {
    const asked = await session.workbench.dialogs.dialog();
    const text = `${message} ${host}? The environment “production” is protected.`;
    assert.deepEqual([asked.message, asked.detail], [text, lines.join('\n')]);
  }

  const answer = (button: string) => session.workbench.dialogs.clickDialogButton(button);

  it('selects one of them and sees which are protected', async () => {
    const { workbench } = session;
    await workbench.runCommand('Simulation Service: Select Environment…');
    const { items } = await workbench.quickInput.waitForQuickInput({ hasItems: true });
    await workbench.screenshot(screenshotPath('environments-dark'));
    assert.deepEqual(fieldsOf(items, 'label', 'description', 'detail'), [
      ['staging', 'staging.example.com', ''],
      ['production', host, 'Protected: you are asked before anything is created there.'],
      ['archive', 'invalid definition', ''],
      ['legacy', 'legacy.example', ''],
      ['Base URL from the settings', host, ''],
      ['Add Service…', '', ''],
      ['Edit environments…', '', ''],
    ]);
    await workbench.quickInput.pick('staging');
    const lines = ['Environment: staging', 'Host: staging.example.com', 'Variant A, v1'];
    await assertMark('staging', 'usual', ...lines);
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
    await choose('legacy');
    await assertMark(
      'legacy: not encrypted',
      'warning',
      'Environment: legacy',
      'Host: legacy.example',
      'Variant B, v7',
      'The connection to the simulation service is not encrypted. Everything, including your models, can be read and changed on the way.',
    );
  });

  it('is offered another environment when the selected one cannot be reached', async () => {
    const { workbench, views } = session;
    await workbench.views.openView('Simulation Service');
    const welcome = await views.viewWelcome('Projects');
    assert.match(welcome.text, /^The service of the selected environment cannot be reached\./);
    assert.deepEqual(welcome.buttons, ['Try Again']);
    assert.deepEqual(welcome.links, ['Check Connection', 'Select Environment…', 'Show Log']);
    await workbench.screenshot(screenshotPath('environment-unreachable-dark'));
    await views.clickWelcomeButton('Projects', 'Select Environment…');
    await pickEnvironment('staging');
  });

  it('selects one through the status bar, which highlights a protected environment', async () => {
    const { workbench, emulator } = session;
    await workbench.clickStatusBarItem('staging');
    await pickEnvironment('production');
    await assertMark(
      'production',
      'warning',
      'Environment: production',
      `Host: ${host}`,
      'Variant B, v7',
      'Protected: you are asked before anything is created there.',
    );
    await workbench.views.openView('Simulation Service');
    await workbench.views.waitForTreeRows('Projects', (rows) => rows.length === emulator.projects.length);
    await workbench.screenshot(screenshotPath('environment-protected-dark'));
  });

  it('must confirm a launch in a protected one; dismissing the question sends and records nothing', async () => {
    const { workbench, emulator } = session;
    await workbench.views.openView('Explorer');
    await workbench.explorer.expandFolder('cantilever');
    const { changes } = bookmarkRequests(session);
    await uploadFromContextMenu(workbench, 'uploadAndSimulate', ['loads.inc']);
    await assertAsked('Upload and simulate at', 'Model: loads', 'Files: 1, 81 B', `Project: ${firstProject}`);
    await workbench.screenshot(screenshotPath('environment-question-dark'));
    const { buttons } = await workbench.dialogs.dialog();
    assert.deepEqual([...buttons].sort(), ['Cancel', 'Launch', 'Review…']);
    await answer('Cancel');
    await workbench.views.openView('Simulation Service');
    assert.match((await workbench.views.viewWelcome('Launches')).text, /^Models that you upload/);
    assert.deepEqual(await workbench.notifications.notifications(), []);
    assert.deepEqual([changes(), emulator.models.filter(({ reusable }) => !reusable)], [[], []]);
  });

  it('starts a protected launch with “Launch” and does not have to confirm its retry', async () => {
    const { workbench, emulator } = session;
    interceptOperation(emulator, 'createSimulation', replyWith({ status: 400 }));
    const { changes } = bookmarkRequests(session);
    await uploadFromContextMenu(workbench, 'uploadAndSimulate', ['loads.inc']);
    await answer('Launch');
    const failed = await workbench.notifications.waitForNotification(/is finalised and can be used/);
    assert.ok(failed.buttons.includes('Try Again'), JSON.stringify(failed.buttons));
    emulator.setIntercept(undefined);
    await workbench.notifications.clickNotificationButton(/is finalised and can be used/, 'Try Again');
    await workbench.notifications.waitForNotification(/^Simulation sim_.+ was created/);
    assert.equal(await workbench.dialogs.isOpen(), false);
    assert.deepEqual(changes(), [
      'createModel',
      'uploadFile loads.inc',
      'finaliseModel',
      'createSimulation',
      'createSimulation',
    ]);
  });

  it('must confirm again when the same launch is created again', async () => {
    const { workbench } = session;
    const { changes } = bookmarkRequests(session);
    await workbench.views.openView('Simulation Service');
    await workbench.views.chooseFromRow('Launches', 'loads', 'Create Again as New Model');
    // One question is enough.
    await assertAsked('Upload and simulate at', 'Model: loads', 'Files: 1, 81 B', `Project: ${firstProject}`);
    await answer('Cancel');
    assert.deepEqual(changes(), []);
  });

  it('must confirm the creation of a project', async () => {
    const { workbench, quickInput, notifications } = session;
    const { changes } = bookmarkRequests(session);
    for (const button of ['Cancel', 'Create']) {
      await workbench.runCommand('Simulation Service: Create Project…');
      await quickInput.enterInQuickInput('Tip deflection', { title: 'Create Project' });
      await assertAsked('Create a project at', 'Project: Tip deflection');
      assert.deepEqual(changes(), []);
      await answer(button);
    }
    await notifications.waitForNotification(/^Project “Tip deflection” was created/);
    assert.deepEqual(changes(), ['createProject']);
  });

  it('must also confirm a launch from a tree item, and one for the same service at another address', async () => {
    const { workbench, emulator } = session;
    const { changes, operations } = bookmarkRequests(session);
    const elsewhere = {
      baseUrl: `http://LocalHost.:${new URL(emulator.baseUrl).port}//%61pi`,
      protected: true,
    };
    await session.configure({
      ...settings(emulator.baseUrl),
      'simulationService.environments': { production: elsewhere },
    });
    await choose('Base URL from the settings');
    await waitFor('no mark for an unencrypted service on this computer', async () => {
      const items = await workbench.statusBarItems();
      return !items.some(({ id }) => id.includes('simulation-service'));
    });
    // The menu of a row that is replaced meanwhile has no row.
    await waitFor('the projects of the other address', () => operations().includes('listProjects'));
    await workbench.views.chooseFromRow('Projects', secondProject, 'Create Simulation…');
    await workbench.quickInput.pick('Pressure vessel, quarter symmetry');
    const model = 'Model: Pressure vessel, quarter symmetry';
    await assertAsked('Create a simulation at', model, `Project: ${secondProject}`);
    await answer('Cancel');
    assert.deepEqual(changes(), []);
    await session.configure(settings(emulator.baseUrl));
  });

  it('must confirm an upload without a simulation', async () => {
    const { workbench } = session;
    const { changes } = bookmarkRequests(session);
    await uploadFromContextMenu(workbench, 'upload', ['materials']);
    await assertAsked('Upload to', 'Model: materials', 'Files: 1, 110 B');
    await answer('Upload');
    await workbench.notifications.waitForNotification(/^Model mdl_.+ was uploaded and finalised\./);
    assert.deepEqual(changes(), ['createModel', 'uploadFile steel.inc', 'finaliseModel']);
  });

  it('must confirm that a model is finalised, from the message and by command', async () => {
    const { workbench, emulator, quickInput, notifications } = session;
    const manually = { ...settings(emulator.baseUrl), 'simulationService.finaliseAfterUpload': false };
    await session.configure(manually);
    await uploadFromContextMenu(workbench, 'upload', ['mesh']);
    await answer('Upload');
    await notifications.clickNotificationButton(/is uploaded, but not finalised\.$/, 'Finalise');
    await assertAsked('Finalise a model at', 'Model: mesh');
    await answer('Cancel');
    const { changes } = bookmarkRequests(session);
    await workbench.runCommand('Simulation Service: Finalise Model…');
    await quickInput.acceptQuickInput({ title: 'Finalise Model', hasItems: true });
    await assertAsked('Finalise a model at', 'Model: mesh');
    assert.deepEqual(changes(), []);
    await answer('Finalise');
    await waitFor('the model to be finalised', () => changes().includes('finaliseModel'));
    await session.configure(settings(emulator.baseUrl));
  });

  it('is told when the workspace selects an undefined environment, and selects another one for it', async () => {
    const { workbench, workspace } = session;
    const { operations } = bookmarkRequests(session);
    const chosen = JSON.stringify({ 'simulationService.environment': '$(flame) nobody' });
    await writeTree(workspace.folder, { '.vscode/settings.json': chosen });
    const mark = await workbench.waitForStatusBarItem(/nobody: not defined$/);
    assert.deepEqual([mark.kind, mark.text], ['warning', '$\u200b(flame) nobody: not defined']);
    await workbench.views.openView('Simulation Service');
    const text =
      /^The environment “.+ nobody” is not defined\. Nothing was sent\. Define it in the setting simulationService\.environments, or select another environment\.$/;
    const [row] = await workbench.views.waitForTreeRows('Projects', (rows) => rows.length === 1);
    assert.match(row!.ariaLabel, /^The environment .+ is not defined\. .+ Select Environment…$/);
    assert.equal(row!.label, 'Select Environment…');
    assert.match(await workbench.views.viewMessage('Projects'), text);
    await workbench.runCommand('Simulation Service: Create Project…');
    const { buttons } = await workbench.notifications.waitForNotification(text);
    assert.deepEqual(buttons, ['Select Environment…', 'Open Setting']);
    await workbench.screenshot(screenshotPath('environment-unknown-dark'));
    assert.deepEqual(operations(), []);
    await workbench.notifications.clickNotificationButton(text, 'Select Environment…');
    await pickEnvironment('production');
    await workbench.waitForStatusBarItem('production');
    const file = path.join(workspace.folder, '.vscode/settings.json');
    const saved = { 'simulationService.environment': 'production' };
    assert.deepEqual(JSON.parse(readFileSync(file, 'utf8')), saved);
    await workbench.views.waitForTreeRows('Projects', (rows) => rows.length === 3);
  });

  it('opens the setting that defines environments', async () => {
    await choose('Edit environments…');
    await session.workbench.page.locator('.settings-editor').getByText('Environments').first().waitFor();
    // Some versions show the editor in an overlay above the others.
    await session.workbench.page.keyboard.press('Escape');
    await session.workbench.page.locator('.monaco-modal-editor-block').waitFor({ state: 'hidden' });
  });
});
