import assert from 'node:assert/strict';
import { getAccountAt } from '../../../src/secrets/accountSecrets';
import { SignInPrompts, type SignInReason } from '../../../src/secrets/signInPrompts';
import { rejectionOf } from '../../support/rejections';

const check = () => Promise.resolve();
const refused = { reason: 'refused', check } as const;
const wanted = { reason: 'wanted', check } as const;

const here = getAccountAt('bearer', 'https://a.test');
const there = getAccountAt('bearer', 'https://b.test');

interface Shown {
  readonly origin: string;
  readonly reason: SignInReason;
  readonly signal: AbortSignal;
  readonly answer: (secret: string | undefined) => void;
  readonly fail: (error: Error) => void;
}

/** Prompts that wait for the test to answer them, in display order. */
function createPrompts(): { readonly prompts: SignInPrompts; readonly shown: Shown[] } {
  const shown: Shown[] = [];
  const made = new SignInPrompts(
    ({ origin }, { reason }, signal) =>
      new Promise((resolve, reject) => {
        signal.addEventListener('abort', () => resolve(undefined));
        shown.push({ origin, reason, signal, answer: resolve, fail: reject });
      }),
  );
  return { prompts: made, shown };
}

/** Waits until all pending callbacks have run. */
const runPending = () => new Promise((resolve) => setImmediate(resolve));

describe('Sign-in prompts', () => {
  it('are shared by all requests that wait for the same account', async () => {
    const { prompts: made, shown } = createPrompts();
    const answers = [made.open(here, refused), made.open(here, wanted)];
    await runPending();
    shown[0]!.answer('t1');
    assert.deepEqual(await Promise.all(answers), ['t1', 't1']);
    assert.deepEqual(
      shown.map(({ origin, reason }) => [origin, reason]),
      [['https://a.test', 'refused']],
    );
  });

  it('are shown again once the last one is closed', async () => {
    const { prompts: made, shown } = createPrompts();
    const first = made.open(here, wanted);
    await runPending();
    shown[0]!.answer(undefined);
    assert.equal(await first, undefined);
    const second = made.open(here, wanted);
    await runPending();
    shown[1]!.answer('t1');
    assert.equal(await second, 't1');
  });

  it('are shown one after the other', async () => {
    const { prompts: made, shown } = createPrompts();
    const accounts = [here, there, { ...here, scheme: 'basic' } as const];
    const answers = accounts.map((account) => made.open(account, refused));
    for (const [index, account] of accounts.entries()) {
      await runPending();
      assert.deepEqual([shown.length, shown[index]!.origin], [index + 1, account.origin]);
      shown[index]!.answer(`t${index}`);
    }
    assert.deepEqual(await Promise.all(answers), ['t0', 't1', 't2']);
  });

  it('stay open when only one of several waiting requests is cancelled', async () => {
    const { prompts: made, shown } = createPrompts();
    const cancel = new AbortController();
    const reason = new Error('stop');
    const [cancelled, other] = [made.open(here, refused, cancel.signal), made.open(here, refused)];
    await runPending();
    cancel.abort(reason);
    assert.equal(await rejectionOf(cancelled), reason);
    assert.equal(shown[0]!.signal.aborted, false);
    shown[0]!.answer('t1');
    assert.equal(await other, 't1');
  });

  it('close when all waiting requests are cancelled', async () => {
    const { prompts: made, shown } = createPrompts();
    const cancel = new AbortController();
    const answers = [made.open(here, refused, cancel.signal), made.open(here, refused, cancel.signal)];
    await runPending();
    cancel.abort(new Error('stop'));
    await Promise.allSettled(answers);
    assert.equal(shown[0]!.signal.aborted, true);
    const next = made.open(here, refused);
    await runPending();
    shown[1]!.answer('t1');
    assert.equal(await next, 't1');
  });

  it('are not shown for a request that was cancelled before', async () => {
    const { prompts: made, shown } = createPrompts();
    const cancel = new AbortController();
    const reason = new Error('stop');
    const first = made.open(here, refused);
    const second = made.open(there, refused, cancel.signal);
    cancel.abort(reason);
    assert.equal(await rejectionOf(second), reason);
    assert.equal(await rejectionOf(made.open(there, refused, cancel.signal)), reason);
    await runPending();
    shown[0]!.answer('t1');
    await first;
    await runPending();
    assert.equal(shown.length, 1);
  });

  it('fail for the waiting requests, and not for the next', async () => {
    const { prompts: made, shown } = createPrompts();
    const broken = new Error('broken');
    const [first, second] = [made.open(here, refused), made.open(there, refused)];
    await runPending();
    shown[0]!.fail(broken);
    assert.equal(await rejectionOf(first), broken);
    await runPending();
    shown[1]!.answer('t1');
    assert.equal(await second, 't1');
  });
});
