import assert from 'node:assert/strict';
import { NetworkError, SignedOutError, StatusError } from '../../../src/client/core/errors';
import type { Intercept, RecordedRequest } from '../../../src/emulator/emulator';
import { type AccountRef, AccountSecrets, getAccountAt } from '../../../src/secrets/accountSecrets';
import { createPinnedCredentials } from '../../../src/secrets/credentialSources';
import { SignInPrompts } from '../../../src/secrets/signInPrompts';
import { createClient } from '../../support/client';
import { loseResponse, replyWith } from '../../support/emulatorFaults';
import { keyring } from '../../support/keyring';
import { operations } from '../../support/service';
import { beginLaunch, closeLaunches, requestsFor } from './support/begunLaunch';

const deck = { 'a.inp': '*INCLUDE', 'b.inc': '1, 0, 0', 'c.inc': '2, 0, 0' };

/** The input of a user at a prompt that nothing closes. */
type UserInput = (signal: AbortSignal) => Promise<string | undefined> | string | undefined;

describe('A launch and its account', () => {
  afterEach(closeLaunches);

  async function prepare() {
    const { emulator, record, run, state } = await beginLaunch(deck);
    const account = getAccountAt('bearer', emulator.baseUrl);
    const secrets = new AccountSecrets(keyring());
    await secrets.set(account, 'first-token');
    let valid = 'Bearer first-token';
    emulator.setIntercept(refusal);
    function refusal({ server, headers }: RecordedRequest): Intercept | undefined {
      const isRefused = server === 'service' && headers['authorization'] !== valid;
      return isRefused ? replyWith({ status: 401 }) : undefined;
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
      const to = { authentication: { scheme: 'bearer' }, baseUrl: new URL(emulator.baseUrl) } as const;
      const credentials = createPinnedCredentials({ secrets, signIn }, to, { cancelled });
      return createClient(emulator.baseUrl, { credentials });
    };
    const accepts = (token: string) => (valid = `Bearer ${token}`);
    /** The token expires while the first file is being sent. */
    const onChange = () => {
      if (record.files!.accepted.size === 1) accepts('second-token');
    };
    return { emulator, account, secrets, client, record, run, state, accepts, onChange, refusal, asked };
  }

  const refused = (error: unknown) => error instanceof StatusError && error.status === 401;

  it('prompts once when the token expires, and continues without sending accepted files again', async () => {
    const { emulator, account, client, run, state, onChange, asked } = await prepare();
    await run({ client: client(() => 'second-token'), onChange });
    const repeated = requestsFor(...Object.keys(deck)).toSpliced(-1, 0, 'finaliseModel');
    assert.deepEqual(operations(emulator), repeated);
    assert.deepEqual([asked, state()], [[account], 'launched']);
  });

  it('stops before it finalises when the prompt is dismissed, and can be resumed', async () => {
    const { emulator, account, secrets, client, run, state, onChange, asked } = await prepare();
    await assert.rejects(run({ client: client(), onChange }), refused);
    const before = operations(emulator);
    assert.deepEqual([before, state()], [requestsFor(...Object.keys(deck)).slice(0, -1), 'failed']);
    await secrets.set(account, 'second-token');
    await run({ client: client() });
    assert.deepEqual(operations(emulator).slice(before.length), ['finaliseModel', 'createSimulation']);
    assert.equal(asked.length, 1);
  });

  it('has an unknown outcome when the response to the repeated request is lost', async () => {
    const { emulator, client, record, run, state, accepts, refusal } = await prepare();
    emulator.setIntercept((request) => {
      const isCreated = request.operation === 'createSimulation' && refusal(request) === undefined;
      return isCreated ? loseResponse : refusal(request);
    });
    const onChange = () => {
      if (record.record.finalised) accepts('second-token');
    };
    const lost = (error: unknown) => error instanceof NetworkError && error.sent === 'maybe';
    await assert.rejects(run({ client: client(() => 'second-token'), onChange }), lost);
    assert.deepEqual(operations(emulator).slice(-2), ['createSimulation', 'createSimulation']);
    assert.deepEqual([emulator.simulations.length, state()], [1, 'unknown']);
  });

  it('ends as cancelled when it is cancelled at the prompt, and no outcome is unknown', async () => {
    const { emulator, client, run, state, onChange, accepts } = await prepare();
    const cancel = new AbortController();
    let closed: AbortSignal | undefined;
    const enterSecret: UserInput = (signal) => {
      closed = signal;
      cancel.abort(new Error('cancelled'));
      return new Promise(() => undefined);
    };
    const { signal } = cancel;
    await assert.rejects(run({ client: client(enterSecret, signal), onChange, signal }), {
      message: 'cancelled',
    });
    assert.deepEqual([closed?.aborted, state()], [true, 'cancelled']);
    accepts('first-token');
    await run({ client: client() });
    assert.deepEqual(operations(emulator).slice(-3), ['finaliseModel', 'finaliseModel', 'createSimulation']);
  });

  it('pauses when another user signs in after the prompt of this launch', async () => {
    const { emulator, account, secrets, client, run, state, onChange } = await prepare();
    const enterSecret: UserInput = () => {
      emulator.setIntercept(({ operation }) => {
        if (operation === 'finaliseModel') void secrets.set(account, 'other-token');
        return undefined;
      });
      return 'second-token';
    };
    const paused = (error: unknown) => error instanceof SignedOutError;
    await assert.rejects(run({ client: client(enterSecret), onChange }), paused);
    assert.deepEqual(
      [...operations(emulator).slice(-2), state()],
      ['finaliseModel', 'finaliseModel', 'failed'],
    );
  });
});
