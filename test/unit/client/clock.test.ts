import assert from 'node:assert/strict';
import { systemClock } from '../../../src/client/core/clock';
import { rejectionOf } from '../../support/rejections';

describe('The system clock', () => {
  it('stops waiting with the reason of the signal', async () => {
    const controller = new AbortController();
    const reason = new Error('stop');
    const waiting = systemClock.wait(3_600_000, controller.signal);
    controller.abort(reason);
    assert.equal(await rejectionOf(waiting), reason);
    assert.equal(await rejectionOf(systemClock.wait(3_600_000, controller.signal)), reason);
  });

  it('calls again and again until it is told to stop', async () => {
    let calls = 0;
    await new Promise<void>((resolve) => {
      const stop = systemClock.every(1, () => {
        if (++calls < 3) return;
        stop();
        resolve();
      });
    });
    assert.equal(calls, 3);
  });
});
