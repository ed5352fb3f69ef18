import assert from 'node:assert/strict';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { systemClock } from '../../../src/client/core/clock';
import { LockLostError } from '../../../src/journal/recordLock';
import { UnknownOutcomeError, UploadUrlsUnavailableError } from '../../../src/launch/errors';
import type { JournalWriter } from '../../../src/launch/journalWriter';
import { launchState, type LaunchStep } from '../../../src/launch/launchRecord';
import type { LaunchOptions } from '../../../src/launch/runLaunch';
import { waitFor } from '../../host/waitFor';
import { type ClientChoices, createClient } from '../../support/client';
import { FakeClock } from '../../support/fakeClock';
import { launchBench, plannedLaunch } from '../../support/launches';
import { decodeLines } from '../../support/recordText';
import { operations, startService, stopServices } from '../../support/service';

const deck = { 'a.inp': '*INCLUDE', 'b.inc': '1, 0, 0' };
const requests = ['createProject', 'createModel', 'finaliseModel', 'createSimulation'] as const;
const allOperations = [
  'createProject',
  'createModel',
  'uploadFile a.inp',
  'uploadFile b.inc',
  'finaliseModel',
  'createSimulation',
];

const opened: JournalWriter[] = [];
const reason = new Error('cancelled by the user');

async function prepare(given: ClientChoices = {}) {
  const { emulator } = await startService();
  const client = createClient(emulator.baseUrl, given);
  const bench = await launchBench({ client });
  const { plan, root } = await plannedLaunch(emulator, deck);
  const record = await bench.journal.begin(plan);
  opened.push(record);
  const clock = new FakeClock(Date.now());
  const file = (ending: string) => path.join(bench.folder, `${record.record.plan.launch}.${ending}`);
  return {
    ...{ emulator, record, root, clock, links: bench.links },
    run: (options: Partial<LaunchOptions> = {}) => bench.run(record, { clock, ...options }),
    state: () => launchState(record.record, false),
    kinds: () => decodeLines(readFileSync(file('launch'), 'utf8')).map(({ kind }) => kind),
    takeOver: () => writeFileSync(file('lock'), JSON.stringify({ token: 'x', pid: process.pid, host: 'x' })),
  };
}

function until(operation: string): string[] {
  return allOperations.slice(0, allOperations.indexOf(operation));
}

describe('A request that may have left', () => {
  afterEach(async () => {
    for (const record of opened.splice(0)) await record.close();
    await stopServices();
  });

  it('is not disturbed by a log that fails', async () => {
    const { emulator, run, state } = await prepare({
      log: () => {
        throw new Error('Channel has been closed');
      },
    });
    await run();
    assert.deepEqual([operations(emulator), state()], [allOperations, 'launched']);
  });

  for (const operation of requests) {
    it(`${operation}: has an unknown outcome when this side fails after it`, async () => {
      const { emulator, run, record, state } = await prepare({
        onResponse: () => {
          if (emulator.requests.at(-1)?.operation === operation) throw new Error('CANARY');
        },
      });
      await assert.rejects(run(), /CANARY/);
      const sent = operations(emulator);
      assert.deepEqual(
        [sent.at(-1), state(), record.record.problem],
        [operation, 'unknown', { kind: 'unexpected' }],
      );
      await assert.rejects(run(), UnknownOutcomeError);
      assert.deepEqual(operations(emulator), sent);
    });

    it(`${operation}: has not left while the keyring waits for its user, so cancelling is immediate`, async () => {
      let step: LaunchStep | undefined;
      let isAsked = false;
      const { emulator, run, record, state, clock } = await prepare({
        credentials: {
          headers() {
            isAsked = step === operation;
            return isAsked ? new Promise(() => undefined) : Promise.resolve({});
          },
        },
      });
      const cancel = new AbortController();
      const done = run({ signal: cancel.signal, onChange: ({ open }) => (step = open) });
      await waitFor('the question to the keyring', () => isAsked);
      cancel.abort(reason);
      await assert.rejects(done, (error) => error === reason);
      assert.deepEqual([operations(emulator), state(), clock.waits], [until(operation), 'cancelled', []]);
      assert.equal(record.record.problem, undefined);
    });

    it(`${operation}: was rejected while the user is asked to sign in, so cancelling is immediate`, async () => {
      let isAsked = false;
      const { emulator, run, state, clock } = await prepare({
        credentials: {
          headers: () => Promise.resolve({}),
          refresh: (_, signal) =>
            new Promise((_resolve, reject) => {
              isAsked = true;
              signal.addEventListener('abort', () => reject(signal.reason as Error));
            }),
        },
      });
      emulator.setIntercept((request) =>
        request.operation === operation ? { kind: 'reply', status: 401 } : undefined,
      );
      const cancel = new AbortController();
      const done = run({ signal: cancel.signal });
      await waitFor('the sign-in', () => isAsked);
      cancel.abort(reason);
      await assert.rejects(done, (error) => error === reason);
      assert.deepEqual([operations(emulator).at(-1), state(), clock.waits], [operation, 'cancelled', []]);
    });

    it(`${operation}: is not sent by a window that another one has taken the launch from`, async () => {
      const { emulator, run, kinds, takeOver } = await prepare();
      let before: string[] = [];
      const onChange = ({ open }: { readonly open?: LaunchStep }) => {
        if (open !== operation) return;
        takeOver();
        before = kinds();
      };
      await assert.rejects(run({ onChange }), LockLostError);
      assert.deepEqual([operations(emulator), kinds()], [until(operation), before]);
    });
  }

  it('is announced only when all files can be read, and with their hashes', async () => {
    const { emulator, run, record, root, state } = await prepare();
    rmSync(path.join(root, 'b.inc'));
    await assert.rejects(run());
    assert.deepEqual([operations(emulator), state()], [[], 'failed']);
    assert.deepEqual(record.files!.hashes, []);
  });

  it('is not sent by a window that was suspended during its ownership check', async () => {
    const { emulator, run, clock, record, takeOver } = await prepare();
    const look = record.requireOwnership.bind(record);
    let isStopped = false;
    record.requireOwnership = async () => {
      await look();
      if (isStopped || record.record.open !== 'createModel') return;
      isStopped = true;
      takeOver();
      clock.now = () => Date.now() + 70_000;
    };
    await assert.rejects(run(), LockLostError);
    assert.deepEqual([isStopped, operations(emulator)], [true, ['createProject']]);
  });

  it('writes no end into a record that another window has taken over', async () => {
    const { emulator, run, kinds, takeOver, links } = await prepare();
    let before: string[] = [];
    emulator.setIntercept(({ fileName }) => {
      if (fileName !== 'b.inc') return undefined;
      takeOver();
      before = kinds();
      return { kind: 'reply', status: 403 };
    });
    await assert.rejects(run(), LockLostError);
    // Other files may have been accepted meanwhile, which is true in any window.
    const steps = (all: readonly string[]) => all.filter((kind) => kind !== 'fileAccepted');
    assert.deepEqual([steps(kinds()), links.kept.size], [steps(before), 1]);
  });

  it('to finalise has failed when a second one is rejected, but not at the next conflict', async () => {
    const { run, state, kinds, record, emulator } = await prepare();
    const respondWith = (status: number) =>
      emulator.setIntercept(({ operation }) =>
        operation === 'finaliseModel' ? { kind: 'reply', status } : undefined,
      );
    respondWith(500);
    await assert.rejects(run());
    await record.append({ kind: 'resolved', happened: false });
    respondWith(403);
    await assert.rejects(run());
    assert.deepEqual(kinds().slice(-4), ['unknown', 'resolved', 'finalising', 'failed']);
    respondWith(409);
    await assert.rejects(run());
    assert.deepEqual([state(), record.record.problem?.status], ['unknown', 409]);
  });

  describe('with a keyring that does not respond', () => {
    const silent = () => new Promise<never>(() => undefined);

    it('continues without it, and ends', async () => {
      const { emulator, run, state, clock, links } = await prepare();
      clock.every = (ms, fn) => {
        if (ms !== 10_000) return systemClock.every(ms, fn);
        setImmediate(fn);
        return () => undefined;
      };
      await run({ uploadUrls: { ...links, put: silent, delete: silent } });
      assert.deepEqual([operations(emulator), state()], [allOperations, 'launched']);
    });

    it('or that fails, continues without it', async () => {
      const { emulator, run, state, links } = await prepare();
      const fails = () => Promise.reject(new Error('CANARY'));
      await run({ uploadUrls: { ...links, put: fails, get: fails, delete: fails } });
      assert.deepEqual([operations(emulator), state()], [allOperations, 'launched']);
    });

    it('is cancelled at once, with its model recorded', async () => {
      const { run, state, record, links } = await prepare();
      const cancel = new AbortController();
      let isAsked = false;
      const put = () => ((isAsked = true), silent());
      const done = run({ uploadUrls: { ...links, put }, signal: cancel.signal });
      await waitFor('the question to the keyring', () => isAsked);
      cancel.abort(reason);
      await assert.rejects(done, (error) => error === reason);
      assert.deepEqual([state(), record.record.modelId !== undefined], ['cancelled', true]);
    });

    it('until the upload URLs have expired sends nothing to them', async () => {
      const { emulator, run, record, links, clock } = await prepare();
      const put = async (launch: string, urls: ReadonlyMap<string, string>) => {
        await links.put(launch, urls);
        const later = clock.elapsed() + 7_200_000;
        clock.elapsed = () => later;
      };
      const isExpired = (error: unknown) =>
        error instanceof UploadUrlsUnavailableError && error.reason === 'expired';
      await assert.rejects(run({ uploadUrls: { ...links, put } }), isExpired);
      assert.deepEqual([operations(emulator), record.record.end], [allOperations.slice(0, 2), 'abandoned']);
    });
  });
});
