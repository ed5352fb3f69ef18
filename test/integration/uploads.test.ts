import assert from 'node:assert/strict';
import { commands, settings } from '../../src/contributions';
import { operations } from '../support/service';
import { answerUntilDone, endServices, run, setSetting, useNewService, workspaceFile } from './support/live';

describe('Uploading from the Explorer', () => {
  // A visible view requests its list, which would be counted.
  before(() => run('workbench.view.explorer'));

  afterEach(async () => {
    await setSetting(settings.finaliseAfterUpload, undefined);
    await endServices();
  });

  for (const variant of ['variant_a', 'variant_b'] as const) {
    it(`completes the main workflow with Enter at every step in ${variant}`, async () => {
      const emulator = await useNewService(variant);
      const files = [workspaceFile('cantilever/cantilever.inp'), workspaceFile('cantilever/mesh')];
      const state = () => operations(emulator).join();
      await answerUntilDone('Enter', run(commands.uploadAndSimulate, files[0], files), { state });
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
    const emulator = await useNewService();
    await answerUntilDone('Enter', run(commands.createSimulation));
    assert.deepEqual(operations(emulator), [
      'listProjects',
      'listReusableModels',
      'createProject',
      'createSimulation',
    ]);
  });

  it('stops after the upload when finalising is off, and can be continued', async () => {
    const emulator = await useNewService();
    await setSetting(settings.finaliseAfterUpload, false);
    await answerUntilDone('Enter', run(commands.uploadModel, workspaceFile('cantilever/loads.inc')));
    assert.equal(operations(emulator).at(-1), 'uploadFile loads.inc');
    await answerUntilDone('Enter', run(commands.finaliseModel));
    assert.equal(operations(emulator).at(-1), 'finaliseModel');
  });
});
