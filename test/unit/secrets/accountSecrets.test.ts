import assert from 'node:assert/strict';
import { AccountSecrets, getAccountAt } from '../../../src/secrets/accountSecrets';
import { brokenKeyrings, keyring } from '../../support/keyring';

const account = getAccountAt('bearer', 'https://sim.test');
const key = 'token https://sim.test';

describe('The secrets of accounts', () => {
  for (const [scheme, stored] of [
    ['bearer', key],
    ['basic', 'password https://sim.test'],
    ['apiKey', 'apiKey https://sim.test'],
  ] as const) {
    it(`are stored in the keyring under the authentication scheme and the origin of the service: ${scheme}`, async () => {
      const kept = keyring();
      const secrets = new AccountSecrets(kept);
      assert.equal(await secrets.set(getAccountAt(scheme, 'https://SIM.test:443/api/?x#y'), 'a:b'), 'stored');
      assert.deepEqual([...kept.content], [[stored, 'a:b']]);
      const other = getAccountAt(scheme, 'https://sim.test/other');
      assert.deepEqual([await secrets.get(other), await new AccountSecrets(kept).get(other)], ['a:b', 'a:b']);
      assert.deepEqual(await secrets.accounts(), [{ scheme, origin: 'https://sim.test' }]);
    });
  }

  it('do not exist for another scheme, host, port or protocol', async () => {
    const secrets = new AccountSecrets(keyring({ [key]: 't1', 'token http://localhost:1': 't2' }));
    assert.equal(await secrets.get(account), 't1');
    for (const other of [
      getAccountAt('basic', account.origin),
      getAccountAt('apiKey', account.origin),
      getAccountAt('bearer', 'http://sim.test'),
      getAccountAt('bearer', 'https://sim.test:8443'),
      getAccountAt('bearer', 'https://api.sim.test'),
      getAccountAt('bearer', 'https://sim.test.evil.test'),
      getAccountAt('bearer', 'http://127.0.0.1:1'),
    ])
      assert.equal(await secrets.get(other), undefined, JSON.stringify(other));
  });

  /** Secrets of this window, the first of which is stored. */
  function signedIn() {
    const kept = keyring({ [key]: 't1' });
    return { kept, secrets: new AccountSecrets(kept), elsewhere: new AccountSecrets(kept) };
  }

  it('are read only once', async () => {
    const { kept, secrets } = signedIn();
    assert.deepEqual([await secrets.get(account), await secrets.get(account)], ['t1', 't1']);
    assert.equal(kept.reads, 1);
  });

  it('are found when another window saves them later', async () => {
    const kept = keyring();
    const secrets = new AccountSecrets(kept);
    assert.equal(await secrets.get(account), undefined);
    await new AccountSecrets(kept).set(account, 't1');
    assert.equal(await secrets.get(account), 't1');
  });

  it('are no longer used when another window replaced or removed them', async () => {
    const { secrets, elsewhere } = signedIn();
    await secrets.get(account);
    await elsewhere.set(account, 't2');
    assert.deepEqual(secrets.changed(key), account);
    assert.equal(await secrets.get(account), 't2');
    await elsewhere.remove(account);
    secrets.changed(key);
    assert.equal(await secrets.get(account), undefined);
  });

  it('are not used when they were removed while they were being read', async () => {
    const { kept, secrets } = signedIn();
    const reading = secrets.get(account);
    kept.content.delete(key);
    secrets.changed(key);
    assert.deepEqual([await reading, await secrets.get(account)], [undefined, undefined]);
  });

  it('are not found again when they were removed here while they were being read', async () => {
    const { secrets } = signedIn();
    const reading = secrets.get(account);
    await secrets.remove(account);
    assert.deepEqual([await reading, await secrets.get(account)], [undefined, undefined]);
  });

  it('are removed for good, and those of another scheme stay', async () => {
    const kept = keyring({ [key]: 't1', 'password https://sim.test': 'a:b' });
    const secrets = new AccountSecrets(kept);
    await secrets.get(account);
    assert.equal(await secrets.remove(account), 'removed');
    assert.equal(await secrets.get(account), undefined);
    assert.deepEqual([...kept.content], [['password https://sim.test', 'a:b']]);
  });

  it('are listed, and other keys of the keyring are none', async () => {
    const kept = { 'token https://b.test': 't', 'token https://a.test': 't', 'apiKey https://a.test': 't' };
    const secrets = new AccountSecrets(keyring({ ...kept, 'uploadUrls 1': '[]' }));
    await secrets.set(getAccountAt('basic', 'http://127.0.0.1:8080'), 'a:b');
    await secrets.remove(getAccountAt('bearer', 'https://b.test'));
    assert.deepEqual(await secrets.accounts(), [
      { scheme: 'apiKey', origin: 'https://a.test' },
      { scheme: 'basic', origin: 'http://127.0.0.1:8080' },
      { scheme: 'bearer', origin: 'https://a.test' },
    ]);
    assert.deepEqual([secrets.changed('uploadUrls 1'), secrets.changed('tokens')], [undefined, undefined]);
  });

  it('are reported once they are known, a password also without its user name', async () => {
    const told: string[] = [];
    const secrets = new AccountSecrets(keyring({ [key]: 't1' }), { onSecret: (part) => told.push(part) });
    await secrets.get(account);
    await secrets.get(account);
    await secrets.set(account, 't2');
    await secrets.set({ ...account, scheme: 'basic' }, 'jane:pa:ss');
    assert.deepEqual(told, ['t1', 't2', 'jane:pa:ss', 'pa:ss']);
  });

  for (const [how, broken] of Object.entries(brokenKeyrings)) {
    it(`are kept in this window alone with a keyring that ${how}, until it warns that the keyring may still have them`, async () => {
      const told: string[] = [];
      const secrets = new AccountSecrets(broken, { onSecret: (part) => told.push(part) });
      const known = async () => [await secrets.get(account), await secrets.accounts()];
      assert.deepEqual(await known(), [undefined, []]);
      assert.equal(await secrets.set(account, 't1'), 'thisWindowOnly');
      assert.deepEqual([await known(), told], [['t1', [account]], ['t1']]);
      assert.equal(await new AccountSecrets(broken).get(account), undefined);
      assert.equal(await secrets.remove(account), 'stillStored');
      assert.deepEqual(await known(), [undefined, []]);
    });
  }

  it('are not found after a removal that failed, until the user signs in again', async () => {
    const locked = { ...keyring({ [key]: 't1' }), delete: () => Promise.reject(new Error('locked')) };
    const secrets = new AccountSecrets(locked);
    const known = async () => [await secrets.get(account), await secrets.accounts()];
    assert.deepEqual(await known(), ['t1', [account]]);
    assert.equal(await secrets.remove(account), 'stillStored');
    assert.deepEqual(await known(), [undefined, []]);
    assert.equal(await secrets.set(account, 't2'), 'stored');
    assert.deepEqual(await known(), ['t2', [account]]);
  });
});
