import assert from 'node:assert/strict';
import { getAccountAt } from '../../../src/secrets/accountSecrets';
import { SignInPrompts, type SignInReason } from '../../../src/secrets/signInPrompts';
import { rejectionOf } from '../../support/rejections';

const check = () => Promise.resolve();
const refused = { reason: 'refused', check } as const;
const wanted = { reason: 'wanted', check } as const;

const here = getAccountAt('bearer', 'https://a.test');
const there = getAccountAt('bearer', 'https://b.test');

/** Prompts that wait for the test to answer them, and what was shown in its order. */
function createPrompts() {
  const shown: {
    readonly origin: string;
    readonly reason: SignInReason;
    readonly signal: AbortSignal;
    readonly answer: (secret: string | undefined) => void;
    readonly fail: (error: Error) => void;
  }[] = [];
  const made = new SignInPrompts(
    ({ origin }, { reason }, signal) =>
      new Promise((resolve, reject) => {
        signal.addEventListener('abort', () => resolve(undefined));
        shown.push({ origin, reason, signal, answer: resolve, fail: reject });
      }),
  );
  return {
    made,
    shown,
    /** Answers the last prompt, once all pending callbacks have run. */
    answer: async (secret: string | undefined) => {
      await runPending();
      shown.at(-1)!.answer(secret);
    },
  };
}

const runPending = () => new Promise((resolve) => setImmediate(resolve));

describe('Sign-in prompts', () => {
  it('are shared by all requests that wait for the same account', async () => {
    const { made, shown, answer } = createPrompts();
    const answers = [made.open(here, refused), made.open(here, wanted)];
    await answer('t1');
    assert.deepEqual(await Promise.all(answers), ['t1', 't1']);
    assert.equal(shown.length, 1);
    assert.deepEqual([shown[0]!.origin, shown[0]!.reason], ['https://a.test', 'refused']);
  });

  it('are shown again once the last one is closed', async () => {
    const { made, answer } = createPrompts();
    for (const secret of [undefined, 't1']) {
      const asked = made.open(here, wanted);
      await answer(secret);
      assert.equal(await asked, secret);
    }
  });

  it('are shown one after the other', async () => {
    const { made, shown, answer } = createPrompts();
    const accounts = [here, there, { ...here, scheme: 'basic' } as const];
    const answers = accounts.map((account) => made.open(account, refused));
    for (const index of accounts.keys()) await answer(`t${index}`);
    assert.deepEqual(await Promise.all(answers), ['t0', 't1', 't2']);
    const origins = shown.map(({ origin }) => origin);
    assert.deepEqual(origins, [here.origin, there.origin, here.origin]);
  });

  it('stay open when only one of several waiting requests is cancelled', async () => {
    const { made, shown, answer } = createPrompts();
    const cancel = new AbortController();
    const reason = new Error('stop');
    const cancelled = made.open(here, refused, cancel.signal);
    const other = made.open(here, refused);
    await runPending();
    cancel.abort(reason);
    assert.equal(await rejectionOf(cancelled), reason);
    assert.equal(shown[0]!.signal.aborted, false);
    await answer('t1');
    assert.equal(await other, 't1');
  });

  it('close when all waiting requests are cancelled', async () => {
    const { made, shown, answer } = createPrompts();
    const cancel = new AbortController();
    const answers = [made.open(here, refused, cancel.signal), made.open(here, refused, cancel.signal)];
    await runPending();
    cancel.abort(new Error('stop'));
    await Promise.allSettled(answers);
    assert.equal(shown[0]!.signal.aborted, true);
    const next = made.open(here, refused);
    await answer('t1');
    assert.equal(await next, 't1');
  });

  it('are not shown for a request that was cancelled before', async () => {
    const { made, shown, answer } = createPrompts();
    const cancel = new AbortController();
    const reason = new Error('stop');
    const first = made.open(here, refused);
    const second = made.open(there, refused, cancel.signal);
    cancel.abort(reason);
    assert.equal(await rejectionOf(second), reason);
    assert.equal(await rejectionOf(made.open(there, refused, cancel.signal)), reason);
    await answer('t1');
    await first;
    await runPending();
    assert.equal(shown.length, 1);
  });

  it('fail for the waiting requests, and not for the next', async () => {
    const { made, shown, answer } = createPrompts();
    const broken = new Error('broken');
    const first = made.open(here, refused);
    const second = made.open(there, refused);
    await runPending();
    shown[0]!.fail(broken);
    assert.equal(await rejectionOf(first), broken);
    await answer('t1');
    assert.equal(await second, 't1');
  });
});
