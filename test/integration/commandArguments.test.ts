import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import path from 'node:path';
import * as vscode from 'vscode';
import { commands } from '../../src/contributions';
import { waitFor } from '../host/waitFor';
import { operations, type RecordingEmulator } from '../support/service';
import { answerUntilDone, live, restoreWindow, run, useNewService, workspaceFile } from './support/live';

/** The requests that change something on the service. */
const changes = (emulator: RecordingEmulator) =>
  operations(emulator).filter((asked) => !asked.startsWith('list'));

/** Arguments that name no file to upload, created once the workspace is open. */
function badArguments(): Readonly<Record<string, readonly unknown[]>> {
  const file = workspaceFile('cantilever/loads.inc');
  const root = workspaceFile('');
  const up = file.with({ path: `${root.path}/../../../../../../../../etc/hostname` });
  return {
    'a path outside the workspace among others': [file, [file, vscode.Uri.file('/etc/hostname')]],
    'a path that leaves the workspace by ..': [up, [up]],
    'the folder that the workspace lies in': [root.with({ path: path.posix.dirname(root.path) })],
    'a path with NUL': [file.with({ path: `${file.path}\0.inp` })],
    'a web address': [vscode.Uri.parse('http://127.0.0.1/x')],
    'a string': [file.fsPath],
    null: [null],
    'a plain object': [{ scheme: 'file', path: file.path }],
    'a second argument of null': [file, null],
    'an array with something else': [file, [file, file.fsPath]],
    'a second argument alone': [undefined, [file]],
    'more Uris than any user selects': [file, Array<vscode.Uri>(100_001).fill(file)],
  };
}

/** Closes what a command has opened, and ends its service. */
async function cleanUp(): Promise<void> {
  await run('workbench.action.closeQuickOpen');
  await run('notifications.clearAll');
  await restoreWindow();
}

describe('The arguments of the upload commands', () => {
  // A visible view requests its list; nothing else may be requested.
  before(() => run('workbench.view.explorer'));

  afterEach(cleanUp);

  for (const command of [commands.uploadModel, commands.uploadAndSimulate, commands.checkDeck]) {
    it(`that name nothing to upload end ${command} without a prompt and without a request`, async () => {
      const emulator = await useNewService();
      for (const [what, args] of Object.entries(badArguments())) {
        let end: unknown = 'still asking';
        void run(command, ...args).then(
          (value) => (end = value),
          (error: unknown) => (end = error),
        );
        await waitFor(`${what} to be refused`, () => end !== 'still asking');
        assert.equal(end, undefined, what);
      }
      assert.deepEqual(changes(emulator), []);
    });
  }

  it('that name one folder 10,000 times, also through .., upload its files once', async () => {
    const emulator = await useNewService();
    const folder = workspaceFile('cantilever');
    const roundabout = folder.with({ path: `${folder.path}/mesh/../../cantilever/` });
    const uris = Array.from({ length: 10_000 }, (_, index) => (index % 2 === 0 ? folder : roundabout));
    await answerUntilDone('Enter', run(commands.uploadModel, folder, uris));
    assert.deepEqual(changes(emulator).sort(), [
      'createModel',
      'finaliseModel',
      'uploadFile cantilever.inp',
      'uploadFile loads.inc',
      'uploadFile materials/steel.inc',
      'uploadFile mesh/elements.inc',
      'uploadFile mesh/nodes.inc',
      'uploadFile mesh/sets.inc',
    ]);
  });

  for (const [what, args] of [
    ['are missing', []],
    ['a multi-root Explorer passes for a click on its empty area', [{}, []]],
    ['the title of a view passes, its focused row,', [{ kind: 'project', project: {} }]],
  ] as const) {
    it(`that ${what} lead to the prompt for a folder`, async () => {
      const emulator = await useNewService();
      await answerUntilDone('Enter', run(commands.uploadModel, ...args));
      assert.deepEqual(changes(emulator).slice(0, 1), ['createModel']);
    });
  }
});

describe('A row that another extension has made up', () => {
  before(() => run('workbench.view.explorer'));
  afterEach(async () => {
    await cleanUp();
    rmSync(live.journalFolder, { recursive: true, force: true });
  });

  /** Runs a command with the row. @returns project and model of the launch that it leads to */
  async function launchWith(command: string, row: object): Promise<unknown> {
    await answerUntilDone('Enter', run(command, row));
    const [launch] = await live.launches.list();
    const { project, model } = launch!.record.plan;
    return { project, ...('id' in model && { model: { id: model.id, name: model.name } }) };
  }

  it('has the name that the list has for its identifier', async () => {
    const [one, other] = (await useNewService()).projects;
    const row = { kind: 'project', project: { id: other!.project_id, name: one!.name } };
    const project = { id: other!.project_id, name: other!.name };
    assert.deepEqual(await launchWith(commands.uploadFilesHere, row), { project });
  });

  it('has its identifier for a name where the list has none', async () => {
    const { projects } = await useNewService();
    const row = { kind: 'project', project: { id: 'none', name: projects[0]!.name } };
    const project = { id: 'none', name: 'none' };
    assert.deepEqual(await launchWith(commands.uploadFilesHere, row), { project });
  });

  it('has the name of a model likewise', async () => {
    const { models } = await useNewService();
    const [one, other] = models.filter(({ reusable }) => reusable);
    const row = { kind: 'reusableModel', model: { id: other!.model_id, name: one!.name } };
    const { model } = (await launchWith(commands.createSimulation, row)) as { model: unknown };
    assert.deepEqual(model, { id: other!.model_id, name: other!.name });
  });
});
