import assert from 'node:assert/strict';
import { ModelLedger, type KnownModel } from '../../../src/launch/modelLedger';

function memoryStorage() {
  const values = new Map<string, unknown>();
  return {
    get: (key: string) => values.get(key),
    update: (key: string, value: unknown) => {
      values.set(key, structuredClone(value));
      return Promise.resolve();
    },
  };
}

const model = (id: string, changes: Partial<KnownModel> = {}): KnownModel => ({
  baseUrl: 'https://one.example/',
  variant: 'variant_b',
  id,
  name: `model ${id}`,
  files: 2,
  size: 10,
  state: 'uploaded',
  uploadedAt: 1,
  ...changes,
});

describe('the ledger of uploaded models', () => {
  it('lists the newest first, of one service and variant only', async () => {
    const ledger = new ModelLedger(memoryStorage());
    await ledger.note(model('a'));
    await ledger.note(model('b', { variant: 'variant_a' }));
    await ledger.note(model('c', { baseUrl: 'https://two.example/' }));
    await ledger.note(model('d'));
    assert.deepEqual(ledger.list('https://one.example/', 'variant_b'), [model('d'), model('a')]);
  });

  it('replaces what it knew of a model', async () => {
    const ledger = new ModelLedger(memoryStorage());
    await ledger.note(model('a'));
    await ledger.note(model('a', { state: 'finalised' }));
    assert.deepEqual(ledger.list('https://one.example/', 'variant_b'), [model('a', { state: 'finalised' })]);
  });

  it('forgets a service that is gone', async () => {
    const ledger = new ModelLedger(memoryStorage());
    await ledger.note(model('a'));
    await ledger.note(model('c', { baseUrl: 'https://two.example/' }));
    await ledger.forget('https://one.example/');
    assert.deepEqual(ledger.list('https://one.example/', 'variant_b'), []);
    assert.equal(ledger.list('https://two.example/', 'variant_b').length, 1);
  });

  it('keeps two hundred models', async () => {
    const ledger = new ModelLedger(memoryStorage());
    for (let index = 0; index < 210; index++) await ledger.note(model(String(index)));
    const ids = ledger.list('https://one.example/', 'variant_b').map(({ id }) => id);
    assert.deepEqual([ids.length, ids[0], ids.at(-1)], [200, '209', '10']);
  });
});
