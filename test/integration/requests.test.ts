import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { defaultMapping } from '../../src/client/mapping/serviceMapping';
import { commands, settings } from '../../src/contributions';
import { waitFor } from '../host/waitFor';
import { operations } from '../support/service';
import {
  answerUntilDone,
  contentOf,
  forgetLaunches,
  live,
  restoreWindow,
  run,
  setSetting,
  useNewService,
} from './support/live';

describe('A service that is described in the settings', () => {
  before(() => run('workbench.view.explorer'));

  after(forgetLaunches);
  afterEach(restoreWindow);

  it('gets a project with the configured body', async () => {
    const emulator = await useNewService();
    await setSetting(settings.createProjectBody, {
      $prompts: { cost: { type: 'choice', choices: ['R&D', 'teaching'] } },
      name: '{name}',
      costCentre: '{prompt.cost}',
    });
    await answerUntilDone('Enter', run(commands.createProject));
    const [created] = emulator.requests.filter(({ operation }) => operation === 'createProject');
    const { name } = created?.body as { name: string };
    assert.deepEqual(created?.body, { name, costCentre: 'R&D' });
  });

  it('gets its mapping applied as soon as a setting has changed', async () => {
    const emulator = await useNewService();
    await setSetting(settings.pathPrefix, '/variant_a/v1/');
    await setSetting(settings.requestHeaders, { 'X-Tenant': 'acme' });
    await setSetting(settings.responses, { projectName: '/project_id' });
    await waitFor('the names that the pointer leads to', async () => {
      const names = await contentOf(live.projects);
      return Array.isArray(names) && names[0] === emulator.projects[0]?.project_id;
    });
    const { path, headers } = emulator.requests.at(-1)!;
    assert.deepEqual([path, headers['x-tenant']], ['/variant_a/v1/projects', 'acme']);
  });

  it('gets no request while a setting is invalid, and the view names the setting', async () => {
    const emulator = await useNewService();
    await setSetting(settings.createModelBody, { name: '{nmae}' });
    const content = await waitFor('the failure', async () => {
      const found = await live.projects.content();
      return found.state === 'failed' && found;
    });
    const before = operations(emulator).length;
    assert.equal(
      content.text,
      'The setting simulationService.requests.createModel uses the unknown placeholder {nmae}. Nothing was sent.',
    );
    await run(commands.createSimulation);
    assert.equal(operations(emulator).length, before);
  });

  it('differs from the local emulator, which keeps the built-in mapping', async () => {
    await setSetting(settings.pathPrefix, '/elsewhere');
    await run(commands.startEmulator);
    try {
      const { simulationStatus, ...mapping } = (await live.connection.service()).mapping;
      assert.deepEqual(mapping, defaultMapping);
      // The emulator says what became of simulations, as a service may.
      assert.equal(simulationStatus?.path, '/simulations/{simulation_id}');
      assert.ok(Array.isArray(await contentOf(live.projects)));
    } finally {
      await run(commands.stopEmulator);
    }
  });

  it('is described in settings that the editor validates', async () => {
    const text = JSON.stringify({
      [settings.createModelBody]: { name: '{nmae}', files: [{ name: '{file.name}' }] },
      [settings.responses]: { projects: 'data' },
      [settings.uploadHeaders]: { Host: 'x' },
    });
    await setSetting(settings.createModelBody, { name: '{name}' });
    const remote = 'workbench.action.openRemoteSettingsFile';
    const hasRemote = (await vscode.commands.getCommands()).includes(remote);
    await run(hasRemote ? remote : 'workbench.action.openSettingsJson');
    const editor = await waitFor('the settings', () => vscode.window.activeTextEditor);
    const before = editor.document.getText();
    const everything = () => new vscode.Range(0, 0, editor.document.lineCount, 0);
    await editor.edit((edit) => edit.replace(everything(), text));
    try {
      const found = await waitFor(
        'the marks',
        () => {
          const marks = vscode.languages.getDiagnostics(editor.document.uri);
          return marks.length >= 3 && marks;
        },
        { state: () => JSON.stringify(vscode.languages.getDiagnostics(editor.document.uri)) },
      );
      assert.deepEqual(found.map(({ message }) => message).sort(), [
        'A JSON pointer is empty or consists of parts that begin with a slash, such as /data/items. In a part, write ~1 for a slash and ~0 for a tilde.',
        'Not a valid header name, or a header that cannot be set here.',
        'Unknown placeholder. Use {name}, {description}, {total}, {file.name}, {file.size} or {prompt.…}, or write {{ for a literal brace.',
      ]);
    } finally {
      await editor.edit((edit) => edit.replace(everything(), before));
      await editor.document.save();
      await run('workbench.action.closeActiveEditor');
    }
  });
});
