import assert from 'node:assert/strict';
import type * as vscode from 'vscode';
import { SeenFailures } from '../../../src/session/seenFailures';

/** A storage in memory, as other windows would see it. */
function createStorage() {
  const values = new Map<string, unknown>();
  const storage: vscode.Memento = {
    keys: () => [...values.keys()],
    get: <T>(key: string, fallback?: T) => (values.has(key) ? values.get(key) : fallback) as T,
    update: (key, value) => Promise.resolve(void values.set(key, value)),
  };
  return { storage, values };
}

const a = { id: 'a', changedAt: 1 };
const b = { id: 'b', changedAt: 2 };

describe('A failure that was seen', () => {
  it('is remembered by the next window', async () => {
    const { storage } = createStorage();
    assert.equal(await new SeenFailures(storage).add([a], [a, b]), true);
    const next = new SeenFailures(storage);
    assert.deepEqual([next.has(a), next.has(b)], [true, false]);
    assert.equal(await next.add([a], [a, b]), false);
  });

  it('is another one when the launch fails again', async () => {
    const seen = new SeenFailures(createStorage().storage);
    await seen.add([a], [a]);
    assert.equal(seen.has({ ...a, changedAt: 7 }), false);
  });

  it('is forgotten with its launch', async () => {
    const { storage, values } = createStorage();
    const seen = new SeenFailures(storage);
    await seen.add([a], [a]);
    await seen.add([b], [b]);
    assert.deepEqual([...values.values()], [{ b: 2 }]);
  });
});
