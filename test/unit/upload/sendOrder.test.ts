import assert from 'node:assert/strict';
import { type PendingFile, SendOrder } from '../../../src/upload/sendOrder';
import type { PlannedFile } from '../../../src/upload/uploadPlan';

const megabyte = 1024 * 1024;

describe('Files that wait to be sent', () => {
  it('are sent in the order of the plan when they are equally large', () => {
    assert.deepEqual(takeAll(new SendOrder(equal(1000, 'a', 'b', 'c'))), ['a', 'b', 'c']);
    assert.deepEqual(takeAll(new SendOrder(equal(5 * megabyte, 'a', 'b', 'c'))), ['a', 'b', 'c']);
  });

  it('begin with the largest', () => {
    const files = [...equal(1000, 'small'), ...equal(megabyte, 'large'), ...equal(2 * megabyte, 'larger')];
    assert.deepEqual(takeAll(new SendOrder(files)), ['larger', 'large', 'small']);
  });

  it('leave half of the connections to small files while there are any', () => {
    const order = new SendOrder([...equal(megabyte, 'a', 'b'), ...equal(1000, 'small')]);
    const names = [1, 2, 2, 4].map((running) => order.takeNext(running, 4)?.file.name);
    assert.deepEqual(names, ['a', 'small', 'b', undefined]);
  });
});

/** Sends one file at a time. */
function takeAll(order: SendOrder): string[] {
  const names: string[] = [];
  for (let next: PendingFile | undefined; (next = order.takeNext(0, 1)) !== undefined;)
    names.push(next.file.name);
  return names;
}

function equal(size: number, ...names: readonly string[]): PlannedFile[] {
  const identity = { size, mtimeNs: '1', ctimeNs: '1', inode: '1' };
  return names.map((name) => ({ name, path: `/model/${name}`, ...identity }));
}
