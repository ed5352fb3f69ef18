import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { replyAfterApplying, replyWith, rewriteResponse } from '../support/emulatorFaults';
import { interceptOperation, resetAfterEach, useSession } from './support/hooks';
import { fieldsOf, labelsOf } from './support/rows';
import { screenshotPath } from './support/session';
import { sampleFiles, uploadFromContextMenu } from './support/upload';

const headers = { 'content-type': 'application/json' };
const title = 'Find Values in Response';

/** As a service lists projects that has keys of its own and wraps what it sends. */
const wrappedProjects = JSON.stringify({
  result: {
    token: 'canary',
    tags: ['a', 'b', 'c', 'd'],
    items: [
      {
        handle: 'h-1',
        heading: 'Wing',
        kind: 'study',
        page: 'https://portal.test/h-1?s=canary',
        access_key: 'canary',
      },
      {
        handle: 'h-2',
        heading: 'Hull',
        kind: 'study',
        page: 'https://portal.test/h-2?s=canary',
        access_key: 'canary',
      },
    ],
  },
});

interface CreatedModel {
  readonly model_id: string;
  readonly files: readonly { readonly name: string; readonly upload_url: string }[];
}

/** As a service responds to the creation of a model that has keys of its own, and signs two URLs for each file. */
function wrapModel(body: unknown): unknown {
  const { model_id: handle, files } = body as CreatedModel;
  const artifacts = files.map(({ name, upload_url: there }) => ({
    part: name,
    there,
    back: there.replace('?', '/back?'),
  }));
  return { reply: { request: 'r-1', handle, artifacts } };
}

describe('A user of a service with keys of its own', () => {
  const session = useSession();
  resetAfterEach(session);

  const settingsFile = () => path.join(session.server.dataDir, 'data', 'Machine', 'settings.json');

  before(async () => {
    await session.workbench.explorer.expandFolder('cantilever');
  });

  it('gets from a failed list to the list by selecting what is in the response', async () => {
    const { workbench, emulator, notifications, quickInput, views } = session;
    interceptOperation(emulator, 'listProjects', replyWith({ status: 200, headers, body: wrappedProjects }));
    await views.openView('Simulation Service');
    // The rows stand below the reason.
    await views.collapseSection('Launches');
    await workbench.runCommand('Simulation Service: Refresh All Views');
    const failed = await views.waitForTreeRows('Projects', (all) => all.length === 4);
    assert.deepEqual(labelsOf(failed), ['Try Again', 'Find Values…', 'Show Response', 'Open Setting']);
    await workbench.screenshot(screenshotPath('find-values-rows'));

    await (await views.treeRow('Projects', 'Find Values…')).click();
    const lists = await quickInput.waitForQuickInput({ title, step: '1/3', hasItems: true });
    assert.deepEqual(fieldsOf(lists.items, 'label', 'description', 'detail'), [
      ['2 entries', '/result/items', 'handle, heading, kind, page, access_key'],
      ['4 entries', '/result/tags', ''],
    ]);
    assert.deepEqual(lists.buttons, ['Show Response']);
    await workbench.screenshot(screenshotPath('find-values-list'));
    await quickInput.pick('2 entries');

    const ids = await quickInput.waitForQuickInput({ step: '2/3', hasItems: true });
    assert.deepEqual(fieldsOf(ids.items, 'label', 'description', 'detail'), [
      ['h-1', '/handle', '2 projects: h-1, h-2'],
      ['Wing', '/heading', '2 projects: Wing, Hull'],
      ['study', '/kind', '2 projects: study, study'],
      ['[secret]', '/access_key', ''],
    ]);
    await quickInput.pick('h-1');

    const names = await quickInput.waitForQuickInput({ step: '3/3', hasItems: true });
    assert.deepEqual(fieldsOf(names.items, 'label', 'description', 'detail'), [
      ['Without a setting', '', '2 projects: h-1, h-2'],
      ['h-1', '/handle', '2 projects: h-1, h-2'],
      ['Wing', '/heading', '2 projects: Wing, Hull'],
      ['study', '/kind', '2 projects: study, study'],
      ['[secret]', '/access_key', ''],
    ]);
    await workbench.screenshot(screenshotPath('find-values-name'));
    // Nothing is written before the last answer.
    await quickInput.closeQuickInput();
    assert.doesNotMatch(readFileSync(settingsFile(), 'utf8'), /handle/);
    await (await views.treeRow('Projects', 'Find Values…')).click();
    await quickInput.pick('2 entries', { step: '1/3', hasItems: true });
    await quickInput.pick('h-1', { step: '2/3', hasItems: true });
    await quickInput.pick('Wing', { step: '3/3', hasItems: true });

    await views.waitForTreeRows('Projects', (rows) => labelsOf(rows).join() === 'Wing,Hull');
    const said = await notifications.waitForNotification(/ now says where these values are\.$/);
    assert.deepEqual(
      [said.message, said.buttons],
      ['The setting simulationService.responses now says where these values are.', ['Open Setting']],
    );
    assert.match(readFileSync(settingsFile(), 'utf8'), /"\/handle"/);
  });

  it('selects the ID and the upload URLs of a model, from the message about its response', async () => {
    const { workbench, emulator, notifications, quickInput } = session;
    interceptOperation(emulator, 'createModel', rewriteResponse(wrapModel));
    await uploadFromContextMenu(workbench, 'upload', ['cantilever']);
    await notifications.clickNotificationButton(/ has no valid ID\./, 'Find Values…');

    const ids = await quickInput.waitForQuickInput({ title, step: '1/2', hasItems: true });
    const id = emulator.models.at(-1)!.model_id;
    assert.deepEqual(fieldsOf(ids.items, 'label', 'description', 'detail').slice(0, 2), [
      ['r-1', '/reply/request', 'ID r-1'],
      [id, '/reply/handle', `ID ${id}`],
    ]);
    await quickInput.pick(id);
    const { host } = new URL(emulator.fileServerUrl);
    const containers = await quickInput.waitForQuickInput({ step: '2/2', hasItems: true });
    const own = containers.items.find(({ description }) => description === '/reply/artifacts')!;
    assert.deepEqual([own.label, own.detail], ['6 entries', 'part, there, back']);
    await quickInput.pick('6 entries');
    const urls = await quickInput.waitForQuickInput({ step: '3/4', hasItems: true });
    const preview = sampleFiles.slice(0, 3).map((file) => `${file} → ${host}`);
    assert.deepEqual(fieldsOf(urls.items, 'label', 'description', 'detail'), [
      [`http://${host}/…`, '/there', `6 upload URLs: ${preview.join(', ')}, …`],
      [`http://${host}/…`, '/back', `6 upload URLs: ${preview.join(', ')}, …`],
      ['Without a setting', '', ''],
    ]);
    await workbench.screenshot(screenshotPath('find-values-urls'));
    await quickInput.acceptQuickInput();
    await quickInput.acceptQuickInput({ step: '4/4', hasItems: true });
    await notifications.waitForNotification(/ now says where these values are\.$/);
    await notifications.clickNotificationButton(/ has no valid ID\./, 'Create Again');
    await notifications.waitForNotification(/^Model .+ was uploaded and finalised\.$/);
    assert.equal(emulator.storedFiles(emulator.models.at(-1)!.model_id).size, 6);
  });

  it('selects the ID of a simulation in what was kept of the response, and is told the next one', async () => {
    const { workbench, emulator, notifications, quickInput } = session;
    await session.configure({ 'simulationService.responses': {} });
    const body = JSON.stringify({ state: 'queued', run: { ref: 'sim-42' }, token: 'canary' });
    interceptOperation(emulator, 'createSimulation', replyAfterApplying({ status: 201, headers, body }));
    await uploadFromContextMenu(workbench, 'uploadAndSimulate', ['loads.inc']);
    await notifications.clickNotificationButton(/its ID was not found in the response\.$/, 'Find Values…');
    const ids = await quickInput.waitForQuickInput({ title, hasItems: true });
    assert.deepEqual(fieldsOf(ids.items, 'label', 'description', 'detail'), [
      ['queued', '/state', 'ID queued'],
      ['sim-42', '/run/ref', 'ID sim-42'],
    ]);
    await quickInput.pick('sim-42');
    await notifications.waitForNotification(/ now says where these values are\.$/);
    await notifications.clearNotifications();
    await uploadFromContextMenu(workbench, 'uploadAndSimulate', ['cantilever.inp']);
    await notifications.waitForNotification(/^Simulation sim-42 of model /);
  });

  it('sees the refusal and the placeholders beside the body of a request', async () => {
    const { workbench, emulator, notifications } = session;
    const { page } = workbench;
    const body = JSON.stringify({ title: 'Invalid', detail: 'title is required.' });
    interceptOperation(emulator, 'createModel', replyWith({ status: 422, headers, body }));
    await uploadFromContextMenu(workbench, 'upload', ['mesh']);
    await notifications.clickNotificationButton(/title is required/, 'Edit Request Body…');
    const line = (text: string) => page.locator('.monaco-editor .view-line', { hasText: text });
    await line('"simulationService.requests.createModel"').first().waitFor();
    await line('title is required').first().waitFor();
    await line('{file.name}').first().waitFor();
    await workbench.screenshot(screenshotPath('edit-request-body'));
    assert.equal(await page.locator('.editor-group-container').count(), 2);
    assert.equal(await page.locator('.monaco-modal-editor-block').count(), 0);
    await workbench.runCommand('View: Close All Editors');
  });

  it('writes into the environment that describes its service, from the response that is shown', async () => {
    const { workbench, emulator, notifications, quickInput, views } = session;
    const wing = { baseUrl: emulator.baseUrl, responses: { projects: '/rows', createdSimulationId: '/run' } };
    await session.configure({
      'simulationService.environments': { wing },
      'simulationService.environment': 'wing',
    });
    await workbench.waitForStatusBarItem('wing');
    interceptOperation(emulator, 'listProjects', replyWith({ status: 200, headers, body: wrappedProjects }));
    await views.openView('Simulation Service');
    await workbench.runCommand('Simulation Service: Refresh All Views');
    await (await views.treeRow('Projects', 'Show Response')).click();
    const text = await workbench.waitForEditorText('/result/items', 'begin at the entry');
    assert.doesNotMatch(text, /canary/);
    const offer = /^Select the values that were not found/;
    await notifications.clickNotificationButton(offer, 'Find Values…');
    await quickInput.pick('2 entries');
    await quickInput.pick('h-1');
    await quickInput.pick('Wing');
    await views.waitForTreeRows('Projects', (rows) => labelsOf(rows).join() === 'Wing,Hull');
    await notifications.waitForNotification(
      'The setting responses of the environment “wing” now says where these values are.',
    );
  });
});
