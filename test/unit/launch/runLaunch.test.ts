import assert from 'node:assert/strict';
import { chmodSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type Clock, systemClock } from '../../../src/client/core/clock';
import { NetworkError } from '../../../src/client/core/errors';
import { FilesChangedError, KeyringError, UnknownOutcomeError } from '../../../src/launch/errors';
import { delayUntil, loseResponse } from '../../support/emulatorFaults';
import { hashesOf } from '../../support/hashes';
import { holdResponses, operations } from '../../support/service';
import { beginLaunch, cancelWhen, closeLaunches, existing, requestsFor } from './support/begunLaunch';

const deck = { 'main.inp': '*INCLUDE', 'mesh/nodes.inc': '1, 0, 0', 'empty.inc': '' };

const prepare = beginLaunch.bind(undefined, deck);

describe('A launch', () => {
  afterEach(closeLaunches);

  for (const variant of ['variant_a', 'variant_b'] as const) {
    it(`completes the main workflow in ${variant}, each step once and in order`, async () => {
      const { emulator, run, record, state, links } = await prepare({ variant });
      await run();
      assert.deepEqual(operations(emulator), requestsFor('empty.inc', 'main.inp', 'mesh/nodes.inc'));
      const { modelId, project, simulation } = record.record;
      const stored = [...emulator.storedFiles(String(modelId))].map(([name, file]) => [name, file.sha256]);
      assert.deepEqual(Object.fromEntries(stored), hashesOf(deck));
      assert.deepEqual(Object.fromEntries(record.files!.accepted), hashesOf(deck));
      assert.deepEqual(
        emulator.simulations.map((one) => [one.simulation_id, one.project_id, one.model_id]),
        [[simulation?.id, project?.id, modelId]],
      );
      assert.deepEqual([state(), links.kept.size], ['launched', 0]);
    });
  }

  it('of an existing project and model is a single request', async () => {
    const { emulator, run } = await beginLaunch({}, { plan: existing });
    await run();
    const { project, model } = existing(emulator);
    assert.deepEqual(
      emulator.requests.map(({ operation, body }) => [operation, body]),
      [['createSimulation', { project_id: project.id, model_id: model.id }]],
    );
  });

  it('stops after the upload when finalising is off, and is finalised on request', async () => {
    const { emulator, run, state } = await prepare({ plan: { finalise: false, simulate: false } });
    await run();
    assert.equal(state(), 'uploaded');
    const before = operations(emulator).length;
    await run({ finalise: true });
    assert.equal(state(), 'ready');
    assert.deepEqual(operations(emulator).slice(before), ['finaliseModel']);
  });

  it('creates no simulation of a model that is not finalised', async () => {
    const { emulator, run, state } = await prepare({ plan: { finalise: false } });
    await run();
    assert.deepEqual([operations(emulator).at(-1), state()], ['uploadFile mesh/nodes.inc', 'uploaded']);
  });

  it('creates nothing when files differ from the plan, and names all of them', async () => {
    const { emulator, run, root, state } = await prepare();
    writeFileSync(path.join(root, 'main.inp'), 'something else');
    writeFileSync(path.join(root, 'empty.inc'), 'no longer');
    const files = ['empty.inc', 'main.inp'].map((file) => ({ file, change: 'size' }));
    await assert.rejects(run(), { name: 'FilesChangedError', files });
    assert.deepEqual([operations(emulator), state()], [[], 'failed']);
  });

  it('records that an unexpected error happened, without its message', async () => {
    const { run, record } = await prepare();
    const onChange = () => {
      throw new Error('CANARY');
    };
    await assert.rejects(run({ onChange }), /CANARY/);
    assert.deepEqual(record.record.problem, { kind: 'unexpected' });
  });

  it('does not finalise when an accepted file changes while another one is sent', async () => {
    const { emulator, run, root, state } = await prepare();
    emulator.setIntercept(({ fileName }) => {
      if (fileName === 'mesh/nodes.inc') writeFileSync(path.join(root, 'empty.inc'), 'no longer');
      return undefined;
    });
    await assert.rejects(run(), FilesChangedError);
    assert.deepEqual([operations(emulator).includes('finaliseModel'), state()], [false, 'failed']);
  });

  it('uses new upload URLs although the clock of this machine is corrected while they are being stored', async () => {
    const { run, links, state } = await prepare();
    let aheadMs = 0;
    const put = async (...args: Parameters<typeof links.put>): Promise<void> => {
      aheadMs = 86_400_000;
      await links.put(...args);
    };
    const clock = { ...systemClock, now: () => Date.now() + aheadMs };
    await run({ clock, uploadUrls: { ...links, put } });
    assert.equal(state(), 'launched');
  });

  for (const operation of ['createProject', 'createModel', 'finaliseModel', 'createSimulation'] as const) {
    it(`sends ${operation} once when its response is lost, and nothing before the user has decided`, async () => {
      const { emulator, run, state } = await prepare();
      emulator.setIntercept((request) => (request.operation === operation ? loseResponse : undefined));
      await assert.rejects(run(), NetworkError);
      assert.equal(state(), 'unknown');
      const sent = operations(emulator);
      assert.equal(sent.indexOf(operation), sent.length - 1);
      await assert.rejects(run(), UnknownOutcomeError);
      assert.deepEqual(operations(emulator), sent);
    });
  }

  it('awaits the response of a create that is being cancelled, and does nothing after it', async () => {
    const { emulator, run, record, state } = await prepare();
    const open = holdResponses(emulator, ({ operation }) => operation === 'createModel');
    await cancelWhen(
      () => emulator.requests.length === 2,
      (signal) => {
        signal.addEventListener('abort', open);
        return run({ signal });
      },
    );
    assert.deepEqual(
      emulator.requests.map(({ operation, status, aborted }) => [operation, status, aborted]),
      [
        ['createProject', 201, false],
        ['createModel', 201, false],
      ],
    );
    assert.deepEqual([state(), record.record.modelId !== undefined], ['cancelled', true]);
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
        return delayUntil(new Promise(() => undefined));
      });
      await assert.rejects(run({ signal: cancelled.signal, onChange: cancelBetween }));
      emulator.setIntercept(undefined);
      const before = operations(emulator).length;
      return { ...prepared, since: () => operations(emulator).slice(before) };
    }

    it('sends nothing when a file has changed, even an accepted one', async () => {
      const { run, root, since, state } = await interrupted();
      writeFileSync(path.join(root, 'empty.inc'), 'no longer');
      await assert.rejects(run(), FilesChangedError);
      assert.deepEqual([since(), state()], [[], 'failed']);
    });

    it('sends and deletes nothing while the keyring is empty, and is resumed when it has the upload URLs again', async () => {
      const { run, record, links, since, state } = await interrupted();
      const get = () => Promise.resolve(undefined);
      const lost = { name: 'UploadUrlsUnavailableError', reason: 'lost' };
      await assert.rejects(run({ uploadUrls: { ...links, get } }), lost);
      assert.deepEqual([since(), state(), record.record.end, links.kept.size], [[], 'failed', 'failed', 1]);
      await run();
      assert.equal(state(), 'launched');
    });

    it('sends only the files that were not accepted, whatever their metadata and the clock of this machine are', async () => {
      const { run, root, since, state } = await interrupted();
      for (const name of Object.keys(deck)) chmodSync(path.join(root, name), 0o600);
      await run({ clock: { ...systemClock, now: () => Date.now() + 86_400_000 } });
      assert.deepEqual(since(), requestsFor('main.inp', 'mesh/nodes.inc').slice(2));
      assert.equal(state(), 'launched');
    });

    for (const [name, get] of Object.entries({
      'never responds': () => new Promise<never>(() => undefined),
      fails: () => Promise.reject(new KeyringError()),
      'fails in another way': () => Promise.reject(new Error('CANARY')),
    })) {
      it(`does not change when the keyring ${name}, and is resumed when that works again`, async () => {
        const { run, record, since, links, state } = await interrupted();
        const before = record.record;
        const clock: Clock = { ...systemClock, every: (ms, fn) => systemClock.every(ms / 1000, fn) };
        await assert.rejects(run({ uploadUrls: { ...links, get }, clock }), KeyringError);
        assert.deepEqual([record.record, since(), links.kept.size], [before, [], 1]);
        await run();
        assert.equal(state(), 'launched');
      });
    }

    it('can be cancelled while the keyring does not respond', async () => {
      const { run, since, links, state } = await interrupted();
      let isAsked = false;
      const get = () => ((isAsked = true), new Promise<never>(() => undefined));
      await cancelWhen(
        () => isAsked,
        (signal) => run({ uploadUrls: { ...links, get }, signal }),
      );
      assert.deepEqual([since(), state(), links.kept.size], [[], 'cancelled', 1]);
    });
  });
});
