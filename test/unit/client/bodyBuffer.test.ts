import assert from 'node:assert/strict';
import { BodyBuffer } from '../../../src/client/http/bodyBuffer';

const cap = 300_000;

/** Different bytes at each position, so that a misplaced chunk is noticed. */
function createBytes(length: number): Buffer {
  return Buffer.from(Array.from({ length }, (_, index) => (index * 7 + (index >> 8)) % 251));
}

function collectBytes(whole: Buffer, pieceSize: number): { body: BodyBuffer; accepted: boolean[] } {
  const body = new BodyBuffer(cap);
  const accepted: boolean[] = [];
  for (let at = 0; at < whole.length; at += pieceSize) {
    accepted.push(body.add(whole.subarray(at, at + pieceSize)));
  }
  return { body, accepted };
}

describe('The bytes of a body', () => {
  for (const length of [0, 1, 65_536, 65_537, cap - 1, cap]) {
    it(`are all kept when there are ${length}`, () => {
      const whole = createBytes(length);
      for (const pieceSize of [1000, 65_536, cap]) {
        const { body, accepted } = collectBytes(whole, pieceSize);
        assert.deepEqual(new Set(accepted), new Set(length === 0 ? [] : [true]));
        assert.ok(body.all().equals(whole));
      }
    });
  }

  it('are rejected beyond the limit, and the first of them are kept', () => {
    const whole = createBytes(cap + 1);
    const { body, accepted } = collectBytes(whole, 100_000);
    assert.deepEqual(accepted, [true, true, true, false]);
    assert.ok(body.first(65_536).equals(whole.subarray(0, 65_536)));
  });

  it('do not keep the memory of the chunks alive', () => {
    const piece = createBytes(10);
    const body = new BodyBuffer(cap);
    body.add(piece);
    piece.fill(0);
    assert.ok(body.all().equals(createBytes(10)));
  });

  it('keep their order when small and large chunks alternate', () => {
    const whole = createBytes(cap);
    const body = new BodyBuffer(cap);
    for (let at = 0, size = 1; at < whole.length; at += size, size = size === 1 ? 20_000 : 1) {
      body.add(Buffer.copyBytesFrom(whole, at, size));
    }
    assert.ok(body.all().equals(whole));
  });

  it('are empty when none are allowed', () => {
    const body = new BodyBuffer(0);
    assert.equal(body.add(createBytes(5)), false);
    assert.deepEqual(body.first(65_536), Buffer.alloc(0));
  });
});
