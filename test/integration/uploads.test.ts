import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { commands, settings } from '../../src/contributions';
import type { Emulator } from '../../src/emulator/emulator';
import { operations, startService, stopServices } from '../support/service';
import { pressEnterUntil, setSetting, useService, workspaceFile } from './support/live';

const run = (command: string, ...args: unknown[]) => vscode.commands.executeCommand(command, ...args);

async function pressEnterUntilSimulated(emulator: Emulator): Promise<void> {
  const state = () => operations(emulator).join();
  await pressEnterUntil('a simulation', () => emulator.simulations.length === 1, { state });
}

describe('Uploading from the Explorer', () => {
  // A visible view requests its list, which would be counted.
  before(() => vscode.commands.executeCommand('workbench.view.explorer'));

  afterEach(async () => {
    await setSetting(settings.finaliseAfterUpload, undefined);
    await useService(undefined);
    await stopServices();
  });

  for (const variant of ['variant_a', 'variant_b'] as const) {
    it(`completes the main workflow with Enter at every step in ${variant}`, async () => {
      const { emulator } = await startService(variant);
      await useService(emulator.baseUrl, variant);
      const files = [workspaceFile('cantilever/cantilever.inp'), workspaceFile('cantilever/mesh')];
      const done = run(commands.uploadAndSimulate, files[0], files);
      await pressEnterUntilSimulated(emulator);
      await done;
      assert.deepEqual(
        operations(emulator).sort(),
        [
          'listProjects',
          'createProject',
          'createModel',
          'uploadFile cantilever.inp',
          'uploadFile mesh/elements.inc',
          'uploadFile mesh/nodes.inc',
          'uploadFile mesh/sets.inc',
          'finaliseModel',
          'createSimulation',
        ].sort(),
      );
      const [model] = emulator.models.filter(({ name }) => name === 'cantilever');
      const project = emulator.projects.at(-1);
      assert.deepEqual(
        emulator.simulations.map(({ project_id, model_id }) => [project_id, model_id]),
        [[project?.project_id, model?.model_id]],
      );
    });
  }

  it('creates a simulation of an existing model in a new project with Enter at every step', async () => {
    const { emulator } = await startService();
    await useService(emulator.baseUrl);
    const done = run(commands.createSimulation);
    await pressEnterUntilSimulated(emulator);
    await done;
    assert.deepEqual(operations(emulator), [
      'listProjects',
      'listReusableModels',
      'createProject',
      'createSimulation',
    ]);
  });

  it('stops after the upload when finalising is off, and can be continued', async () => {
    const { emulator } = await startService();
    await useService(emulator.baseUrl);
    await setSetting(settings.finaliseAfterUpload, false);
    const done = run(commands.uploadModel, workspaceFile('cantilever/loads.inc'));
    await pressEnterUntil('an upload', () => operations(emulator).includes('uploadFile loads.inc'));
    await done;
    assert.equal(operations(emulator).at(-1), 'uploadFile loads.inc');
    const finalised = run(commands.finaliseModel);
    await pressEnterUntil('a finalised model', () => operations(emulator).at(-1) === 'finaliseModel');
    await finalised;
  });
});
