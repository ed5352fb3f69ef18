import assert from 'node:assert/strict';
import { ProgressMeter } from '../../../src/upload/uploadProgress';
import { planFiles } from './support/simulatedLink';

const sizeBytes = 1e12;

/** The estimate for one huge file after three seconds; ms. */
function estimate(bytesPerMs: number): number | undefined {
  const meter = new ProgressMeter(planFiles([{ sizeBytes }]), []);
  const file = { size: sizeBytes, startedAtMs: 0, bytesInFlight: 0 };
  for (let atMs = 0; atMs <= 3000; atMs += 50) {
    file.bytesInFlight = bytesPerMs * atMs;
    meter.measure(atMs, [file]);
  }
  return meter.getProgress([file]).timeLeftMs;
}

describe('The progress of an upload', () => {
  it('has an estimate of days', () => {
    assert.equal(Math.round((estimate(10_000) ?? 0) / 1e6), 100);
  });

  it('has no estimate of more than a week', () => {
    assert.equal(estimate(1000), undefined);
  });
});
