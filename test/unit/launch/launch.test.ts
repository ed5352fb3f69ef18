import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { AnswerError, StatusError } from '../../../src/client/errors';
import { finaliseModel, launch, type LaunchEvent, type LaunchPlan } from '../../../src/launch/launch';
import { FileChangedError, FileUploadError } from '../../../src/upload/errors';
import { planUpload } from '../../../src/upload/uploadPlan';
import { operations, startService, stopServices, type EmulatedService } from '../../support/service';
import { tempTree } from '../../support/tempTree';
import { waitFor } from '../../host/waitFor';

const deck = { 'main.inp': '*INCLUDE', 'mesh/nodes.inc': '1, 0, 0', 'empty.inc': '' };

async function newModel(finalise = true) {
  const root = await tempTree(deck);
  const { files } = await planUpload([{ root, items: [root], exclude: [] }]);
  return { root, model: { name: 'deck', files, finalise } };
}

/** Runs a launch and notes its events, those of progress without their numbers. */
async function run({ client }: EmulatedService, plan: LaunchPlan, signal = new AbortController().signal) {
  const events: string[] = [];
  const onEvent = ({ kind }: LaunchEvent) => {
    if (kind !== 'uploading') events.push(kind);
  };
  const result = launch(plan, { client, parallelFiles: 1, signal, onEvent });
  return { events, result: await result };
}

describe('a launch', () => {
  afterEach(stopServices);

  for (const variant of ['variant_a', 'variant_b'] as const) {
    it(`does the whole job in ${variant}, each step once and in order`, async () => {
      const service = await startService(variant);
      const { model } = await newModel();
      const { events, result } = await run(service, { project: { newName: 'Study' }, model, simulate: true });
      const { emulator } = service;
      assert.deepEqual(operations(emulator), [
        'createProject',
        'createModel',
        'uploadFile empty.inc',
        'uploadFile main.inp',
        'uploadFile mesh/nodes.inc',
        'finaliseModel',
        'createSimulation',
      ]);
      assert.deepEqual(
        new Set(emulator.requests.map((request) => request.variant)),
        new Set([variant, undefined]),
      );
      assert.deepEqual(events, [
        'creatingProject',
        'projectCreated',
        'creatingModel',
        'modelCreated',
        'uploaded',
        'finalising',
        'finalised',
        'creatingSimulation',
        'simulationCreated',
      ]);
      const stored = [...emulator.storedFiles(String(result.modelId))].map(([name, file]) => [
        name,
        file.sha256,
      ]);
      const expected = Object.entries(deck).map(([name, text]) => [
        name,
        createHash('sha256').update(text).digest('hex'),
      ]);
      assert.deepEqual(Object.fromEntries(stored), Object.fromEntries(expected));
      const [simulation] = emulator.simulations;
      assert.deepEqual(
        [simulation?.simulation_id, simulation?.project_id, simulation?.model_id],
        [result.simulation?.id, result.projectId, result.modelId],
      );
    });
  }

  it('of an existing project and model is a single request', async () => {
    const service = await startService();
    const [project] = (await service.client.listProjects()).items;
    const [model] = (await service.client.listReusableModels()).items;
    await run(service, { project: project!, model: { id: model!.id }, simulate: true });
    assert.deepEqual(operations(service.emulator), [
      'listProjects',
      'listReusableModels',
      'createSimulation',
    ]);
    assert.deepEqual(service.emulator.requests.at(-1)?.body, {
      project_id: project!.id,
      model_id: model!.id,
    });
  });

  it('stops after the upload when the model is not to be finalised, and can be finalised later', async () => {
    const service = await startService();
    const { model } = await newModel(false);
    const { events, result } = await run(service, { model, simulate: false });
    assert.equal(events.at(-1), 'uploaded');
    await finaliseModel(result.modelId, {
      client: service.client,
      signal: new AbortController().signal,
      onEvent: ({ kind }) => events.push(kind),
    });
    assert.deepEqual(events.slice(-2), ['finalising', 'finalised']);
    assert.deepEqual(operations(service.emulator).slice(-2), ['uploadFile mesh/nodes.inc', 'finaliseModel']);
  });

  it('creates nothing when a file is no longer what was planned', async () => {
    const service = await startService();
    const { root, model } = await newModel();
    writeFileSync(path.join(root, 'main.inp'), 'something else');
    await assert.rejects(
      run(service, { project: { newName: 'Study' }, model, simulate: true }),
      FileChangedError,
    );
    assert.deepEqual(operations(service.emulator), []);
  });

  it('neither finalises nor simulates when one file fails for good', async () => {
    const service = await startService();
    const { model } = await newModel();
    service.emulator.setIntercept(({ fileName }) =>
      fileName === 'main.inp' ? { kind: 'reply', status: 403 } : undefined,
    );
    const [project] = (await service.client.listProjects()).items;
    await assert.rejects(
      run(service, { project: project!, model, simulate: true }),
      (error) => error instanceof FileUploadError && error.file === 'main.inp',
    );
    assert.deepEqual(operations(service.emulator), [
      'listProjects',
      'createModel',
      'uploadFile empty.inc',
      'uploadFile main.inp',
    ]);
  });

  it('does not simulate when finalising fails', async () => {
    const service = await startService();
    const { model } = await newModel();
    service.emulator.setIntercept(({ operation }) =>
      operation === 'finaliseModel' ? { kind: 'reply', status: 500 } : undefined,
    );
    await assert.rejects(
      run(service, { project: { newName: 'Study' }, model, simulate: true }),
      (error) => error instanceof StatusError && error.operation === 'finaliseModel',
    );
    assert.equal(operations(service.emulator).includes('createSimulation'), false);
  });

  for (const operation of ['createProject', 'createModel', 'finaliseModel', 'createSimulation'] as const) {
    it(`sends ${operation} once, whatever becomes of its answer`, async () => {
      const service = await startService();
      const { model } = await newModel();
      service.emulator.setIntercept((request) =>
        request.operation === operation ? { kind: 'drop', when: 'afterApplying' } : undefined,
      );
      await assert.rejects(run(service, { project: { newName: 'Study' }, model, simulate: true }));
      assert.equal(operations(service.emulator).filter((asked) => asked === operation).length, 1);
      assert.equal(operations(service.emulator).at(-1), operation);
    });
  }

  it('sends no file when the answer lacks an upload link', async () => {
    const service = await startService();
    const { model } = await newModel();
    service.emulator.setIntercept(({ operation }) =>
      operation === 'createModel'
        ? { kind: 'rewriteAnswer', rewrite: (body) => ({ ...(body as object), files: [] }) }
        : undefined,
    );
    await assert.rejects(
      run(service, { model, simulate: false }),
      (error) => error instanceof AnswerError && error.reason === 'uploadUrls',
    );
    assert.deepEqual(operations(service.emulator), ['createModel']);
  });

  it('awaits the answer of a create that is being cancelled, and does nothing after it', async () => {
    const service = await startService();
    const { model } = await newModel();
    let open = () => {};
    const gate = new Promise<void>((resolve) => (open = resolve));
    service.emulator.setIntercept(({ operation }) =>
      operation === 'createModel' ? { kind: 'delay', gate } : undefined,
    );
    const cancelled = new AbortController();
    const done = run(service, { model, simulate: false }, cancelled.signal);
    await waitFor('the request', () => service.emulator.requests.length === 1);
    const reason = new Error('cancelled by a person');
    cancelled.abort(reason);
    open();
    await assert.rejects(done, (error) => error === reason);
    assert.deepEqual(
      service.emulator.requests.map(({ operation, status, aborted }) => [operation, status, aborted]),
      [['createModel', 201, false]],
    );
  });
});
