import assert from 'node:assert/strict';
import type { PlannedFile } from '../../../src/upload/uploadPlan';
import { ProgressMeter, type UploadProgress } from '../../../src/upload/uploadProgress';

const sizeBytes = 1_000_000_000;
const secondMs = 1000;

function planFile(size: number): PlannedFile {
  const identity = { size, mtimeNs: '1', ctimeNs: '1', inode: String(size) };
  return { name: `${size}`, path: `/model/${size}`, ...identity };
}

/** The last report about one file after some time. @param bytesAt sent at a time in ms */
function report(durationMs: number, bytesAt: (atMs: number) => number): UploadProgress {
  const meter = new ProgressMeter([planFile(sizeBytes)], [], 0);
  let progress = meter.measure(0, 0);
  for (let atMs = 200; atMs <= durationMs; atMs += 200) progress = meter.measure(atMs, bytesAt(atMs));
  return progress;
}

describe('The progress of an upload', () => {
  it('has neither a rate nor a time left in the first seconds, and later both', () => {
    const bytesDone = 1_800_000;
    const counts = { bytesTotal: sizeBytes, filesDone: 0, filesTotal: 1 };
    const bytesAt = (atMs: number) => 1000 * atMs;
    assert.deepEqual(report(1800, bytesAt), { bytesDone, ...counts });
    const { bytesPerSecond = 0, timeLeftMs = 0, ...rest } = report(20 * secondMs, bytesAt);
    assert.deepEqual(rest, { bytesDone: 20_000_000, ...counts });
    assert.equal(Math.round(bytesPerSecond), 1_000_000);
    assert.equal(Math.round(timeLeftMs), 980 * secondMs);
  });

  it('follows a rate that changes', () => {
    const bytesAt = (atMs: number) => 1000 * atMs + 9000 * Math.max(0, atMs - 30 * secondMs);
    const { bytesPerSecond = 0 } = report(80 * secondMs, bytesAt);
    assert.ok(bytesPerSecond > 9_800_000 && bytesPerSecond <= 10_000_000, `${bytesPerSecond}`);
  });

  it('has no rate and no time left when nothing moves, from the beginning or for long', () => {
    for (const bytesAt of [() => 0, (atMs: number) => Math.min(1_000_000, 1000 * atMs)]) {
      const { bytesPerSecond, timeLeftMs } = report(120 * secondMs, bytesAt);
      assert.deepEqual([bytesPerSecond, timeLeftMs], [undefined, undefined]);
    }
  });

  it('has a rate that is never below zero when a file is sent again', () => {
    const bytesAt = (atMs: number) => (atMs > 10 * secondMs ? 1000 : 1000 * atMs);
    const { bytesPerSecond = 0, timeLeftMs = 0 } = report(11 * secondMs, bytesAt);
    assert.ok(bytesPerSecond > 0 && timeLeftMs > 0);
  });

  it('counts files that were accepted, earlier ones too', () => {
    const [first, second, third] = [1, 20, 300].map(planFile);
    const meter = new ProgressMeter([second!, third!], [first!], 0);
    meter.noteAccepted(second!);
    const counts = { bytesDone: 121, bytesTotal: 321, filesDone: 2, filesTotal: 3 };
    assert.deepEqual(meter.measure(0, 100), counts);
  });
});
