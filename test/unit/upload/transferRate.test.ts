import assert from 'node:assert/strict';
import { TransferRate } from '../../../src/upload/transferRate';

/** An amount that is looked at every 50 ms. */
function follow(forMs: number, amountAt: (ms: number) => number, rate = new TransferRate()) {
  for (let atMs = 0; atMs <= forMs; atMs += 50) rate.add(atMs, amountAt(atMs));
  return rate;
}

describe('The rate of a transfer', () => {
  it('is unknown before half a second has passed', () => {
    assert.equal(follow(450, (ms) => ms).perMs, undefined);
    assert.equal(follow(500, (ms) => ms).perMs, 1);
  });

  it('ignores transfers older than the longest time', () => {
    const amountAt = (ms: number) => (ms <= 10_000 ? ms : 10_000 + (ms - 10_000) * 9);
    assert.equal(follow(20_000, amountAt, new TransferRate(5000)).perMs, 9);
  });

  it('ignores the earlier half of a short time, in which connections are opened', () => {
    assert.equal(follow(2000, (ms) => (ms <= 1000 ? ms : 1000 + (ms - 1000) * 4)).perMs, 4);
  });

  it('is unknown while nothing moves', () => {
    assert.equal(follow(3000, () => 500).perMs, undefined);
  });

  it('is unknown when only the error of a sum moves', () => {
    assert.equal(follow(3000, (ms) => 500 + 1e-9 * ms).perMs, undefined);
  });

  it('is the one assumed until it is measured again', () => {
    const rate = follow(3000, (ms) => ms);
    rate.restart(7);
    assert.equal(rate.perMs, 7);
    for (let atMs = 3050; atMs <= 3450; atMs += 50) rate.add(atMs, 3000 + 2 * (atMs - 3000));
    assert.equal(rate.perMs, 7);
    rate.add(3500, 4000);
    assert.equal(rate.perMs, 2);
  });

  it('counts what becomes known later in the time in which it was transferred', () => {
    const rate = follow(2000, () => 0);
    rate.addLater(4000, 0, 2000);
    rate.add(2050, 4100);
    assert.equal(rate.perMs, 2);
  });
});
