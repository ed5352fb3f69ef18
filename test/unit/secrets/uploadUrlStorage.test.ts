import assert from 'node:assert/strict';
import { KeyringError } from '../../../src/launch/errors';
import { createUploadUrlStore, type UploadUrlKeyring } from '../../../src/platform/uploadUrlStorage';
import { Redactor } from '../../../src/secrets/redactor';
import { brokenKeyrings, keyring } from '../../support/keyring';

const signature = 'signature-0123456789';
const uploadUrls = new Map([['a.inp', `https://f/a.inp?sig=${signature}`]]);

function storeOf(secrets: UploadUrlKeyring) {
  const redactor = new Redactor();
  const log = [] as string[];
  return { redactor, log, store: createUploadUrlStore(secrets, redactor, (line) => log.push(line)) };
}

const brokenLine = 'The upload URLs could not be stored. This upload can be resumed only in this window.';

describe('Upload URLs in the keyring', () => {
  it('are available after a reload, for their launch only', async () => {
    const secrets = keyring();
    await storeOf(secrets).store.put('1', uploadUrls);
    const { store, log } = storeOf(secrets);
    assert.deepEqual([await store.get('1'), await store.get('2'), log], [uploadUrls, undefined, []]);
    await store.delete('1');
    assert.deepEqual([await store.get('1'), secrets.content.size], [undefined, 0]);
  });

  for (const [name, broken] of Object.entries(brokenKeyrings)) {
    it(`are not reported as lost when the keyring ${name}, and available in the window that created them`, async () => {
      const { store, log } = storeOf(broken);
      await assert.rejects(store.get('1'), KeyringError);
      await store.put('1', uploadUrls);
      assert.deepEqual([await store.get('1'), log], [uploadUrls, [brokenLine]]);
      await store.delete('1');
      await assert.rejects(store.get('1'), KeyringError);
    });
  }

  it('are available in the window that has read them, whatever happens to the keyring', async () => {
    const secrets = keyring();
    await storeOf(secrets).store.put('1', uploadUrls);
    const { store } = storeOf(secrets);
    await store.get('1');
    secrets.get = () => Promise.reject(new Error('locked'));
    assert.deepEqual(await store.get('1'), uploadUrls);
  });

  const ofAnother = JSON.stringify({ launch: '2', uploadUrls: [...uploadUrls] });
  const broken = ['[1]', '[["a.inp"]]', '[["a.inp",1]]'].map((list) => `{"launch":"1","uploadUrls":${list}}`);
  for (const damaged of ['', '{', 'null', '{}', ...broken, ofAnother]) {
    it(`are lost when the stored value is ${JSON.stringify(damaged)}, and the log says so`, async () => {
      const { store, log } = storeOf(keyring({ 'uploadUrls 1': damaged }));
      assert.equal(await store.get('1'), undefined);
      assert.deepEqual(log, ['The stored upload URLs cannot be read.']);
    });
  }

  it('are known to the redactor as soon as they exist, even if nothing more is sent to them', async () => {
    const secrets = keyring();
    const first = storeOf(secrets);
    const second = storeOf(secrets);
    await first.store.put('1', uploadUrls);
    assert.equal(first.redactor.exact(signature), '[secret]');
    await second.store.get('1');
    await second.store.delete('1');
    for (const { redactor } of [first, second]) assert.equal(redactor.exact(signature), '[secret]');
  });
});
