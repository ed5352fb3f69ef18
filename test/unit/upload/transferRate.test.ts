import assert from 'node:assert/strict';
import { TransferRate } from '../../../src/upload/transferRate';

/** The progress of an upload that is looked at every 50 ms. */
function follow(forMs: number, at: (ms: number) => { readonly bytes: number; readonly smallFiles?: number }) {
  const rate = new TransferRate();
  for (let atMs = 0; atMs <= forMs; atMs += 50) rate.add({ atMs, smallFiles: 0, ...at(atMs) });
  return rate;
}

const rounded = (value: number | undefined) => value && Math.round(value);

describe('The rate of a transfer', () => {
  it('is unknown before half a second has passed', () => {
    const rate = follow(450, (ms) => ({ bytes: ms }));
    assert.equal(rate.bytesPerSecond, undefined);
    assert.equal(rate.timeFor({ bytes: 1000, smallFiles: 0 }), undefined);
  });

  it('is in bytes per second, with the remaining time in milliseconds', () => {
    const rate = follow(2000, (ms) => ({ bytes: 1000 * ms }));
    assert.equal(rate.bytesPerSecond, 1_000_000);
    assert.equal(rate.timeFor({ bytes: 500_000, smallFiles: 0 }), 500);
  });

  it('ignores transfers older than five seconds', () => {
    const rate = follow(20_000, (ms) => ({ bytes: ms <= 10_000 ? ms : 10_000 + (ms - 10_000) * 9 }));
    assert.equal(rounded(rate.bytesPerSecond), 9000);
  });

  it('ignores the earlier half of a short time, in which connections are opened', () => {
    const rate = follow(2000, (ms) => ({ bytes: ms <= 1000 ? ms : 1000 + (ms - 1000) * 4 }));
    assert.equal(rounded(rate.bytesPerSecond), 4000);
  });

  it('is unknown while nothing moves', () => {
    const rate = follow(3000, () => ({ bytes: 500 }));
    assert.equal(rate.bytesPerSecond, undefined);
    assert.equal(rate.timeFor({ bytes: 1000, smallFiles: 0 }), undefined);
  });

  it('counts bytes that are buffered on the way as not yet transferred', () => {
    // 60 MB are handed over at once, and 10 MB each second are received.
    const handedOver = (ms: number) => ({ bytes: 60_000_000 + 10_000 * ms });
    for (const ms of [1200, 3000, 9000]) {
      const rate = follow(ms, (at) => (at === 0 ? { bytes: 0 } : handedOver(at)));
      const left = 200_000_000 - handedOver(ms).bytes;
      assert.equal(rounded(rate.timeFor({ bytes: left, smallFiles: 0 })), 20_000 - ms);
    }
  });

  it('follows the small files when they take longer than the bytes', () => {
    const rate = follow(4000, (ms) => ({ bytes: 1000 * ms, smallFiles: ms / 100 }));
    assert.equal(rate.timeFor({ bytes: 500_000, smallFiles: 300 }), 30_000);
    assert.equal(rate.timeFor({ bytes: 500_000, smallFiles: 1 }), 500);
  });
});
