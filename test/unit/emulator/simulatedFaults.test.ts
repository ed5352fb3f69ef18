import assert from 'node:assert/strict';
import path from 'node:path';
import type { ProjectId } from '../../../src/client/core/types';
import type { Credentials } from '../../../src/client/credentials';
import { parseMapping } from '../../../src/client/mapping/serviceMapping';
import { faultSizes, type SimulatedFault, simulateFault } from '../../../src/emulator/simulatedFaults';
import { UnknownOutcomeError } from '../../../src/launch/errors';
import type { LaunchPlan } from '../../../src/launch/launch';
import { type LaunchRecord, launchState } from '../../../src/launch/launchRecord';
import {
  createPinnedCredentials,
  createTrialCredentials,
  type CredentialSource,
} from '../../../src/secrets/credentialSources';
import type { UploadProgress } from '../../../src/upload/uploadProgress';
import { waitFor } from '../../host/waitFor';
import { createClient } from '../../support/client';
import { HurriedClock } from '../../support/hurriedClock';
import { plannedLaunch } from '../../support/launches';
import { newRunner, noFollower } from '../../support/runner';
import { operations, type RecordingEmulator, startService, stopServices } from '../../support/service';
import { tempTree } from '../../support/tempTree';

/** A window with an emulator that simulates a fault. @param hurry how much faster its clock runs than time */
async function prepare(fault: SimulatedFault, sizes: Partial<typeof faultSizes> = {}, hurry = 1) {
  const clock = new HurriedClock(hurry);
  let passedMs = 0;
  const { emulator } = await startService('variant_b', { now: () => Date.now() + passedMs });
  let isOver = false;
  const end = simulateFault(emulator, fault, () => (isOver = true), { ...faultSizes, ...sizes });
  const folder = path.join(await tempTree(), 'launches');
  const project = { id: emulator.projects[0]!.project_id as ProjectId, name: 'Study' };
  const tree = { 'a.inp': 'a', 'b.inc': Buffer.alloc(100_000), 'c.inc': 'c' };
  const waits: (string | undefined)[] = [];
  const progress: UploadProgress[] = [];
  const open = (credentials?: Credentials) => {
    const client = createClient(emulator.baseUrl, { clock, ...(credentials && { credentials }) });
    return newRunner(folder, client, { clock, parallelFiles: () => 4 });
  };
  const follower = (signal: AbortSignal) => ({
    ...noFollower(),
    signal,
    onWaiting: ({ open: step }: LaunchRecord) => void waits.push(step),
    onProgress: (report: UploadProgress) => void progress.push(report),
  });
  return {
    emulator,
    end,
    waits,
    progress,
    open,
    isOver: () => isOver,
    /** Lets time pass for the emulator. */
    pass: (ms: number) => void (passedMs += ms),
    /** Runs a launch. @returns its state at its end, as Launches shows it, and the error that ended it */
    launch: async (
      changes: Partial<LaunchPlan> = {},
      runner = open(),
      signal = new AbortController().signal,
    ) => {
      const { plan } = await plannedLaunch(emulator, tree, { project, ...changes });
      const error: unknown = await runner.start(plan, follower(signal)).then(
        () => undefined,
        (reason: unknown) => reason,
      );
      const [launch] = await runner.list.read();
      return { id: launch!.id, state: launchState(launch!.record), record: launch!.record, error };
    },
  };
}

const countOf = (emulator: RecordingEmulator, operation: string) =>
  operations(emulator).filter((one) => one.startsWith(operation)).length;

describe('A fault that users can try', () => {
  afterEach(stopServices);

  for (const [operation, project] of [
    ['createProject', { newName: 'New' }],
    ['createModel', undefined],
  ] as const)
    it(`is a lost response: ${operation} takes effect, is unknown, and is not sent again`, async () => {
      const { emulator, launch, open, isOver } = await prepare('lostResponse');
      const created = () => emulator.projects.length + emulator.models.length;
      const before = created();
      const { id, state } = await launch(project && { project });
      assert.deepEqual([state, created() - before, isOver()], ['unknown', 1, true]);
      await assert.rejects(open().resume(id, noFollower()), UnknownOutcomeError);
      assert.deepEqual(operations(emulator), [operation]);
      assert.equal((await launch()).error, undefined);
    });

  it('is a file server that is unavailable, which delays a launch and does not end it', async () => {
    const { emulator, launch, isOver } = await prepare('unavailable', { unavailableMs: 800 }, 10);
    const { state, error } = await launch();
    assert.deepEqual([state, error, isOver()], ['launched', undefined, true]);
    const uploads = emulator.requests.filter(({ operation }) => operation === 'uploadFile');
    const refused = uploads.filter(({ status }) => status === 503);
    assert.ok(refused.length >= 4, `${refused.length}`);
    assert.equal(uploads.length - refused.length, 3);
    assert.ok(uploads.at(-1)!.arrivedAt - uploads[0]!.arrivedAt >= 790);
    for (const once of ['createModel', 'finaliseModel', 'createSimulation'])
      assert.equal(countOf(emulator, once), 1, once);
  });

  it('is an upload URL that has expired, which ends a launch before its model is finalised', async () => {
    const { emulator, launch, isOver } = await prepare('expiredUrl');
    const { state, record } = await launch();
    // Without an upload to resume, only Start Over is left.
    assert.deepEqual([state, record.end, isOver()], ['failed', 'abandoned', true]);
    assert.equal(countOf(emulator, 'finaliseModel'), 0);
    const statuses = emulator.requests.map(({ status }) => status);
    assert.equal(statuses.filter((status) => status === 403).length, 1);
    const again = await launch();
    assert.equal(again.error, undefined);
  });

  it('is a slow line, over which an upload goes on with its rate until it is done', async () => {
    const bytesPerSecond = 30_000;
    const { emulator, launch, progress, isOver } = await prepare('slowLine', { bytesPerSecond });
    const start = performance.now();
    const { state, error } = await launch();
    assert.deepEqual([state, error, isOver()], ['launched', undefined, false]);
    assert.ok(performance.now() - start >= 3000);
    assert.ok(progress.some((report) => (report.bytesPerSecond ?? 0) > 0));
    assert.equal(countOf(emulator, 'uploadFile'), 3);
  });

  it('is a slow line, over which an upload can be cancelled', async () => {
    const bytesPerSecond = 5000;
    const { emulator, launch, open, end } = await prepare('slowLine', { bytesPerSecond });
    const cancelled = new AbortController();
    const ended = launch({}, open(), cancelled.signal);
    await waitFor('an upload', () => countOf(emulator, 'uploadFile') > 0);
    cancelled.abort();
    const { state } = await ended;
    assert.deepEqual([state, countOf(emulator, 'finaliseModel')], ['cancelled', 0]);
    end();
    const start = performance.now();
    assert.equal((await launch()).error, undefined);
    // Sooner than the slow line could have carried the largest file.
    assert.ok(performance.now() - start < (100_000 / bytesPerSecond) * 1000);
  });

  for (const before of [undefined, 'token-before'])
    it(`is a refused sign-in, after which a launch asks once and continues (with ${before ?? 'none'})`, async () => {
      const { emulator, launch, open, isOver } = await prepare('refusedSignIn');
      let stored = before;
      let asked = 0;
      const service = { authentication: { scheme: 'bearer' }, baseUrl: new URL(emulator.baseUrl) } as const;
      const source: CredentialSource = {
        secrets: { get: () => Promise.resolve(stored) },
        async signIn(_account, signal) {
          asked++;
          const entered = 'any text';
          const trial = createTrialCredentials({ conceal: () => undefined }, service, entered);
          const client = createClient(emulator.baseUrl, { credentials: trial, once: true });
          await client.listProjects({ signal });
          return (stored = entered);
        },
      };
      const { state, error } = await launch({}, open(createPinnedCredentials(source, service)));
      assert.deepEqual([state, error, asked, isOver()], ['launched', undefined, 1, true]);
      const statuses = emulator.requests.map(({ operation, status }) => `${operation} ${status}`);
      assert.deepEqual(statuses.slice(0, 3), ['createModel 401', 'listProjects 200', 'createModel 201']);
      assert.equal(emulator.models.filter(({ reusable }) => !reusable).length, 1);
    });

  it('is a model that takes minutes to finalise, which a launch waits for, says, and does not repeat', async () => {
    const { emulator, launch, waits, isOver } = await prepare('slowFinalise', { finaliseMs: 2500 }, 10);
    const start = performance.now();
    const { state, error } = await launch();
    assert.deepEqual([state, error, isOver()], ['launched', undefined, true]);
    assert.ok(performance.now() - start >= 2450);
    assert.ok(waits.length > 0 && waits.every((step) => step === 'finaliseModel'), String(waits));
    assert.equal(countOf(emulator, 'finaliseModel'), 1);
  });

  it('is a simulation that fails, once, of a launch that has done its part', async () => {
    const { emulator, launch, isOver, pass } = await prepare('failedSimulation');
    const ends = [await launch(), await launch()].map(({ state, error }) => [state, error]);
    assert.deepEqual([ends, isOver()], [Array(2).fill(['launched', undefined]), true]);
    const client = createClient(emulator.baseUrl, {
      mapping: parseMapping({ simulationStatus: { path: '/simulations/{simulation_id}', state: '/status' } }),
    });
    const read = async () => {
      const ids = emulator.simulations.map(({ simulation_id }) => simulation_id);
      return await Promise.all(ids.map((id) => client.readSimulation({ simulation_id: id })));
    };
    pass(12_000);
    assert.deepEqual(await read(), [{ state: 'failed' }, { state: 'running' }]);
    pass(8_000);
    assert.deepEqual(await read(), [{ state: 'failed' }, { state: 'done' }]);
  });

  it('ends when users say so, also for a request that waits', async () => {
    const { emulator, launch, end, isOver } = await prepare('slowFinalise');
    const ended = launch();
    await waitFor('the request', () => countOf(emulator, 'finaliseModel') > 0);
    end();
    assert.equal((await ended).error, undefined);
    assert.equal(isOver(), false);
  });
});
