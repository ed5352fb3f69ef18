import assert from 'node:assert/strict';
import { truncateSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { formatServiceFile } from '../../src/serviceFile/serviceFile';
import type { QuickInputState } from '../host/quickInput';
import { otherShape, startOtherShape, tellingNames } from '../support/otherShape';
import { otherShapeDocument } from '../support/otherShapeDocument';
import type { ListeningServer } from '../support/testServer';
import { takePictureOfFailure } from './support/hooks';
import { closeBrowser, screenshotPath, type Session, startSession } from './support/session';
import { firstProject, uploadFromContextMenu } from './support/upload';

const key = 'key-of-the-team';

const documented = {
  ...otherShape,
  requests: {
    createProject: { payload: { name: '{name}' } },
    createModel: {
      payload: { name: '{name}', artifacts: [{ name: '{file.name}', sizeBytes: '{file.size}' }] },
    },
    createSimulation: {
      payload: { projectUuid: '{project_id}', modelUuid: '{model_id}', solver: 'solid' },
    },
  },
  responses: {
    projects: '/payload/projects',
    projectId: '/projectUuid',
    createdModelId: '/payload/modelUuid',
    createdSimulationId: '/payload/jobUuid',
  },
};

describe('A user who adds a service', () => {
  let session: Session;
  let other: ListeningServer;
  takePictureOfFailure(() => session.workbench);

  beforeEach(async function () {
    const theme = this.currentTest?.title.includes('light') === true ? 'light' : 'dark';
    session = await startSession({ unconfigured: true, theme });
    await session.explorer.expandFolder('cantilever');
    other = await startOtherShape(session.emulator.baseUrl, key, {
      names: tellingNames,
      document: otherShapeDocument,
    });
  });
  afterEach(async () => {
    await session.end();
    await other.close();
  });
  after(closeBrowser);

  /** Clicks Add Service… in the view of a window without settings, and says what one has. */
  async function choose(source: string): Promise<void> {
    const { workbench, quickInput } = session;
    await workbench.views.openView('Simulation Service');
    const welcome = await workbench.views.viewWelcome('Projects');
    assert.deepEqual(welcome.buttons, ['Add Service…', 'Start Local Emulator']);
    await workbench.views.clickWelcomeButton('Projects', 'Add Service…');
    await quickInput.pick(source, { title: 'Add Service', hasItems: true });
  }

  const fileThere = (name: string) => path.join(session.workspace.folder, name);

  /** Reads the review, agrees, and types the key. */
  async function agreeAndSignIn(name: string, picture: string): Promise<void> {
    const { workbench, quickInput } = session;
    const { host } = new URL(other.origin);
    const { items } = await quickInput.waitForQuickInput({
      title: `${host}: add the service “${name}”?`,
      hasItems: true,
    });
    assert.equal(items[0]?.label, 'Do Not Add');
    const right = workbench.page.locator('.editor.modified .view-lines');
    await right
      .filter({ hasText: `// ${other.origin}/` })
      .filter({ hasText: '"X-Team-Token"' })
      .waitFor();
    await workbench.screenshot(screenshotPath(`add-service-${picture}`));
    await quickInput.pick(`Add “${name}” to Your Settings`);
    await quickInput.waitForQuickInput({ title: 'Sign In' });
    await workbench.screenshot(screenshotPath(`add-service-${picture}-key`));
    await quickInput.enterInQuickInput(key, { title: 'Sign In' });
  }

  /** Uploads a file with Enter at every step. @param questionCount how much the service asks for */
  async function simulate(questionCount = 0): Promise<void> {
    const { workbench, emulator, views, notifications, quickInput } = session;
    await views.waitForTreeRows('Projects', (rows) => rows.length === emulator.projects.length);
    await workbench.views.openView('Explorer');
    await workbench.explorer.explorerContextMenu(['loads.inc'], 'Upload and Create Simulation…');
    await quickInput.acceptQuickInput({ step: `1/${4 + questionCount}`, hasItems: true });
    await quickInput.acceptQuickInput({ step: `2/${4 + questionCount}` });
    await quickInput.pick(firstProject);
    // The name of a new project is not asked for.
    for (let question = 1; question <= questionCount; question++)
      await quickInput.acceptQuickInput({ step: `${3 + question}/${3 + questionCount}`, hasItems: true });
    await notifications.waitForNotification(/^(Simulation|A simulation) /);
    const [created] = emulator.requests.filter(({ operation }) => operation === 'createSimulation');
    assert.deepEqual((created?.body as { readonly solver?: string }).solver, 'solid');
    assert.equal(created?.headers['x-shape'], 'other');
  }

  for (const theme of ['dark', 'light'])
    it(`simulates with a file from a colleague, of which only the key is typed (${theme})`, async () => {
      const { quickInput } = session;
      const file = fileThere('team.service.json');
      writeFileSync(
        file,
        formatServiceFile({ name: 'Team', entry: { baseUrl: other.origin, ...documented } }),
      );
      await choose('File from a Colleague…');
      await quickInput.pick('team.service.json', { title: 'Service File', hasItems: true });
      await agreeAndSignIn('Team', `file-${theme}`);
      await simulate();
    });

  it('simulates with the OpenAPI document that the service offers', async () => {
    const { quickInput } = session;
    await choose('OpenAPI Document of the Service…');
    await quickInput.enterInQuickInput(other.origin, { placeholder: /^https:/ });
    await agreeAndSignIn('Team Simulations', 'document-dark');
    await simulate(1);
  });

  it('has no document read that is too large', async () => {
    const { quickInput, notifications } = session;
    const file = fileThere('api.json');
    // More than Node.js reads at once: a failure to read it would be another message.
    writeFileSync(file, '');
    truncateSync(file, 2 ** 33);
    await choose('OpenAPI Document…');
    await quickInput.pick('api.json', { title: 'OpenAPI Document', hasItems: true });
    await notifications.waitForNotification('The document is larger than 4 MB. Nothing was added.');
  });

  it('is asked for the address that a document does not name', async () => {
    const { quickInput } = session;
    writeFileSync(fileThere('api.json'), JSON.stringify(otherShapeDocument));
    await choose('OpenAPI Document…');
    await quickInput.pick('api.json', { title: 'OpenAPI Document', hasItems: true });
    await quickInput.enterInQuickInput(other.origin, { title: 'Add Service', placeholder: /^https:/ });
    const title = `${new URL(other.origin).host}: add the service “Team Simulations”?`;
    await quickInput.pick('Do Not Add', { title, hasItems: true });
    await quickInput.waitUntilClosed();
    assert.equal(other.connections(), 0);
  });

  /** Chooses one of the values that are in the response, by its pointer. */
  async function pickAt(pointer: string, step: string): Promise<void> {
    const { quickInput } = session;
    const isThere = ({ items }: QuickInputState) => items.some(({ description }) => description === pointer);
    const wanted = { title: 'Find Values in Response', step, hasItems: true };
    const { items } = await quickInput.waitForQuickInput(wanted, isThere);
    await quickInput.pickAt(items.findIndex(({ description }) => description === pointer));
  }

  /** Replaces the value that is selected in the settings, and saves them. */
  async function replaceBody(body: object, picture: string): Promise<void> {
    const { workbench } = session;
    const { keyboard } = workbench.page;
    await workbench.waitForStatusBarItem(/ selected\)$/);
    await workbench.screenshot(screenshotPath(`add-service-body-${picture}`));
    await workbench.copyText(JSON.stringify(body));
    await keyboard.press('Control+V');
    await workbench.page.locator('.tab.dirty').waitFor();
    await keyboard.press('Control+S');
    await workbench.page.locator('.tab.dirty').waitFor({ state: 'detached' });
    await workbench.runCommand('View: Close All Editors');
  }

  it('simulates with an address alone, at a service of which nothing is documented', async () => {
    const { workbench, emulator, quickInput, notifications, views } = session;
    await other.close();
    other = await startOtherShape(session.emulator.baseUrl, key);
    await choose('Address…');
    await quickInput.enterInQuickInput(`${other.origin}/api/v3/projects`, { placeholder: /^https:/ });
    await quickInput.acceptQuickInput({ title: 'Add Service', hasItems: true });
    await quickInput.acceptQuickInput({ title: 'Add Service', value: 'X-Team-Token' });
    await quickInput.enterInQuickInput(key, { title: 'Sign In' });
    await notifications.clickNotificationButton(/could not be listed/, 'Find Values…');
    await workbench.screenshot(screenshotPath('add-service-address-dark'));
    await pickAt('/payload/studies', '1/3');
    await pickAt('/study_no', '2/3');
    await pickAt('/caption', '3/3');
    await views.waitForTreeRows('Projects', (rows) => rows.length === emulator.projects.length);
    await notifications.clearNotifications();

    await uploadFromContextMenu(workbench, 'uploadAndSimulate', ['loads.inc']);
    const modelRefused = /The body for \/models must have its fields in “payload”/;
    await notifications.clickNotificationButton(modelRefused, 'Edit Request Body…');
    await replaceBody(otherShape.requests.createModel, 'model');
    await notifications.clickNotificationButton(modelRefused, 'Try Again');
    const noId = / has no valid ID\./;
    await notifications.clickNotificationButton(noId, 'Find Values…');
    await pickAt('/payload/artifact_no', '1/2');
    await pickAt('/payload/parts', '2/2');
    await pickAt('/target', '3/4');
    await pickAt('/caption', '4/4');
    await notifications.waitForNotification(/ now says where these values are\.$/);
    await notifications.clickNotificationButton(noId, 'Create Again');
    const simulationRefused = /The body for \/simulations must have its fields in “payload”/;
    await notifications.clickNotificationButton(simulationRefused, 'Edit Request Body…');
    await replaceBody(otherShape.requests.createSimulation, 'simulation');
    await notifications.clickNotificationButton(simulationRefused, 'Try Again');
    await notifications.waitForNotification(/^(Simulation|A simulation) /);
    await workbench.screenshot(screenshotPath('add-service-address-end'));
    const [created, ...others] = emulator.simulations;
    assert.deepEqual([created?.project_id, others], [emulator.projects[0]?.project_id, []]);
    assert.equal(emulator.storedFiles(created!.model_id).size, 1);
  });

  it('adds nothing without agreeing, nothing from a file of another kind, and nothing over what has changed', async () => {
    const { workbench, quickInput, notifications, views, emulator } = session;
    const file = fileThere('team.service.json');
    writeFileSync(file, formatServiceFile({ name: 'Team', entry: { baseUrl: other.origin, ...documented } }));
    await choose('File from a Colleague…');
    await quickInput.pick('team.service.json', { title: 'Service File', hasItems: true });
    await quickInput.acceptQuickInput({ title: /add the service “Team”/, hasItems: true });
    await quickInput.waitUntilClosed();
    writeFileSync(file, '{"name": "team", "version": "1.0.0"}');
    await choose('File from a Colleague…');
    await quickInput.pick('team.service.json', { title: 'Service File', hasItems: true });
    await notifications.waitForNotification(
      'The file does not describe a service: it lacks “name” or “baseUrl”. Nothing was added.',
    );
    assert.deepEqual((await views.viewWelcome('Projects')).buttons, ['Add Service…', 'Start Local Emulator']);
    writeFileSync(file, formatServiceFile({ name: 'Team', entry: { baseUrl: other.origin, ...documented } }));
    await choose('File from a Colleague…');
    await quickInput.pick('team.service.json', { title: 'Service File', hasItems: true });
    await quickInput.waitForQuickInput({ title: /add the service “Team”/, hasItems: true });
    await session.configure({
      'simulationService.environments': { Team: { baseUrl: emulator.baseUrl } },
      'simulationService.environment': 'Team',
    });
    await workbench.waitForStatusBarItem('Team');
    await quickInput.pick('Add “Team” to Your Settings');
    await notifications.waitForNotification(/^Something that you were asked about has changed/);
    assert.equal(other.connections(), 0);
  });

  it('exports it again as the same file, and none with a secret', async () => {
    const { workbench, quickInput, notifications } = session;
    const file = fileThere('team.service.json');
    const text = formatServiceFile({ name: 'Team', entry: { baseUrl: other.origin, ...documented } });
    writeFileSync(file, text);
    await choose('File from a Colleague…');
    await quickInput.pick('team.service.json', { title: 'Service File', hasItems: true });
    await agreeAndSignIn('Team', 'export-dark');
    await workbench.runCommand('Simulation Service: Export Service…');
    await quickInput.acceptQuickInput({ title: 'Export Service' });
    await workbench.waitForEditorText('"name": "Team"', '"apiKeyHeader": "X-Team-Token"');
    const headers = { 'X-Auth-Token': 'abc' };
    await session.configure({
      'simulationService.environments': { Team: { baseUrl: other.origin, requestHeaders: headers } },
      'simulationService.environment': 'Team',
    });
    await workbench.runCommand('Simulation Service: Export Service…');
    await notifications.waitForNotification(
      /^The value of requestHeaders\.X-Auth-Token looks like a secret.* Nothing was written\.$/,
    );
  });
});
