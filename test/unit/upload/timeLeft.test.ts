import assert from 'node:assert/strict';
import { TimeLeft } from '../../../src/upload/timeLeft';
import { createRandomCase } from './support/randomLinks';
import { planFiles, simulateUpload } from './support/simulatedLink';

const isInDepth = process.env['TEST_DEPTH'] === 'full';
const [cases, maxFiles] = isInDepth ? [1000, 3000] : [200, 600];
const firstSeed = Number(process.env['FIRST_SEED'] ?? 1);

/** In shorter uploads, every estimate is less than some seconds off. */
const minLongMs = 3000;

const megabyte = 1024 * 1024;

interface Estimate {
  readonly atMs: number;
  readonly leftMs: number | undefined;
}

interface Estimates {
  readonly name: string;
  readonly durationMs: number;
  readonly setbacks: number;
  readonly estimates: readonly Estimate[];
}

function estimateRandomCase(seed: number): Estimates {
  const { kind, link, files } = createRandomCase(seed, maxFiles);
  const timeLeft = new TimeLeft(planFiles(files));
  const estimates: Estimate[] = [];
  const { durationMs, setbacks } = simulateUpload(link, files, 'auto', {
    noteAccepted: (file, atMs) => timeLeft.noteAccepted(file, atMs),
    look: (atMs, running) => {
      timeLeft.look(atMs, running);
      estimates.push({ atMs, leftMs: timeLeft.ms });
    },
  });
  return { name: `seed ${seed} (${files.length} files, ${kind})`, durationMs, setbacks, estimates };
}

/**
 * Share of the estimates that are at most 20 % or one second wrong, from the first tenth on. A missing one is wrong
 * after the first quarter. The last ones are left out, because they are about less than is shown.
 */
function shareOfRight({ durationMs, estimates }: Estimates): number {
  const judged = estimates.filter(({ atMs, leftMs }) => {
    const done = atMs / durationMs;
    return done > (leftMs === undefined ? 0.25 : 0.1) && done < 0.97;
  });
  const right = judged.filter(({ atMs, leftMs = Infinity }) => {
    const trueMs = durationMs - atMs;
    return Math.abs(leftMs - trueMs) <= Math.max(1000, 0.2 * trueMs);
  });
  return right.length / judged.length;
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

describe('The time left of an upload', function () {
  this.timeout(300_000);

  describe('over random links', () => {
    let long: readonly Estimates[] = [];
    before(() => {
      const all = Array.from({ length: cases }, (_, index) => estimateRandomCase(firstSeed + index));
      long = all.filter(({ durationMs }) => durationMs >= minLongMs);
    });

    it('is within 20 % in 87 of 100 samples', () => {
      const steady = long.filter(({ setbacks }) => setbacks === 0);
      const share = mean(steady.map(shareOfRight));
      assert.ok(share >= 0.87, `${share}`);
    });

    it('is within 20 % in 85 of 100 samples when the server refuses some of the files at first', () => {
      const share = mean(long.filter(({ setbacks }) => setbacks > 0).map(shareOfRight));
      assert.ok(share >= 0.85, `${share}`);
    });
  });

  /** A link that carries 10 kB each ms. Each connection hands over more: what its buffers take. */
  describe('over a link with large buffers', () => {
    const [bytesPerMs, bufferBytes] = [10_000, 8 * megabyte];

    it('counts the bytes in the buffers as not yet sent', () => {
      const size = 32 * megabyte;
      const files = Array.from({ length: 6 }, () => ({ size, startedAtMs: 0, bytesInFlight: 0 }));
      const timeLeft = new TimeLeft(files);
      const trueMs = (6 * size) / bytesPerMs;
      for (let atMs = 50; atMs < 0.97 * trueMs; atMs += 50) {
        for (const file of files)
          file.bytesInFlight = Math.min(size, (bytesPerMs * atMs) / files.length + bufferBytes);
        timeLeft.look(atMs, files);
        if (atMs > 0.1 * trueMs) assertNear(timeLeft.ms, trueMs - atMs);
      }
    });

    it('is known once a file was accepted that the buffers had taken over as a whole', () => {
      const size = 8 * megabyte;
      const files = Array.from({ length: 40 }, () => ({ size, startedAtMs: 0, bytesInFlight: 0 }));
      const timeLeft = new TimeLeft(files);
      const trueMs = (40 * size) / bytesPerMs;
      let accepted = 0;
      for (let atMs = 50; atMs < 0.97 * trueMs; atMs += 50) {
        // The four files that run share the link, and end at the same time.
        const round = Math.floor((bytesPerMs * atMs) / (4 * size));
        while (accepted < 4 * round) timeLeft.noteAccepted(files[accepted++]!, atMs);
        const running = files.slice(accepted, accepted + 4);
        for (const file of running) {
          if (file.bytesInFlight === 0) Object.assign(file, { startedAtMs: atMs, bytesInFlight: size });
        }
        timeLeft.look(atMs, running);
        if (accepted === 0) assert.equal(timeLeft.ms, undefined);
        else assertNear(timeLeft.ms, trueMs - atMs);
      }
    });

    it('does not follow the small files that wait behind a large one', () => {
      const size = 200 * megabyte;
      const large = { size, startedAtMs: 0, bytesInFlight: 0 };
      const small = Array.from({ length: 3000 }, () => ({
        ...{ size: 16 * 1024, startedAtMs: 0, bytesInFlight: 0 },
      }));
      const timeLeft = new TimeLeft([large, ...small]);
      const smallBytes = 17 * 1024 * small.length;
      const trueMs = (size + smallBytes) / bytesPerMs;
      let accepted = 0;
      for (let atMs = 50; atMs < 0.97 * trueMs; atMs += 50) {
        // The first one is fast. Then one of them is accepted each 50 ms, until the large file has been sent.
        const isLargeSent = bytesPerMs * atMs > size + 17 * 1024 * accepted;
        const next = isLargeSent ? (bytesPerMs * atMs - size) / (17 * 1024) : accepted + 1;
        for (; accepted < next && accepted < small.length; accepted++) {
          const durationMs = accepted === 0 || isLargeSent ? 20 : 250;
          timeLeft.noteAccepted({ ...small[accepted]!, startedAtMs: atMs - durationMs }, atMs);
        }
        if (isLargeSent && large.bytesInFlight > 0) {
          timeLeft.noteAccepted(large, atMs);
          large.bytesInFlight = 0;
        }
        if (!isLargeSent)
          large.bytesInFlight = Math.min(size, bytesPerMs * atMs - 17 * 1024 * accepted + bufferBytes);
        timeLeft.look(atMs, isLargeSent ? [] : [large]);
        if (atMs > 0.1 * trueMs) assertNear(timeLeft.ms, trueMs - atMs);
      }
    });
  });

  it('is that of the small files when nothing but their number limits them', () => {
    const small = Array.from({ length: 1000 }, () => ({ size: 4096, startedAtMs: 0, bytesInFlight: 0 }));
    const large = { size: 10 * megabyte, startedAtMs: 0, bytesInFlight: 0 };
    const timeLeft = new TimeLeft([large, ...small]);
    let accepted = 0;
    for (let atMs = 50; atMs < 2000; atMs += 50) {
      while (accepted < atMs / 10)
        timeLeft.noteAccepted({ ...small[accepted++]!, startedAtMs: atMs - 100 }, atMs);
      large.bytesInFlight = 2000 * atMs;
      timeLeft.look(atMs, [large]);
      if (atMs > 1100) assertNear(timeLeft.ms, 10_000 - atMs);
    }
  });

  it('is that of the last file when connections limit the files', () => {
    const size = 100 * megabyte;
    const files = [size, size / 4].map((bytes) => ({ size: bytes, startedAtMs: 0, bytesInFlight: 0 }));
    const third = { size: size / 2, startedAtMs: 0, bytesInFlight: 0 };
    const timeLeft = new TimeLeft([files[0]!, third, files[1]!]);
    const running = new Set([files[0]!, third, files[1]!]);
    // Each connection carries 5 kB each ms, however many there are.
    const trueMs = size / 5000;
    for (let atMs = 50; atMs < 0.97 * trueMs; atMs += 50) {
      for (const file of running) {
        file.bytesInFlight = Math.min(file.size, 5000 * atMs);
        if (file.bytesInFlight < file.size) continue;
        running.delete(file);
        timeLeft.noteAccepted(file, atMs);
      }
      timeLeft.look(atMs, running);
      // One file less shows what limits the others.
      if (atMs > size / 4 / 5000 + 1000) assertNear(timeLeft.ms, trueMs - atMs);
    }
  });

  it('is even when each chunk of a file takes seconds', () => {
    const size = 20 * megabyte;
    const file = { size, startedAtMs: 0, bytesInFlight: 0 };
    const timeLeft = new TimeLeft([file]);
    const trueMs = size / 500;
    for (let atMs = 50; atMs < 0.97 * trueMs; atMs += 50) {
      file.bytesInFlight = Math.min(size, megabyte * (1 + Math.floor((500 * atMs) / megabyte)));
      timeLeft.look(atMs, [file]);
      if (atMs > 0.2 * trueMs) assertNear(timeLeft.ms, trueMs - atMs);
    }
  });

  it('is even when the last chunk of a file is short', () => {
    const size = 10 * megabyte + 1000;
    const file = { size, startedAtMs: 0, bytesInFlight: 0 };
    const timeLeft = new TimeLeft([file]);
    const trueMs = size / 500;
    for (let atMs = 50; atMs < 0.97 * trueMs; atMs += 50) {
      // The buffers hold three chunks.
      file.bytesInFlight = Math.min(size, megabyte * (3 + Math.floor((500 * atMs) / megabyte)));
      timeLeft.look(atMs, [file]);
      if (atMs > 0.5 * trueMs) assertNear(timeLeft.ms, trueMs - atMs);
    }
  });

  it('starts again with a file that has failed', () => {
    const files = [100, 100].map((size) => ({ size: size * megabyte, startedAtMs: 0, bytesInFlight: 0 }));
    const timeLeft = new TimeLeft(files);
    for (let atMs = 50; atMs <= 4000; atMs += 50) {
      for (const file of files) file.bytesInFlight = 10_000 * atMs;
      timeLeft.look(atMs, files);
    }
    const beforeMs = timeLeft.ms ?? NaN;
    timeLeft.look(4050, files.slice(1));
    assert.ok((timeLeft.ms ?? NaN) > beforeMs + 1500);
  });
});

/** Checks that it is within 20 % or one second. */
function assertNear(actualMs: number | undefined, trueMs: number): void {
  const errorMs = Math.abs((actualMs ?? Infinity) - trueMs);
  assert.ok(errorMs <= Math.max(1000, 0.2 * trueMs), `${actualMs} instead of ${trueMs} ms`);
}
