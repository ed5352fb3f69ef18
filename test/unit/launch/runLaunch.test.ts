import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { chmodSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Clock } from '../../../src/client/core/clock';
import { NetworkError, ResponseError, StatusError } from '../../../src/client/core/errors';
import {
  FilesChangedError,
  KeyringError,
  UnknownOutcomeError,
  UploadUrlsUnavailableError,
} from '../../../src/launch/errors';
import type { JournalWriter } from '../../../src/launch/journalWriter';
import { launchState } from '../../../src/launch/launchRecord';
import { FileChangedError, FileUploadError } from '../../../src/upload/errors';
import { waitFor } from '../../host/waitFor';
import { rewriteResponse } from '../../support/emulatorFaults';
import { launchBench, plannedLaunch } from '../../support/launches';
import { operations, startService, stopServices } from '../../support/service';

const deck = { 'main.inp': '*INCLUDE', 'mesh/nodes.inc': '1, 0, 0', 'empty.inc': '' };

async function prepare(variant: 'variant_a' | 'variant_b' = 'variant_b', changes = {}) {
  const service = await startService(variant);
  const bench = await launchBench(service);
  const { root, plan } = await plannedLaunch(service.emulator, deck, changes);
  const record = await bench.journal.begin(plan);
  opened.push(record);
  return { ...service, ...bench, root, record, state: () => launchState(record.record, false) };
}

const opened: JournalWriter[] = [];

describe('A launch', () => {
  afterEach(async () => {
    for (const record of opened.splice(0)) await record.close();
    await stopServices();
  });

  for (const variant of ['variant_a', 'variant_b'] as const) {
    it(`completes the main workflow in ${variant}, each step once and in order`, async () => {
      const { emulator, run, record, state, links } = await prepare(variant);
      await run(record);
      assert.deepEqual(operations(emulator), [
        'createProject',
        'createModel',
        'uploadFile empty.inc',
        'uploadFile main.inp',
        'uploadFile mesh/nodes.inc',
        'finaliseModel',
        'createSimulation',
      ]);
      const { modelId, project, simulation } = record.record;
      const { accepted } = record.files!;
      const hashes = Object.entries(deck).map(([name, text]) => [
        name,
        createHash('sha256').update(text).digest('hex'),
      ]);
      const stored = [...emulator.storedFiles(String(modelId))].map(([name, file]) => [name, file.sha256]);
      assert.deepEqual(Object.fromEntries(stored), Object.fromEntries(hashes));
      assert.deepEqual(Object.fromEntries(accepted), Object.fromEntries(hashes));
      assert.deepEqual(
        emulator.simulations.map((one) => [one.simulation_id, one.project_id, one.model_id]),
        [[simulation?.id, project?.id, modelId]],
      );
      assert.equal(state(), 'launched');
      assert.equal(links.kept.size, 0);
    });
  }

  it('of an existing project and model is a single request', async () => {
    const service = await startService();
    const [project] = (await service.client.listProjects()).items;
    const [model] = (await service.client.listReusableModels()).items;
    const { journal, run } = await launchBench(service);
    const { plan } = await plannedLaunch(service.emulator, {}, { project: project!, model: model! });
    const record = await journal.begin(plan);
    opened.push(record);
    await run(record);
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

  it('stops after the upload when finalising is off, and is finalised on request', async () => {
    const { emulator, run, record, state } = await prepare('variant_b', { finalise: false, simulate: false });
    await run(record);
    assert.equal(state(), 'uploaded');
    const before = operations(emulator).length;
    await run(record, { finalise: true });
    assert.equal(state(), 'ready');
    assert.deepEqual(operations(emulator).slice(before), ['finaliseModel']);
  });

  it('creates no simulation of a model that is not finalised', async () => {
    const { emulator, run, record, state } = await prepare('variant_b', { finalise: false, simulate: true });
    await run(record);
    assert.deepEqual([operations(emulator).at(-1), state()], ['uploadFile mesh/nodes.inc', 'uploaded']);
  });

  it('creates nothing when files differ from the plan, and names all of them', async () => {
    const { emulator, run, record, root, state } = await prepare();
    writeFileSync(path.join(root, 'main.inp'), 'something else');
    writeFileSync(path.join(root, 'empty.inc'), 'no longer');
    await assert.rejects(run(record), (error) => {
      assert.ok(error instanceof FilesChangedError);
      assert.deepEqual(error.files, [
        { file: 'empty.inc', change: 'size' },
        { file: 'main.inp', change: 'size' },
      ]);
      return true;
    });
    assert.deepEqual(operations(emulator), []);
    assert.equal(state(), 'failed');
  });

  it('records that an unexpected error happened, without its message', async () => {
    const { run, record } = await prepare();
    const onChange = () => {
      throw new Error('CANARY');
    };
    await assert.rejects(run(record, { onChange }), /CANARY/);
    assert.deepEqual(record.record.problem, { kind: 'unexpected' });
  });

  it('neither finalises nor simulates when one file fails permanently', async () => {
    const { emulator, run, record, state } = await prepare();
    emulator.setIntercept(({ fileName }) =>
      fileName === 'main.inp' ? { kind: 'reply', status: 403 } : undefined,
    );
    await assert.rejects(
      run(record),
      (error) => error instanceof FileUploadError && error.file === 'main.inp',
    );
    assert.deepEqual(operations(emulator), [
      'createProject',
      'createModel',
      'uploadFile empty.inc',
      'uploadFile main.inp',
    ]);
    assert.equal(state(), 'failed');
  });

  it('sends nothing of a file that has changed since it was hashed, and does not finalise', async () => {
    const { emulator, run, record, root, state } = await prepare();
    emulator.setIntercept(({ operation }) => {
      if (operation === 'createModel') writeFileSync(path.join(root, 'main.inp'), '*CHANGED');
      return undefined;
    });
    await assert.rejects(
      run(record),
      (error) => error instanceof FileChangedError && error.file === 'main.inp' && error.change === 'content',
    );
    assert.equal(operations(emulator).includes('uploadFile main.inp'), false);
    assert.deepEqual([operations(emulator).includes('finaliseModel'), state()], [false, 'failed']);
  });

  it('does not finalise when an accepted file changes while another one is sent', async () => {
    const { emulator, run, record, root, state } = await prepare();
    emulator.setIntercept(({ fileName }) => {
      if (fileName === 'mesh/nodes.inc') writeFileSync(path.join(root, 'empty.inc'), 'no longer');
      return undefined;
    });
    await assert.rejects(run(record), FilesChangedError);
    assert.equal(operations(emulator).includes('finaliseModel'), false);
    assert.equal(state(), 'failed');
  });

  it('uses new upload URLs whatever the clock of this machine shows', async () => {
    const { run, record, state } = await prepare();
    const { systemClock } = await import('../../../src/client/core/clock');
    await run(record, { clock: { ...systemClock, now: () => Date.now() + 3 * 86_400_000 } });
    assert.equal(state(), 'launched');
  });

  it('uses new upload URLs although the clock of this machine is corrected while they are being stored', async () => {
    const { run, record, links, state } = await prepare();
    const { systemClock } = await import('../../../src/client/core/clock');
    let aheadMs = 0;
    const put = async (...args: Parameters<typeof links.put>): Promise<void> => {
      aheadMs = 86_400_000;
      await links.put(...args);
    };
    const clock = { ...systemClock, now: () => Date.now() + aheadMs };
    await run(record, { clock, uploadUrls: { ...links, put } });
    assert.equal(state(), 'launched');
  });

  for (const operation of ['createProject', 'createModel', 'finaliseModel', 'createSimulation'] as const) {
    it(`sends ${operation} once when its response is lost, and nothing before the user has decided`, async () => {
      const { emulator, run, record, state } = await prepare();
      emulator.setIntercept((request) =>
        request.operation === operation ? { kind: 'drop', when: 'afterApplying' } : undefined,
      );
      await assert.rejects(run(record), NetworkError);
      assert.equal(state(), 'unknown');
      const sent = operations(emulator);
      assert.equal(sent.filter((one) => one === operation).length, 1);
      assert.equal(sent.at(-1), operation);
      await assert.rejects(run(record), UnknownOutcomeError);
      assert.deepEqual(operations(emulator), sent);
    });
  }

  it('continues with a simulation that the user found, without sending anything', async () => {
    const { emulator, run, record, state } = await prepare();
    emulator.setIntercept(({ operation }) =>
      operation === 'createSimulation' ? { kind: 'drop', when: 'afterApplying' } : undefined,
    );
    await assert.rejects(run(record));
    await record.append({ kind: 'resolved', happened: true });
    assert.equal(state(), 'launched');
    const sent = operations(emulator);
    await run(record);
    assert.deepEqual(operations(emulator), sent);
  });

  it('creates a simulation that the user did not find', async () => {
    const { emulator, run, record, state } = await prepare();
    emulator.setIntercept(({ operation }) =>
      operation === 'createSimulation' ? { kind: 'drop', when: 'afterBody' } : undefined,
    );
    await assert.rejects(run(record));
    emulator.setIntercept(undefined);
    await record.append({ kind: 'resolved', happened: false });
    await run(record);
    assert.equal(state(), 'launched');
    assert.equal(emulator.simulations.length, 1);
    assert.deepEqual(operations(emulator).slice(-2), ['createSimulation', 'createSimulation']);
  });

  it('finalises again when the user says so, and accepts no refusal as success', async () => {
    const { emulator, run, record, state } = await prepare();
    let asked = 0;
    const already = JSON.stringify({ title: 'Conflict', detail: 'The model is already finalised.' });
    emulator.setIntercept(({ operation }) => {
      if (operation !== 'finaliseModel') return undefined;
      const headers = { 'content-type': 'application/problem+json' };
      return ++asked === 1
        ? { kind: 'drop', when: 'afterApplying' }
        : { kind: 'reply', status: 409, headers, body: already };
    });
    await assert.rejects(run(record), NetworkError);
    await record.append({ kind: 'resolved', happened: false });
    await assert.rejects(run(record), StatusError);
    assert.deepEqual([asked, state()], [2, 'unknown']);
    assert.match(record.record.problem?.serverMessage ?? '', /already finalised/);
    await record.append({ kind: 'resolved', happened: true });
    await run(record);
    assert.deepEqual([asked, state()], [2, 'launched']);
  });

  for (const [name, reply] of [
    ['fails', { status: 500 }],
    ['is denied by its body', { status: 200, body: '{"success":false,"error":"No mesh"}' }],
  ] as const) {
    it(`has an unknown outcome when its finalise ${name}, and creates no simulation`, async () => {
      const { emulator, run, record, state } = await prepare();
      emulator.setIntercept(({ operation }) =>
        operation === 'finaliseModel' ? { kind: 'reply', ...reply } : undefined,
      );
      await assert.rejects(run(record), StatusError);
      assert.equal(operations(emulator).filter((one) => one === 'finaliseModel').length, 1);
      assert.equal(operations(emulator).includes('createSimulation'), false);
      assert.deepEqual([state(), record.record.problem?.status], ['unknown', reply.status]);
    });
  }

  it('sends no file when the response lacks an upload URL', async () => {
    const { emulator, run, record, state } = await prepare();
    emulator.setIntercept(({ operation }) =>
      operation === 'createModel'
        ? rewriteResponse((body) => ({ ...(body as object), files: [] }))
        : undefined,
    );
    await assert.rejects(
      run(record),
      (error) => error instanceof ResponseError && error.reason === 'uploadUrls',
    );
    assert.deepEqual(operations(emulator), ['createProject', 'createModel']);
    assert.equal(state(), 'failed');
    const { end, modelId } = record.record;
    assert.deepEqual([end, modelId], ['abandoned', emulator.models.at(-1)?.model_id]);
  });

  it('awaits the response of a create that is being cancelled, and does nothing after it', async () => {
    const { emulator, run, record, state } = await prepare('variant_b', {
      project: undefined,
      simulate: false,
    });
    let open = () => {};
    const gate = new Promise<void>((resolve) => (open = resolve));
    emulator.setIntercept(({ operation }) =>
      operation === 'createModel' ? { kind: 'delay', gate } : undefined,
    );
    const cancelled = new AbortController();
    const done = run(record, { signal: cancelled.signal });
    await waitFor('the request', () => emulator.requests.length === 1);
    const reason = new Error('cancelled by the user');
    cancelled.abort(reason);
    open();
    await assert.rejects(done, (error) => error === reason);
    assert.deepEqual(
      emulator.requests.map(({ operation, status, aborted }) => [operation, status, aborted]),
      [['createModel', 201, false]],
    );
    assert.equal(state(), 'cancelled');
    assert.notEqual(record.record.modelId, undefined);
  });

  describe('that is resumed', () => {
    /** One file is accepted; the next one is sent while that is recorded, and is held until the launch is cancelled. */
    async function interrupted() {
      const prepared = await prepare();
      const { emulator, record, run } = prepared;
      const cancelled = new AbortController();
      let isNextHeld = false;
      const cancelBetween = () => {
        if (isNextHeld && record.files!.accepted.size === 1) cancelled.abort(new Error('enough'));
      };
      emulator.setIntercept(({ fileName }) => {
        if (fileName !== 'main.inp') return undefined;
        isNextHeld = true;
        cancelBetween();
        return { kind: 'delay', gate: new Promise(() => undefined) };
      });
      await assert.rejects(run(record, { signal: cancelled.signal, onChange: cancelBetween }));
      emulator.setIntercept(undefined);
      const before = operations(emulator).length;
      return { ...prepared, since: () => operations(emulator).slice(before) };
    }

    it('sends only the files that were not accepted', async () => {
      const { run, record, since, state } = await interrupted();
      assert.equal(state(), 'cancelled');
      await run(record);
      assert.deepEqual(since(), [
        'uploadFile main.inp',
        'uploadFile mesh/nodes.inc',
        'finaliseModel',
        'createSimulation',
      ]);
      assert.equal(state(), 'launched');
    });

    it('continues from its journal alone in another process', async () => {
      const { run, record, journal, since } = await interrupted();
      await record.close();
      opened.splice(0);
      const again = await journal.continue(record.record.plan.launch);
      opened.push(again);
      assert.deepEqual(again.record, record.record);
      await run(again);
      assert.equal(since().includes('uploadFile empty.inc'), false);
      assert.equal(launchState(again.record, false), 'launched');
    });

    it('sends nothing when a file has changed, even an accepted one', async () => {
      const { run, record, root, since, state } = await interrupted();
      writeFileSync(path.join(root, 'empty.inc'), 'no longer');
      await assert.rejects(run(record), FilesChangedError);
      assert.deepEqual(since(), []);
      assert.equal(state(), 'failed');
    });

    it('sends the planned files, although the metadata of its files has changed since', async () => {
      const { run, record, root, since, state } = await interrupted();
      for (const name of Object.keys(deck)) chmodSync(path.join(root, name), 0o600);
      await run(record);
      assert.deepEqual(since().slice(0, 2), ['uploadFile main.inp', 'uploadFile mesh/nodes.inc']);
      assert.equal(state(), 'launched');
    });

    it('sends nothing while the keyring lacks the upload URLs, and is resumed when they are back', async () => {
      const { run, record, links, since, state } = await interrupted();
      const kept = [...links.kept];
      links.kept.clear();
      await assert.rejects(
        run(record),
        (error) => error instanceof UploadUrlsUnavailableError && error.reason === 'lost',
      );
      assert.deepEqual([since(), state(), record.record.end], [[], 'failed', 'failed']);
      for (const [launch, urls] of kept) links.kept.set(launch, urls);
      await run(record);
      assert.equal(state(), 'launched');
    });

    it('deletes nothing from a keyring that is temporarily empty', async () => {
      const { run, record, links } = await interrupted();
      await assert.rejects(
        run(record, { uploadUrls: { ...links, get: () => Promise.resolve(undefined) } }),
        UploadUrlsUnavailableError,
      );
      assert.equal(links.kept.size, 1);
    });

    it('does not change when the keyring never responds', async () => {
      const { run, record, since, links } = await interrupted();
      const before = record.record;
      const silent = { ...links, get: () => new Promise<never>(() => undefined) };
      const { systemClock } = await import('../../../src/client/core/clock');
      const clock: Clock = { ...systemClock, every: (ms, fn) => systemClock.every(ms / 1000, fn) };
      await assert.rejects(run(record, { uploadUrls: silent, clock }), KeyringError);
      assert.deepEqual([record.record, since(), links.kept.size], [before, [], 1]);
    });

    it('lets the file server judge the upload URLs, however late it is by the clock of this machine', async () => {
      const { run, record, since, state } = await interrupted();
      const { systemClock } = await import('../../../src/client/core/clock');
      await run(record, { clock: { ...systemClock, now: () => Date.now() + 86_400_000 } });
      assert.deepEqual(since(), [
        'uploadFile main.inp',
        'uploadFile mesh/nodes.inc',
        'finaliseModel',
        'createSimulation',
      ]);
      assert.equal(state(), 'launched');
    });

    it('is abandoned when the file server says that the upload URLs have expired', async () => {
      const { emulator, run, record, since, links } = await interrupted();
      emulator.setIntercept(({ server }) =>
        server === 'files' ? { kind: 'reply', status: 403 } : undefined,
      );
      await assert.rejects(run(record), FileUploadError);
      assert.deepEqual([since(), record.record.end], [['uploadFile main.inp'], 'abandoned']);
      assert.equal(links.kept.size, 0);
    });

    for (const [name, failure] of Object.entries({
      fails: new KeyringError(),
      'fails in another way': new Error('CANARY'),
    })) {
      it(`does not change when the keyring ${name}, and is resumed when that works again`, async () => {
        const { run, record, since, links, state } = await interrupted();
        const before = record.record;
        const broken = { ...links, get: () => Promise.reject(failure) };
        await assert.rejects(run(record, { uploadUrls: broken }), KeyringError);
        assert.deepEqual([record.record, since(), links.kept.size], [before, [], 1]);
        await run(record);
        assert.equal(state(), 'launched');
      });
    }

    it('can be cancelled while the keyring does not respond', async () => {
      const { run, record, since, links, state } = await interrupted();
      const cancel = new AbortController();
      let isAsked = false;
      const get = () => ((isAsked = true), new Promise<never>(() => undefined));
      const done = run(record, { uploadUrls: { ...links, get }, signal: cancel.signal });
      await waitFor('the question to the keyring', () => isAsked);
      const reason = new Error('cancelled by the user');
      cancel.abort(reason);
      await assert.rejects(done, (error) => error === reason);
      assert.deepEqual([since(), state(), links.kept.size], [[], 'cancelled', 1]);
    });
  });
});
