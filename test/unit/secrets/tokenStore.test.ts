import assert from 'node:assert/strict';
import { bearerCredentials, pinnedCredentials, TokenStore } from '../../../src/secrets/tokenStore';
import { brokenKeyrings, keyring } from './keyring';

const origin = 'https://sim.test';
const key = `token ${origin}`;

describe('The token store', () => {
  it('keeps a token in the keyring, under the origin of its service', async () => {
    const secrets = keyring();
    const tokens = new TokenStore(secrets);
    assert.equal(await tokens.set('https://SIM.test:443/api/?x#y', 't1'), 'stored');
    assert.deepEqual([...secrets.content], [[key, 't1']]);
    assert.equal(await tokens.get(`${origin}/other`), 't1');
    assert.equal(await new TokenStore(secrets).get(origin), 't1');
  });

  for (const other of [
    'http://sim.test',
    'https://sim.test:8443',
    'https://api.sim.test',
    'https://sim.test.evil.test',
    'http://127.0.0.1:1',
  ]) {
    it(`has none for ${other}`, async () => {
      const tokens = new TokenStore(keyring({ [key]: 't1', 'token http://localhost:1': 't2' }));
      assert.equal(await tokens.get(other), undefined);
    });
  }

  it('reads a token once', async () => {
    const secrets = keyring({ [key]: 't1' });
    const tokens = new TokenStore(secrets);
    assert.deepEqual([await tokens.get(origin), await tokens.get(origin)], ['t1', 't1']);
    assert.equal(secrets.reads, 1);
  });

  it('finds a token that another window saves later', async () => {
    const secrets = keyring();
    const tokens = new TokenStore(secrets);
    assert.equal(await tokens.get(origin), undefined);
    await new TokenStore(secrets).set(origin, 't1');
    assert.equal(await tokens.get(origin), 't1');
  });

  it('does not use a token any more that another window replaced or removed', async () => {
    const secrets = keyring({ [key]: 't1' });
    const [tokens, elsewhere] = [new TokenStore(secrets), new TokenStore(secrets)];
    await tokens.get(origin);
    await elsewhere.set(origin, 't2');
    assert.equal(tokens.changed(key), origin);
    assert.equal(await tokens.get(origin), 't2');
    await elsewhere.remove(origin);
    tokens.changed(key);
    assert.equal(await tokens.get(origin), undefined);
  });

  it('does not use a token that was removed while it was read', async () => {
    const secrets = keyring({ [key]: 't1' });
    const tokens = new TokenStore(secrets);
    const reading = tokens.get(origin);
    secrets.content.delete(key);
    tokens.changed(key);
    assert.equal(await reading, undefined);
    assert.equal(await tokens.get(origin), undefined);
  });

  it('does not find a token again that was removed here while it was read', async () => {
    const tokens = new TokenStore(keyring({ [key]: 't1' }));
    const reading = tokens.get(origin);
    await tokens.remove(origin);
    assert.deepEqual([await reading, await tokens.get(origin)], [undefined, undefined]);
  });

  it('is not concerned by other keys of the keyring', async () => {
    const secrets = keyring({ [key]: 't1', 'links 1': '[]' });
    const tokens = new TokenStore(secrets);
    assert.equal(tokens.changed('links 1'), undefined);
    assert.equal(tokens.changed('tokens'), undefined);
    assert.deepEqual(await tokens.origins(), [origin]);
  });

  it('removes a token for good', async () => {
    const secrets = keyring({ [key]: 't1' });
    const tokens = new TokenStore(secrets);
    await tokens.get(origin);
    assert.equal(await tokens.remove(origin), 'removed');
    assert.deepEqual([await tokens.get(origin), secrets.content.size], [undefined, 0]);
  });

  it('lists the origins that there are tokens for', async () => {
    const tokens = new TokenStore(keyring({ 'token https://b.test': 't', 'token https://a.test': 't' }));
    await tokens.set('http://127.0.0.1:8080', 't');
    await tokens.remove('https://b.test');
    assert.deepEqual(await tokens.origins(), ['http://127.0.0.1:8080', 'https://a.test']);
  });

  it('tells each token that becomes known', async () => {
    const told: string[] = [];
    const onSecret = (token: string): void => void told.push(token);
    const tokens = new TokenStore(keyring({ [key]: 't1' }), { onSecret });
    await tokens.get(origin);
    await tokens.get(origin);
    await tokens.set(origin, 't2');
    assert.deepEqual(told, ['t1', 't2']);
  });

  for (const [how, secrets] of Object.entries(brokenKeyrings)) {
    describe(`with a keyring that ${how}`, () => {
      it('has no token at first', async () => {
        const tokens = new TokenStore(secrets);
        assert.deepEqual([await tokens.get(origin), await tokens.origins()], [undefined, []]);
      });

      it('keeps a token for this window', async () => {
        const told: string[] = [];
        const tokens = new TokenStore(secrets, { onSecret: (token) => told.push(token) });
        assert.equal(await tokens.set(origin, 't1'), 'thisWindowOnly');
        assert.deepEqual([await tokens.get(origin), await tokens.origins(), told], ['t1', [origin], ['t1']]);
        assert.equal(await new TokenStore(secrets).get(origin), undefined);
      });

      it('forgets a token in this window and says that the keyring has it still', async () => {
        const tokens = new TokenStore(secrets);
        await tokens.set(origin, 't1');
        assert.equal(await tokens.remove(origin), 'stillStored');
        assert.deepEqual([await tokens.get(origin), await tokens.origins()], [undefined, []]);
      });
    });
  }

  it('finds no token where only removing it failed, until somebody signs in', async () => {
    const secrets = { ...keyring({ [key]: 't1' }), delete: () => Promise.reject(new Error('locked')) };
    const tokens = new TokenStore(secrets);
    await tokens.get(origin);
    assert.equal(await tokens.remove(origin), 'stillStored');
    assert.deepEqual([await tokens.get(origin), await tokens.origins()], [undefined, []]);
    assert.equal(await tokens.set(origin, 't2'), 'stored');
    assert.deepEqual([await tokens.get(origin), await tokens.origins()], ['t2', [origin]]);
  });
});

describe('Bearer credentials', () => {
  it('are always those of the moment', async () => {
    const tokens = new TokenStore(keyring());
    const credentials = bearerCredentials(tokens, origin);
    assert.deepEqual(await credentials.headers(), {});
    await tokens.set(origin, 't1');
    assert.deepEqual(await credentials.headers(), { authorization: 'Bearer t1' });
    await tokens.set(origin, 't2');
    assert.deepEqual(await credentials.headers(), { authorization: 'Bearer t2' });
    await tokens.remove(origin);
    assert.deepEqual(await credentials.headers(), {});
  });
});

describe('Pinned credentials', () => {
  const pinned = { authorization: 'Bearer t1' };

  it('stay those of the first request', async () => {
    const tokens = new TokenStore(keyring());
    const credentials = pinnedCredentials(tokens, origin);
    await tokens.set(origin, 't1');
    assert.deepEqual([await credentials.headers(), await credentials.headers()], [pinned, pinned]);
    await tokens.set(origin, 't1');
    assert.deepEqual(await credentials.headers(), pinned);
  });

  it('end with another account, and are there again with the first', async () => {
    const tokens = new TokenStore(keyring({ [key]: 't1' }));
    const credentials = pinnedCredentials(tokens, origin);
    await credentials.headers();
    await tokens.set(origin, 't2');
    assert.equal(await credentials.headers(), undefined);
    await tokens.set(origin, 't1');
    assert.deepEqual(await credentials.headers(), pinned);
  });

  it('end when somebody signs out, here or in another window', async () => {
    const secrets = keyring({ [key]: 't1' });
    const tokens = new TokenStore(secrets);
    const [here, there] = [pinnedCredentials(tokens, origin), pinnedCredentials(tokens, origin)];
    await here.headers();
    await there.headers();
    secrets.content.delete(key);
    assert.deepEqual(await there.headers(), pinned);
    tokens.changed(key);
    assert.equal(await there.headers(), undefined);
    await tokens.set(origin, 't1');
    await tokens.remove(origin);
    assert.equal(await here.headers(), undefined);
  });

  it('are none for ever when nobody was signed in at first', async () => {
    const tokens = new TokenStore(keyring());
    const credentials = pinnedCredentials(tokens, origin);
    assert.deepEqual(await credentials.headers(), {});
    await tokens.set(origin, 't1');
    assert.deepEqual(await credentials.headers(), {});
  });

  it('are the same for requests that are made at the same time', async () => {
    const tokens = new TokenStore(keyring({ [key]: 't1' }));
    const credentials = pinnedCredentials(tokens, origin);
    assert.deepEqual(
      await Promise.all([credentials.headers(), credentials.headers(), credentials.headers()]),
      [pinned, pinned, pinned],
    );
  });
});
