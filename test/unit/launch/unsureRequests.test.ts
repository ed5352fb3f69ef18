import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { systemClock } from '../../../src/client/core/clock';
import { LockLostError } from '../../../src/journal/recordLock';
import type { LaunchStep } from '../../../src/launch/launchRecord';
import type { LaunchOptions } from '../../../src/launch/runLaunch';
import type { ClientChoices } from '../../support/client';
import { replyWith } from '../../support/emulatorFaults';
import { FakeClock } from '../../support/fakeClock';
import { operations } from '../../support/service';
import { beginLaunch, cancelWhen, closeLaunches, requestsFor } from './support/begunLaunch';

const deck = { 'a.inp': '*INCLUDE', 'b.inc': '1, 0, 0' };
const allOperations = requestsFor(...Object.keys(deck));

async function prepare(client: ClientChoices = {}) {
  const begun = await beginLaunch(deck, { client });
  const clock = new FakeClock(Date.now());
  const run = (options: Partial<LaunchOptions> = {}) => begun.run({ clock, ...options });
  return { ...begun, clock, run };
}

describe('A request that may have left', () => {
  afterEach(closeLaunches);

  it('is not disturbed by a log that fails', async () => {
    const { emulator, run, state } = await prepare({
      log: () => {
        throw new Error('Channel has been closed');
      },
    });
    await run();
    assert.deepEqual([operations(emulator), state()], [allOperations, 'launched']);
  });

  for (const operation of ['createProject', 'createModel', 'finaliseModel', 'createSimulation'] as const) {
    it(`${operation}: has an unknown outcome when this side fails after it`, async () => {
      const { emulator, run, record, state } = await prepare({
        onResponse: () => {
          if (emulator.requests.at(-1)?.operation === operation) throw new Error('CANARY');
        },
      });
      await assert.rejects(run(), /CANARY/);
      assert.deepEqual(
        [operations(emulator).at(-1), state(), record.record.problem],
        [operation, 'unknown', { kind: 'unexpected' }],
      );
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
      await cancelWhen(
        () => isAsked,
        (signal) => run({ signal, onChange: ({ open }) => (step = open) }),
      );
      const sent = allOperations.slice(0, allOperations.indexOf(operation));
      assert.deepEqual([operations(emulator), state(), clock.waits], [sent, 'cancelled', []]);
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
        request.operation === operation ? replyWith({ status: 401 }) : undefined,
      );
      await cancelWhen(
        () => isAsked,
        (signal) => run({ signal }),
      );
      assert.deepEqual([operations(emulator).at(-1), state(), clock.waits], [operation, 'cancelled', []]);
    });
  }

  it('is not sent by a window that was suspended during its ownership check', async () => {
    const { emulator, run, clock, record, folder } = await prepare();
    const look = record.requireOwnership.bind(record);
    let isStopped = false;
    record.requireOwnership = async () => {
      await look();
      if (isStopped || record.record.open !== 'createModel') return;
      isStopped = true;
      const owner = { token: 'x', pid: process.pid, host: 'x' };
      writeFileSync(path.join(folder, `${record.record.plan.launch}.lock`), JSON.stringify(owner));
      clock.now = () => Date.now() + 70_000;
    };
    await assert.rejects(run(), LockLostError);
    assert.deepEqual([isStopped, operations(emulator)], [true, ['createProject']]);
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
      let isAsked = false;
      const put = () => ((isAsked = true), silent());
      await cancelWhen(
        () => isAsked,
        (signal) => run({ uploadUrls: { ...links, put }, signal }),
      );
      assert.deepEqual([state(), record.record.modelId !== undefined], ['cancelled', true]);
    });

    it('until the upload URLs have expired sends nothing to them', async () => {
      const { emulator, run, record, links, clock } = await prepare();
      const put = async (launch: string, urls: ReadonlyMap<string, string>) => {
        await links.put(launch, urls);
        const later = clock.elapsed() + 7_200_000;
        clock.elapsed = () => later;
      };
      const expired = { name: 'UploadUrlsUnavailableError', reason: 'expired' };
      await assert.rejects(run({ uploadUrls: { ...links, put } }), expired);
      assert.deepEqual([operations(emulator), record.record.end], [allOperations.slice(0, 2), 'abandoned']);
    });
  });
});
