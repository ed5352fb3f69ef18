import assert from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import { NetworkError } from '../../../src/client/core/errors';
import type { LaunchOptions } from '../../../src/launch/runLaunch';
import { waitFor } from '../../host/waitFor';
import { replyWith } from '../../support/emulatorFaults';
import { FakeClock, severalTurns } from '../../support/fakeClock';
import { holdResponses, operations } from '../../support/service';
import { beginLaunch, closeLaunches } from './support/begunLaunch';

const minuteMs = 60_000;
const steps = ['createProject', 'createModel', 'finaliseModel', 'createSimulation'] as const;

/** A launch whose service, or file server, responds to one kind of request only when it is told to. */
async function prepare(operation: (typeof steps)[number] | 'uploadFile a.inp') {
  const clock = new FakeClock(Date.now());
  const begun = await beginLaunch({ 'a.inp': '*INCLUDE' }, { client: { clock } });
  const { emulator, record } = begun;
  const respond = holdResponses(emulator, (request) =>
    operation === 'uploadFile a.inp' ? request.server === 'files' : request.operation === operation,
  );
  const requests = () => operations(emulator).filter((one) => one === operation).length;
  const waits: (string | undefined)[] = [];
  const onWaiting: LaunchOptions['onWaiting'] = ({ open }) => waits.push(open);
  return {
    emulator,
    waits,
    respond,
    requests,
    state: begun.state,
    run: () => begun.run({ clock, onWaiting }),
    problem: () => record.record.problem,
    /** Lets time pass, and everything happen that happens meanwhile. */
    pass: async (ms: number) => {
      await waitFor('the request', () => requests() > 0);
      await severalTurns();
      for (let passedMs = 0; passedMs < ms; passedMs += 10_000) {
        clock.pass(10_000);
        await setImmediate();
      }
      await severalTurns();
    },
    /** Lets time pass until something has happened. The client may notice the request later than the server. */
    passUntil: async (what: string, hasHappened: () => boolean) => {
      await waitFor('the request', () => requests() > 0);
      await waitFor(what, async () => {
        clock.pass(minuteMs);
        await severalTurns();
        return hasHappened();
      });
    },
  };
}

describe('A service that takes its time', () => {
  afterEach(closeLaunches);

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
      const { run, passUntil, respond, requests, state, emulator, problem } = await prepare(operation);
      const failure = assert.rejects(run(), NetworkError);
      await passUntil('the end of the launch', () => problem() !== undefined);
      await failure;
      assert.deepEqual([requests(), state(), problem()?.code], [1, 'unknown', 'timeout']);
      respond();
      assert.equal(operations(emulator).at(-1), operation);
    });
  }

  it('is a file server that scans a file, which gets it once', async () => {
    const { run, pass, respond, requests, state } = await prepare('uploadFile a.inp');
    const done = run();
    await pass(29 * minuteMs);
    assert.equal(requests(), 1);
    respond();
    await done;
    assert.deepEqual([requests(), state()], [1, 'launched']);
  });

  it('is a file server that is silent for half an hour, which gets the file again', async () => {
    const { run, passUntil, respond, requests, state } = await prepare('uploadFile a.inp');
    const done = run();
    await passUntil('the second request', () => requests() === 2);
    respond();
    await done;
    assert.deepEqual([requests(), state()], [2, 'launched']);
  });

  it('is a file server whose clock is behind, which is waited for in the same launch', async () => {
    const clock = new FakeClock(Date.now());
    const deck = { 'a.inp': '*INCLUDE', 'b.inc': '1' };
    const { emulator, run, state } = await beginLaunch(deck, { client: { clock } });
    const start = 'Sat, 21 Nov 2026 09:33:00 GMT';
    const current = 'Sat, 21 Nov 2026 09:30:00 GMT';
    const message = `Signature not valid in the specified time frame: Start [${start}] - Current [${current}]`;
    const body = `<Error><Code>AuthenticationFailed</Code><Message>${message}</Message></Error>`;
    emulator.setIntercept(({ server }) =>
      server === 'files' && clock.waits.length === 0 ? replyWith({ status: 403, body }) : undefined,
    );
    await run({ clock });
    assert.deepEqual([state(), clock.waits], ['launched', [181_000]]);
    const model = emulator.simulations[0]?.model_id ?? '';
    assert.deepEqual([...emulator.storedFiles(model).keys()].sort(), ['a.inp', 'b.inc']);
  });
});
