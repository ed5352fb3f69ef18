import assert from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import { NetworkError } from '../../../src/client/core/errors';
import type { JournalWriter } from '../../../src/launch/journalWriter';
import { launchState } from '../../../src/launch/launchRecord';
import type { LaunchOptions } from '../../../src/launch/runLaunch';
import { waitFor } from '../../host/waitFor';
import { closeClients, createClient } from '../../support/client';
import { FakeClock, severalTurns } from '../../support/fakeClock';
import { launchBench, plannedLaunch } from '../../support/launches';
import { operations, startService, stopServices } from '../../support/service';

const minuteMs = 60_000;
const steps = ['createProject', 'createModel', 'finaliseModel', 'createSimulation'] as const;

const opened: JournalWriter[] = [];

/** A launch whose service responds to one kind of request only when it is told to. */
async function prepare(operation: (typeof steps)[number]) {
  const { emulator } = await startService();
  const clock = new FakeClock(Date.now());
  const bench = await launchBench({ client: createClient(emulator.baseUrl, { clock }) });
  const { plan } = await plannedLaunch(emulator, { 'a.inp': '*INCLUDE' });
  const record = await bench.journal.begin(plan);
  opened.push(record);
  let respond = (): void => undefined;
  const gate = new Promise<void>((resolve) => (respond = resolve));
  let requests = 0;
  emulator.setIntercept((request) => {
    if (request.operation !== operation) return undefined;
    requests++;
    return { kind: 'delay', gate };
  });
  const waits: (string | undefined)[] = [];
  const onWaiting: LaunchOptions['onWaiting'] = ({ open }) => waits.push(open);
  return {
    ...{ emulator, clock, waits, respond },
    run: (options: Partial<LaunchOptions> = {}) => bench.run(record, { clock, onWaiting, ...options }),
    state: () => launchState(record.record, false),
    problem: () => record.record.problem,
    requests: () => requests,
    /** Lets time pass, and everything happen that happens meanwhile. */
    pass: async (ms: number) => {
      await waitFor('the request', () => requests > 0);
      await severalTurns();
      for (let passedMs = 0; passedMs < ms; passedMs += 10_000) {
        clock.pass(10_000);
        await setImmediate();
      }
      await severalTurns();
    },
  };
}

describe('A service that takes its time', () => {
  afterEach(async () => {
    for (const record of opened.splice(0)) await record.close();
    await closeClients();
    await stopServices();
  });

  for (const operation of steps) {
    it(`for ${operation} is waited for, and asked once`, async () => {
      const { run, pass, respond, requests, state, waits, emulator } = await prepare(operation);
      const done = run();
      await pass(29 * minuteMs);
      assert.equal(requests(), 1);
      respond();
      await done;
      assert.deepEqual([requests(), state(), emulator.simulations.length], [1, 'launched', 1]);
      assert.deepEqual(waits, Array(29 * 6).fill(operation));
    });

    it(`for ${operation} has an unknown outcome after half an hour, and is not asked again`, async () => {
      const { run, pass, respond, requests, state, emulator, problem } = await prepare(operation);
      const done = run();
      await Promise.all([assert.rejects(done, NetworkError), pass(31 * minuteMs)]);
      assert.deepEqual([requests(), state(), problem()?.code], [1, 'unknown', 'timeout']);
      respond();
      assert.equal(operations(emulator).at(-1), operation);
    });

    it(`for ${operation} has an unknown outcome as soon as the connection breaks`, async () => {
      const { run, pass, respond, requests, state, emulator, problem, clock } = await prepare(operation);
      const done = run();
      await pass(20 * minuteMs);
      const stopped = emulator.stop();
      await assert.rejects(done, NetworkError);
      respond();
      await stopped;
      assert.deepEqual([requests(), state(), problem()?.code, clock.waits], [1, 'unknown', 'reset', []]);
    });

    it(`for ${operation} is given a moment to respond after Cancel, and no more`, async () => {
      const { run, pass, respond, requests, state, problem, clock } = await prepare(operation);
      const cancel = new AbortController();
      const done = run({ signal: cancel.signal });
      await pass(20 * minuteMs);
      cancel.abort();
      await assert.rejects(done, { kind: 'requestAbandoned' });
      assert.deepEqual([requests(), state(), problem()], [1, 'unknown', { kind: 'requestAbandoned' }]);
      assert.deepEqual(clock.waits, [10_000]);
      respond();
    });
  }

  it('is a file server whose clock is behind, which is waited for in the same launch', async () => {
    const { emulator } = await startService();
    const clock = new FakeClock(Date.now());
    const bench = await launchBench({ client: createClient(emulator.baseUrl, { clock }) });
    const { plan } = await plannedLaunch(emulator, { 'a.inp': '*INCLUDE', 'b.inc': '1' });
    const record = await bench.journal.begin(plan);
    opened.push(record);
    const [start, current] = ['Sat, 21 Nov 2026 09:33:00 GMT', 'Sat, 21 Nov 2026 09:30:00 GMT'];
    const message = `Signature not valid in the specified time frame: Start [${start}] - Current [${current}]`;
    const body = `<Error><Code>AuthenticationFailed</Code><Message>${message}</Message></Error>`;
    emulator.setIntercept(({ server }) =>
      server === 'files' && clock.waits.length === 0 ? { kind: 'reply', status: 403, body } : undefined,
    );
    await bench.run(record, { clock });
    assert.equal(launchState(record.record, false), 'launched');
    assert.deepEqual(clock.waits, [181_000]);
    const model = emulator.simulations[0]?.model_id ?? '';
    assert.deepEqual([...emulator.storedFiles(model).keys()].sort(), ['a.inp', 'b.inc']);
  });
});
