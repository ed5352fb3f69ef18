import assert from 'node:assert/strict';
import { accountNameOf, createAccountFingerprint } from '../../../src/secrets/accountName';
import { AccountSecrets, getAccountAt } from '../../../src/secrets/accountSecrets';
import {
  createCurrentCredentials,
  createPinnedCredentials,
  createTrialCredentials,
  type SignIn,
} from '../../../src/secrets/credentialSources';
import { keyring } from '../../support/keyring';
import { rejectionOf } from '../../support/rejections';

const to = { authentication: { scheme: 'bearer' }, baseUrl: new URL('https://sim.test/api') } as const;
const account = getAccountAt('bearer', to.baseUrl);
const key = 'token https://sim.test';
const never = new AbortController().signal;
const dismissPrompt: SignIn = () => Promise.resolve(undefined);
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

describe('Current credentials', () => {
  it('are requested after a rejection when the user is no longer signed in', async () => {
    const secrets = new AccountSecrets(keyring());
    const asked: unknown[] = [];
    const signIn: SignIn = (who) => Promise.resolve(asked.push(who) > 1 ? 't2' : undefined);
    const credentials = createCurrentCredentials({ secrets, signIn }, to);
    assert.equal(await credentials.refresh!(bearer('t1'), never), false);
    assert.equal(await credentials.refresh!(bearer('t1'), never), true);
    assert.deepEqual(asked, [account, account]);
  });
});

describe('Trial credentials', () => {
  it('are redacted before they are used, and never stored', async () => {
    const redacted: string[] = [];
    const kept = keyring();
    const secrets = new AccountSecrets(kept, { onSecret: (secret) => redacted.push(secret) });
    const basic = { ...to, authentication: { scheme: 'basic' } } as const;
    const credentials = createTrialCredentials(secrets, basic, 'jane:secret');
    assert.deepEqual(redacted, ['jane:secret', 'secret']);
    assert.deepEqual(await credentials.headers(), { authorization: 'Basic amFuZTpzZWNyZXQ=' });
    assert.equal('refresh' in credentials, false);
    assert.deepEqual([await secrets.get(account), kept.content.size], [undefined, 0]);
  });
});

describe('Pinned credentials', () => {
  const pinned = bearer('t1');

  /** Those of a launch, and the rest of its window. @param stored the token in the keyring, empty for none */
  function pin(stored = 't1', signIn: SignIn = dismissPrompt, cancelled?: AbortSignal) {
    const kept = keyring(stored === '' ? {} : { [key]: stored });
    const secrets = new AccountSecrets(kept);
    const source = { secrets, signIn };
    return { kept, secrets, source, credentials: createPinnedCredentials(source, to, { cancelled }) };
  }

  it('end with another account, and work again with the first', async () => {
    const { secrets, credentials } = pin();
    await credentials.headers();
    await secrets.set(account, 't2');
    assert.equal(await credentials.headers(), undefined);
    await secrets.set(account, 't1');
    assert.deepEqual(await credentials.headers(), pinned);
  });

  it('end when the user signs out, here or in another window', async () => {
    const { kept, secrets, source, credentials: here } = pin();
    const there = createPinnedCredentials(source, to);
    await here.headers();
    await there.headers();
    kept.content.delete(key);
    assert.deepEqual(await there.headers(), pinned);
    secrets.changed(key);
    assert.equal(await there.headers(), undefined);
    await secrets.set(account, 't1');
    await secrets.remove(account);
    assert.equal(await here.headers(), undefined);
  });

  it('stay absent when the user was not signed in at first', async () => {
    const { secrets, credentials } = pin('');
    assert.deepEqual(await credentials.headers(), {});
    await secrets.set(account, 't1');
    assert.deepEqual(await credentials.headers(), {});
  });

  it('are the same for concurrent requests', async () => {
    const { credentials } = pin();
    const both = await Promise.all([credentials.headers(), credentials.headers()]);
    assert.deepEqual(both, [pinned, pinned]);
  });

  for (const first of ['t1', '']) {
    it(`become the input of the user at the prompt after their rejection: ${first || 'none'} at first`, async () => {
      const { secrets, credentials } = pin(first, async (who) => {
        await secrets.set(who, 't2');
        return 't2';
      });
      const refused = (await credentials.headers())!;
      assert.equal(await credentials.refresh!(refused, never), true);
      assert.deepEqual(await credentials.headers(), bearer('t2'));
      await secrets.set(account, 't3');
      assert.equal(await credentials.headers(), undefined);
    });
  }

  it('do not change when the prompt is dismissed', async () => {
    const { credentials } = pin();
    assert.equal(await credentials.refresh!((await credentials.headers())!, never), false);
    assert.deepEqual(await credentials.headers(), pinned);
  });

  it('cause no prompt when they have ended before their rejection arrived', async () => {
    const { secrets, credentials } = pin('t1', () => assert.fail('asked'));
    const refused = (await credentials.headers())!;
    await secrets.set(account, 't2');
    assert.equal(await credentials.refresh!(refused, never), true);
    assert.equal(await credentials.headers(), undefined);
  });

  it('are not awaited when the launch is cancelled', async () => {
    const cancel = new AbortController();
    const reason = new Error('stop');
    const signIn: SignIn = (_, signal) => {
      cancel.abort(reason);
      return Promise.reject(signal.reason as Error);
    };
    const { credentials } = pin('t1', signIn, cancel.signal);
    assert.equal(await rejectionOf(credentials.refresh!((await credentials.headers())!, never)), reason);
  });
});

describe('Pinned credentials of a user', () => {
  const basic = { ...to, authentication: { scheme: 'basic' } } as const;
  const who = getAccountAt('basic', to.baseUrl);
  const anton = createAccountFingerprint(accountNameOf(basic.authentication, 'anton:old')!);

  for (const [title, first, recorded, entered, expected] of [
    ['may get another password', 'anton:old', undefined, 'anton:new', true],
    ['may get another password in another window', undefined, anton, 'anton:new', true],
    ['never become those of another user', 'anton:old', undefined, 'berta:new', false],
    ['never become those of another user in another window', undefined, anton, 'berta:new', false],
    ['may be those of any user when the launch began without', undefined, undefined, 'berta:new', true],
    ['are those of the user who resumed it, not of who began it', 'berta:old', anton, 'berta:new', true],
  ] as const)
    it(title, async () => {
      const secrets = new AccountSecrets(
        keyring(first === undefined ? {} : { 'password https://sim.test': first }),
      );
      const signIn: SignIn = async () => {
        await secrets.set(who, entered);
        return entered;
      };
      const credentials = createPinnedCredentials({ secrets, signIn }, basic, { account: recorded });
      assert.equal(await credentials.refresh!((await credentials.headers())!, never), expected);
    });
});

describe('Credentials for a service without authentication', () => {
  it('do not exist, and cause no prompt', async () => {
    const secrets = new AccountSecrets(keyring({ [key]: 't1' }));
    const none = { ...to, authentication: { scheme: 'none' } } as const;
    for (const made of [createCurrentCredentials, createPinnedCredentials]) {
      const credentials = made({ secrets, signIn: dismissPrompt }, none);
      assert.deepEqual(await credentials.headers(), {});
      assert.ok(!credentials.refresh);
    }
  });
});
