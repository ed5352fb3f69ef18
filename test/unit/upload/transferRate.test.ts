import assert from 'node:assert/strict';
import { TransferRate } from '../../../src/upload/transferRate';

describe('The rate of a transfer', () => {
  it('is unknown before half a second has passed', () => {
    const rate = new TransferRate();
    rate.add(0, 0);
    rate.add(1000, 400);
    assert.equal(rate.bytesPerSecond, undefined);
    assert.equal(rate.timeFor(1000), undefined);
  });

  it('is in bytes per second, with the remaining time in milliseconds', () => {
    const rate = new TransferRate();
    rate.add(0, 0);
    rate.add(2_000_000, 2000);
    assert.equal(rate.bytesPerSecond, 1_000_000);
    assert.equal(rate.timeFor(500_000), 500);
  });

  it('ignores transfers older than five seconds', () => {
    const rate = new TransferRate();
    for (let second = 0; second <= 10; second++) rate.add(second * 100, second * 1000);
    for (let second = 11; second <= 20; second++) rate.add(1000 + (second - 10) * 900, second * 1000);
    assert.equal(rate.bytesPerSecond, 900);
  });

  it('is unknown while nothing moves', () => {
    const rate = new TransferRate();
    rate.add(500, 0);
    rate.add(500, 3000);
    assert.equal(rate.bytesPerSecond, undefined);
  });
});
