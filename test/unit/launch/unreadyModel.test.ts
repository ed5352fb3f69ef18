import assert from 'node:assert/strict';
import { StatusError } from '../../../src/client/core/errors';
import type { PlainReply } from '../../../src/emulator/exchange';
import type { LaunchOptions } from '../../../src/launch/runLaunch';
import { replyAfterApplying, replyWith } from '../../support/emulatorFaults';
import { FakeClock } from '../../support/fakeClock';
import { operations } from '../../support/service';
import { beginLaunch, cancelWhen, closeLaunches, existing, type PlanChoice } from './support/begunLaunch';

const deck = { 'a.inp': '*INCLUDE' };
const minuteMs = 60_000;

/** A service that refuses simulations until a number of them was asked for. */
async function prepare(
  {
    refusals = Infinity,
    plan,
    finalised = 202,
  }: { refusals?: number; plan?: PlanChoice; finalised?: number },
  reply: PlainReply,
) {
  const clock = new FakeClock(Date.now());
  const begun = await beginLaunch(deck, { client: { clock }, ...(plan && { plan }) });
  const { emulator } = begun;
  const asked = () => operations(emulator).filter((one) => one === 'createSimulation').length;
  const finalise = replyAfterApplying({ status: finalised });
  emulator.setIntercept(({ operation }) => {
    if (operation === 'finaliseModel') return finalise;
    return operation === 'createSimulation' && asked() <= refusals ? replyWith(reply) : undefined;
  });
  const said: string[] = [];
  const onWaiting: LaunchOptions['onWaiting'] = ({ open }, waitsFor) => said.push(`${waitsFor} of ${open}`);
  return {
    ...begun,
    clock,
    asked,
    said,
    run: (options?: Partial<LaunchOptions>) => begun.run({ clock, onWaiting, ...options }),
    problem: () => begun.record.record.problem,
  };
}

const total = (waits: readonly number[]) => waits.reduce((sum, ms) => sum + ms, 0);

describe('A model that is not ready right after it was finalised', () => {
  afterEach(closeLaunches);

  for (const status of [409, 423, 425]) {
    it(`is asked for again after ${status}, and each wait is said`, async () => {
      const { run, asked, said, state, emulator, clock } = await prepare({ refusals: 4 }, { status });
      await run();
      assert.deepEqual([asked(), state(), emulator.simulations.length], [5, 'launched', 1]);
      assert.deepEqual(said, Array(4).fill('readyModel of createSimulation'));
      assert.deepEqual(clock.waits, [2000, 2000, 2000, 3000]);
    });
  }

  it('fails after five minutes, in the words of the service', async () => {
    const body = '{"message":"A run of this name exists."}';
    const { run, asked, state, problem, clock } = await prepare({}, { status: 409, body });
    await assert.rejects(run(), StatusError);
    assert.deepEqual([state(), problem()?.serverMessage], ['failed', 'A run of this name exists.']);
    const waitedMs = total(clock.waits);
    assert.ok(waitedMs > 4.5 * minuteMs && waitedMs <= 5 * minuteMs, String(waitedMs));
    assert.equal(asked(), clock.waits.length + 1);
  });

  it('is asked for again when the service says, but not after the five minutes', async () => {
    const asks = (seconds: number) => ({ status: 423, headers: { 'retry-after': String(seconds) } });
    const soon = await prepare({ refusals: 2 }, asks(90));
    await soon.run();
    assert.deepEqual([soon.state(), soon.clock.waits], ['launched', [90_000, 90_000]]);
    const late = await prepare({}, asks(301));
    await assert.rejects(late.run(), StatusError);
    assert.deepEqual([late.state(), late.clock.waits], ['failed', []]);
  });

  it('leaves the attempts for a busy service as they are', async () => {
    const { run, state, emulator, clock, asked } = await prepare({ refusals: 0 }, { status: 409 });
    const replies = [...Array<number>(6).fill(409), 429, 429, 429];
    emulator.setIntercept(({ operation }) => {
      if (operation === 'finaliseModel') return replyAfterApplying({ status: 204 });
      const status = operation === 'createSimulation' ? replies.shift() : undefined;
      return status === undefined ? undefined : replyWith({ status });
    });
    await run();
    assert.deepEqual([state(), asked(), clock.waits.length], ['launched', 10, 9]);
  });

  it('is no longer asked for once the user cancels, and nothing is unknown', async () => {
    const { run, state, clock, said, asked } = await prepare({}, { status: 409 });
    clock.wait = (_, signal) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason as Error));
      });
    await cancelWhen(
      () => said.length > 0,
      (signal) => run({ signal }),
    );
    assert.deepEqual([state(), asked()], ['cancelled', 1]);
  });

  it('is not waited for if another launch has finalised it', async () => {
    const { run, state, clock, asked } = await prepare({ plan: existing }, { status: 409 });
    await assert.rejects(run(), StatusError);
    assert.deepEqual([state(), asked(), clock.waits], ['failed', 1, []]);
  });

  for (const [finalised, status] of [
    [200, 409],
    [201, 423],
    [200, 425],
  ] as const) {
    it(`is not waited for after ${status} if the service has finalised it with ${finalised}`, async () => {
      const { run, state, clock, asked } = await prepare({ finalised }, { status });
      await assert.rejects(run(), StatusError);
      assert.deepEqual([state(), asked(), clock.waits], ['failed', 1, []]);
    });
  }

  it('is not waited for again when the launch is resumed', async () => {
    const { run, clock, asked } = await prepare({}, { status: 409 });
    await assert.rejects(run(), StatusError);
    const before = [asked(), clock.waits.length];
    await assert.rejects(run(), StatusError);
    assert.deepEqual([asked(), clock.waits.length], [before[0]! + 1, before[1]]);
  });

  it('is not waited for after another refusal', async () => {
    const { run, state, clock, asked } = await prepare({}, { status: 422 });
    await assert.rejects(run(), StatusError);
    assert.deepEqual([state(), asked(), clock.waits], ['failed', 1, []]);
  });
});
