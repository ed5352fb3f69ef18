import assert from 'node:assert/strict';
import type { SecretScheme } from '../../../src/client/authentication';
import { AccountSecrets, getAccountAt } from '../../../src/secrets/accountSecrets';
import { brokenKeyrings, keyring } from '../../support/keyring';

const account = getAccountAt('bearer', 'https://sim.test');
const key = 'token https://sim.test';

describe('The secrets of accounts', () => {
  for (const [scheme, stored] of [
    ['bearer', 'token https://sim.test'],
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

  for (const other of [
    'http://sim.test',
    'https://sim.test:8443',
    'https://api.sim.test',
    'https://sim.test.evil.test',
    'http://127.0.0.1:1',
  ]) {
    it(`do not exist for ${other}`, async () => {
      const secrets = new AccountSecrets(keyring({ [key]: 't1', 'token http://localhost:1': 't2' }));
      assert.equal(await secrets.get(getAccountAt('bearer', other)), undefined);
    });
  }

  for (const scheme of ['basic', 'apiKey'] satisfies SecretScheme[]) {
    it(`do not exist for another scheme: ${scheme}`, async () => {
      const secrets = new AccountSecrets(keyring({ [key]: 't1' }));
      await secrets.get(account);
      assert.equal(await secrets.get({ ...account, scheme }), undefined);
    });
  }

  it('are read only once', async () => {
    const kept = keyring({ [key]: 't1' });
    const secrets = new AccountSecrets(kept);
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
    const kept = keyring({ [key]: 't1' });
    const [secrets, elsewhere] = [new AccountSecrets(kept), new AccountSecrets(kept)];
    await secrets.get(account);
    await elsewhere.set(account, 't2');
    assert.deepEqual(secrets.changed(key), account);
    assert.equal(await secrets.get(account), 't2');
    await elsewhere.remove(account);
    secrets.changed(key);
    assert.equal(await secrets.get(account), undefined);
  });

  it('are not used when they were removed while they were being read', async () => {
    const kept = keyring({ [key]: 't1' });
    const secrets = new AccountSecrets(kept);
    const reading = secrets.get(account);
    kept.content.delete(key);
    secrets.changed(key);
    assert.equal(await reading, undefined);
    assert.equal(await secrets.get(account), undefined);
  });

  it('are not found again when they were removed here while they were being read', async () => {
    const secrets = new AccountSecrets(keyring({ [key]: 't1' }));
    const reading = secrets.get(account);
    await secrets.remove(account);
    assert.deepEqual([await reading, await secrets.get(account)], [undefined, undefined]);
  });

  it('are not found in other keys of the keyring', async () => {
    const secrets = new AccountSecrets(keyring({ [key]: 't1', 'links 1': '[]' }));
    assert.deepEqual([secrets.changed('links 1'), secrets.changed('tokens')], [undefined, undefined]);
    assert.deepEqual(await secrets.accounts(), [account]);
  });

  it('are removed for good, and those of another scheme stay', async () => {
    const kept = keyring({ [key]: 't1', 'password https://sim.test': 'a:b' });
    const secrets = new AccountSecrets(kept);
    await secrets.get(account);
    assert.equal(await secrets.remove(account), 'removed');
    assert.equal(await secrets.get(account), undefined);
    assert.deepEqual([...kept.content], [['password https://sim.test', 'a:b']]);
  });

  it('are listed', async () => {
    const kept = { 'token https://b.test': 't', 'token https://a.test': 't', 'apiKey https://a.test': 't' };
    const secrets = new AccountSecrets(keyring(kept));
    await secrets.set(getAccountAt('basic', 'http://127.0.0.1:8080'), 'a:b');
    await secrets.remove(getAccountAt('bearer', 'https://b.test'));
    assert.deepEqual(await secrets.accounts(), [
      { scheme: 'apiKey', origin: 'https://a.test' },
      { scheme: 'basic', origin: 'http://127.0.0.1:8080' },
      { scheme: 'bearer', origin: 'https://a.test' },
    ]);
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
    describe(`with a keyring that ${how}`, () => {
      it('do not exist at first', async () => {
        const secrets = new AccountSecrets(broken);
        assert.deepEqual([await secrets.get(account), await secrets.accounts()], [undefined, []]);
      });

      it('are kept for this window', async () => {
        const told: string[] = [];
        const secrets = new AccountSecrets(broken, { onSecret: (part) => told.push(part) });
        assert.equal(await secrets.set(account, 't1'), 'thisWindowOnly');
        assert.deepEqual(
          [await secrets.get(account), await secrets.accounts(), told],
          ['t1', [account], ['t1']],
        );
        assert.equal(await new AccountSecrets(broken).get(account), undefined);
      });

      it('are removed in this window, with the warning that the keyring still has them', async () => {
        const secrets = new AccountSecrets(broken);
        await secrets.set(account, 't1');
        assert.equal(await secrets.remove(account), 'stillStored');
        assert.deepEqual([await secrets.get(account), await secrets.accounts()], [undefined, []]);
      });
    });
  }

  it('are not found after a removal that failed, until the user signs in again', async () => {
    const locked = { ...keyring({ [key]: 't1' }), delete: () => Promise.reject(new Error('locked')) };
    const secrets = new AccountSecrets(locked);
    await secrets.get(account);
    assert.equal(await secrets.remove(account), 'stillStored');
    assert.deepEqual([await secrets.get(account), await secrets.accounts()], [undefined, []]);
    assert.equal(await secrets.set(account, 't2'), 'stored');
    assert.deepEqual([await secrets.get(account), await secrets.accounts()], ['t2', [account]]);
  });
});
