import assert from 'node:assert/strict';
import { describeFigures } from '../../../src/messages/launchProgress';

const minute = 60_000;
const uploading = { bytesDone: 1_500_000, bytesTotal: 40_000_000, filesDone: 0, filesTotal: 1 };

describe('The figures of an upload', () => {
  for (const [timeLeftMs, left] of [
    [20_000, 'less than a minute left'],
    [minute, 'about 1 min left'],
    [119 * minute, 'about 119 min left'],
    [120 * minute, 'about 2 h left'],
    [50 * 60 * minute, 'about 50 h left'],
  ] as const)
    it(`end with ${left}`, () => {
      const progress = { ...uploading, bytesPerSecond: 316_000, timeLeftMs };
      assert.equal(describeFigures(progress), `Uploading: 1.5 MB of 40 MB, 316 kB/s, ${left}`);
    });

  it('have no rate while the file server is waited for', () => {
    const progress = {
      ...uploading,
      bytesPerSecond: 316_000,
      timeLeftMs: minute,
      waitingFor: 'files.example',
    };
    assert.equal(describeFigures(progress), 'Uploading: 1.5 MB of 40 MB');
  });
});
