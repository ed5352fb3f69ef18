import assert from 'node:assert/strict';
import { NetworkError, SignedOutError, StatusError } from '../../../src/client/core/errors';
import type { Intercept, RecordedRequest } from '../../../src/emulator/emulator';
import type { JournalWriter } from '../../../src/launch/journalWriter';
import { launchActions } from '../../../src/launch/launchActions';
import { launchState } from '../../../src/launch/launchRecord';
import { type AccountRef, AccountSecrets, getAccountAt } from '../../../src/secrets/accountSecrets';
import { createPinnedCredentials } from '../../../src/secrets/credentialSources';
import { SignInPrompts } from '../../../src/secrets/signInPrompts';
import { FileUploadError } from '../../../src/upload/errors';
import { createClient } from '../../support/client';
import { keyring } from '../../support/keyring';
import { launchBench, plannedLaunch } from '../../support/launches';
import { operations, startService, stopServices } from '../../support/service';

const deck = { 'a.inp': '*INCLUDE', 'b.inc': '1, 0, 0', 'c.inc': '2, 0, 0' };

/** The input of a user at a prompt that nothing closes. */
type UserInput = (signal: AbortSignal) => Promise<string | undefined> | string | undefined;

describe('A launch and its account', () => {
  const closings: (() => Promise<void>)[] = [];
  afterEach(async () => {
    for (const close of closings.splice(0)) await close();
    await stopServices();
  });

  async function prepare() {
    const { emulator } = await startService();
    const account = getAccountAt('bearer', emulator.baseUrl);
    const secrets = new AccountSecrets(keyring());
    await secrets.set(account, 'first-token');
    let valid = 'Bearer first-token';
    emulator.setIntercept(refusal);
    function refusal({ server, headers }: RecordedRequest): Intercept | undefined {
      const isRefused = server === 'service' && headers['authorization'] !== valid;
      return isRefused ? { kind: 'reply', status: 401 } : undefined;
    }
    const asked: AccountRef[] = [];
    /** A client as a window creates it for each run of a launch. */
    const client = (enterSecret: UserInput = () => undefined, cancelled?: AbortSignal) => {
      const prompts = new SignInPrompts(async (to, _, signal) => {
        asked.push(to);
        const entered = await enterSecret(signal);
        if (entered !== undefined) await secrets.set(to, entered);
        return entered;
      });
      const signIn = (to: AccountRef, signal: AbortSignal) =>
        prompts.open(to, { reason: 'refused', check: () => Promise.resolve() }, signal);
      const to = { authentication: { scheme: 'bearer' }, origin: emulator.baseUrl } as const;
      const made = createClient(emulator.baseUrl, {
        credentials: createPinnedCredentials({ secrets, signIn }, to, { cancelled }),
      });
      return made;
    };
    const bench = await launchBench({ client: client() });
    const { plan } = await plannedLaunch(emulator, deck);
    const record: JournalWriter = await bench.journal.begin(plan);
    closings.push(() => record.close());
    const accepts = (token: string) => (valid = `Bearer ${token}`);
    /** The token expires while the first file is being sent. */
    const onChange = () => {
      if (record.files!.accepted.size === 1) accepts('second-token');
    };
    return { emulator, account, secrets, client, bench, record, accepts, onChange, refusal, asked };
  }

  const refused = (error: unknown) => error instanceof StatusError && error.status === 401;

  it('prompts once when the token expires, and continues without sending accepted files again', async () => {
    const { emulator, account, client, bench, record, onChange, asked } = await prepare();
    await bench.run(record, { client: client(() => 'second-token'), onChange });
    assert.deepEqual(operations(emulator), [
      'createProject',
      'createModel',
      'uploadFile a.inp',
      'uploadFile b.inc',
      'uploadFile c.inc',
      'finaliseModel',
      'finaliseModel',
      'createSimulation',
    ]);
    assert.deepEqual([asked, launchState(record.record, false)], [[account], 'launched']);
  });

  it('prompts before anything is created when the token has expired before', async () => {
    const { emulator, client, bench, record, accepts, asked } = await prepare();
    accepts('second-token');
    await bench.run(record, { client: client(() => 'second-token') });
    assert.deepEqual(operations(emulator).slice(0, 3), ['createProject', 'createProject', 'createModel']);
    assert.equal(emulator.projects.filter(({ name }) => name === 'Study').length, 1);
    assert.deepEqual([asked.length, launchState(record.record, false)], [1, 'launched']);
  });

  it('stops before it finalises when the prompt is dismissed, and can be resumed', async () => {
    const { emulator, account, secrets, client, bench, record, onChange, asked } = await prepare();
    await assert.rejects(bench.run(record, { client: client(), onChange }), refused);
    const before = operations(emulator);
    assert.deepEqual(before.slice(-4), [
      'uploadFile a.inp',
      'uploadFile b.inc',
      'uploadFile c.inc',
      'finaliseModel',
    ]);
    const state = launchState(record.record, false);
    assert.deepEqual(
      [state, launchActions({ record: record.record, state, runsHere: false }).includes('retry')],
      ['failed', true],
    );
    await secrets.set(account, 'second-token');
    await bench.run(record, { client: client() });
    assert.deepEqual(operations(emulator).slice(before.length), ['finaliseModel', 'createSimulation']);
    assert.equal(asked.length, 1);
  });

  it('fails when the new token is rejected too, without a second prompt', async () => {
    const { emulator, client, bench, record, onChange, asked } = await prepare();
    await assert.rejects(bench.run(record, { client: client(() => 'third-token'), onChange }), refused);
    assert.deepEqual(operations(emulator).slice(-3), ['uploadFile c.inc', 'finaliseModel', 'finaliseModel']);
    assert.deepEqual([asked.length, launchState(record.record, false)], [1, 'failed']);
  });

  it('has an unknown outcome when the response to the repeated request is lost', async () => {
    const { emulator, client, bench, record, accepts, refusal } = await prepare();
    emulator.setIntercept((request) => {
      const isCreated = request.operation === 'createSimulation' && refusal(request) === undefined;
      return isCreated ? { kind: 'drop', when: 'afterApplying' } : refusal(request);
    });
    const onChange = () => {
      if (record.record.finalised) accepts('second-token');
    };
    const lost = (error: unknown) => error instanceof NetworkError && error.sent === 'maybe';
    await assert.rejects(bench.run(record, { client: client(() => 'second-token'), onChange }), lost);
    assert.deepEqual(operations(emulator).slice(-2), ['createSimulation', 'createSimulation']);
    assert.deepEqual([emulator.simulations.length, launchState(record.record, false)], [1, 'unknown']);
  });

  it('ends as cancelled when it is cancelled at the prompt, and no outcome is unknown', async () => {
    const { emulator, client, bench, record, onChange, accepts } = await prepare();
    const cancel = new AbortController();
    let closed: AbortSignal | undefined;
    const enterSecret: UserInput = (signal) => {
      closed = signal;
      cancel.abort(new Error('cancelled'));
      return new Promise(() => undefined);
    };
    const { signal } = cancel;
    await assert.rejects(bench.run(record, { client: client(enterSecret, signal), onChange, signal }), {
      message: 'cancelled',
    });
    assert.deepEqual([closed?.aborted, launchState(record.record, false)], [true, 'cancelled']);
    accepts('first-token');
    await bench.run(record, { client: client() });
    assert.deepEqual(operations(emulator).slice(-3), ['finaliseModel', 'finaliseModel', 'createSimulation']);
  });

  for (const [what, change] of [
    ['is signed out', (secrets: AccountSecrets, account: AccountRef) => secrets.remove(account)],
    [
      'is signed in as another user',
      (secrets: AccountSecrets, account: AccountRef) => secrets.set(account, 'other-token'),
    ],
  ] as const) {
    it(`pauses before its next file when the window ${what}, and sends only the rest later`, async () => {
      const { emulator, account, secrets, client, bench, record, asked } = await prepare();
      let changed: Promise<unknown> | undefined;
      emulator.setIntercept(({ fileName }) => {
        if (fileName === 'a.inp') changed ??= change(secrets, account);
        return undefined;
      });
      const paused = (error: unknown) =>
        error instanceof FileUploadError && error.cause instanceof SignedOutError;
      await assert.rejects(bench.run(record, { client: client() }), paused);
      await changed;
      const before = operations(emulator);
      assert.deepEqual(before.slice(-2), ['createModel', 'uploadFile a.inp']);
      assert.equal(launchState(record.record, false), 'failed');
      await secrets.set(account, 'first-token');
      await bench.run(record, { client: client() });
      assert.deepEqual(operations(emulator).slice(before.length), [
        'uploadFile b.inc',
        'uploadFile c.inc',
        'finaliseModel',
        'createSimulation',
      ]);
      assert.deepEqual(asked, []);
    });
  }

  it('pauses when another user signs in after the prompt of this launch', async () => {
    const { emulator, account, secrets, client, bench, record, onChange } = await prepare();
    const enterSecret: UserInput = () => {
      emulator.setIntercept(({ operation }) => {
        if (operation === 'finaliseModel') void secrets.set(account, 'other-token');
        return undefined;
      });
      return 'second-token';
    };
    const paused = (error: unknown) => error instanceof SignedOutError;
    await assert.rejects(bench.run(record, { client: client(enterSecret), onChange }), paused);
    assert.deepEqual(operations(emulator).slice(-2), ['finaliseModel', 'finaliseModel']);
    assert.equal(launchState(record.record, false), 'failed');
  });

  it('keeps the account that it began with when the user signs in meanwhile', async () => {
    const { emulator, account, secrets, client, bench, record } = await prepare();
    await secrets.remove(account);
    emulator.setIntercept(undefined);
    let changed: Promise<unknown> | undefined;
    const onChange = () => {
      if (record.files!.accepted.size === 1) changed ??= secrets.set(account, 'late-token');
    };
    await bench.run(record, { client: client(), onChange });
    await changed;
    const sent = new Set(emulator.requests.map(({ headers }) => headers['authorization']));
    assert.deepEqual(sent, new Set([undefined]));
    assert.equal(operations(emulator).at(-1), 'createSimulation');
  });
});
