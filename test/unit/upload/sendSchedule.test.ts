import assert from 'node:assert/strict';
import { getScheduledMs } from '../../../src/upload/sendSchedule';

const equal = (bytesLeft: number) => ({ bytesLeft, speed: 1 });

describe('The schedule of large files', () => {
  it('takes as long as the link when a file alone can fill it', () => {
    const ms = getScheduledMs([equal(100), equal(500)], [300, 100], { perMs: 10, lonePerMs: 10 });
    assert.equal(Math.round(ms), 100);
  });

  it('takes as long as the connection of the last file', () => {
    assert.equal(getScheduledMs([equal(100), equal(500)], [], { perMs: 10, lonePerMs: 5 }), 100);
  });

  it('sends a file that waits after the first one that ends', () => {
    assert.equal(getScheduledMs([equal(100), equal(500)], [200, 300], { perMs: 10, lonePerMs: 5 }), 120);
  });

  it('knows that a slow file takes longer', () => {
    const files = [
      { bytesLeft: 100, speed: 0.5 },
      { bytesLeft: 100, speed: 1.5 },
    ];
    assert.equal(getScheduledMs(files, [], { perMs: 10, lonePerMs: 5 }), 40);
  });
});
