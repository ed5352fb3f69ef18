import assert from 'node:assert/strict';
import { maxParallelFiles } from '../../../src/upload/maxParallelFiles';
import {
  adaptParallelFiles,
  type ParallelFiles,
  startParallelFiles,
  type TransferEvent,
} from '../../../src/upload/parallelFiles';
import { Random } from '../../simulation/random';

const mib = 1024 * 1024;

function adaptAll(state: ParallelFiles, events: readonly TransferEvent[]): ParallelFiles {
  return events.reduce(adaptParallelFiles, state);
}

/** A file that was accepted at `atMs`, with many others waiting. */
function accepted(
  atMs: number,
  durationMs: number,
  more: { sizeBytes?: number; waiting?: number } = {},
): TransferEvent {
  const counts = { sizeBytes: 64 * 1024, running: 6, waiting: 1000 };
  return { kind: 'accepted', atMs, durationMs, startedAtMs: atMs - durationMs, ...counts, ...more };
}

/** As many files as may be sent at the same time, begun together. */
function acceptRound(state: ParallelFiles, startedAtMs: number, durationMs: number): ParallelFiles {
  const files = Array.from({ length: state.limit }, () => accepted(startedAtMs + durationMs, durationMs));
  return adaptAll(state, files);
}

function setback(
  reason: 'busy' | 'connection',
  atMs: number,
  startedAtMs: number,
  running: number,
): TransferEvent {
  return { kind: 'setback', reason, atMs, startedAtMs, running };
}

/** Long files for some time. @param bytesPerMs of all files together, by the limit */
function sendLongFiles(
  bytesPerMs: (limit: number) => number,
  { untilMs, waiting = 1000 }: { untilMs: number; waiting?: number },
): { state: ParallelFiles; most: number; limits: number[] } {
  let [state, bytesSent] = [startParallelFiles(), 0];
  const limits: number[] = [];
  for (let atMs = 0; atMs <= untilMs; atMs += 50) {
    state = adaptParallelFiles(state, { kind: 'progress', atMs, bytesSent, running: state.limit, waiting });
    bytesSent += 50 * bytesPerMs(state.limit);
    limits.push(state.limit);
  }
  return { state, most: Math.max(...limits), limits };
}

/** Sends short files until the limit is reached. */
function growToMax(): ParallelFiles {
  let state = startParallelFiles();
  for (let round = 0; round < 5; round++) state = acceptRound(state, 100 * round, 100);
  assert.equal(state.limit, maxParallelFiles);
  return state;
}

describe('The number of files sent at the same time', () => {
  it('begins with 6', () => {
    assert.equal(startParallelFiles().limit, 6);
  });

  describe('with short files', () => {
    it('reaches 64 within three times the duration of a file, and stays there', () => {
      const start = startParallelFiles();
      const first = acceptRound(start, 0, 100);
      assert.equal(first.limit, 24);
      const second = acceptRound(first, 100, 100);
      assert.equal(second.limit, 64);
      assert.equal(acceptRound(second, 200, 100).limit, 64);
    });

    it('grows although durations vary by a third', () => {
      const random = new Random(1);
      let state = startParallelFiles();
      for (let file = 0; file < 60; file++)
        state = adaptParallelFiles(state, accepted(file * 20, random.between(70, 130)));
      assert.equal(state.limit, 64);
    });

    it('does not grow when the files wait for each other', () => {
      const state = adaptAll(startParallelFiles(), [accepted(10, 10), accepted(30, 16), accepted(60, 30)]);
      assert.equal(state.limit, 9);
    });

    it('takes back growth that only made a queue, down to 6', () => {
      const slow = Array.from({ length: 200 }, (_, file) => accepted(1000 + file, 700));
      assert.equal(adaptAll(growToMax(), slow.slice(0, 10)).limit, 54);
      assert.equal(adaptAll(growToMax(), slow).limit, 6);
    });

    it('is not reduced by first files of new connections', () => {
      assert.equal(adaptAll(growToMax(), [accepted(900, 400), accepted(900, 500)]).limit, 64);
    });

    it('does not grow when few files wait', () => {
      assert.equal(adaptParallelFiles(startParallelFiles(), accepted(10, 10, { waiting: 5 })).limit, 6);
      assert.equal(adaptParallelFiles(startParallelFiles(), accepted(10, 10, { waiting: 6 })).limit, 9);
    });

    it('grows beside a large file that takes long', () => {
      const large = accepted(60_000, 60_000, { sizeBytes: 500 * mib });
      const state = adaptAll(startParallelFiles(), [accepted(10, 10), large, accepted(60_010, 10)]);
      assert.equal(state.limit, 12);
    });

    it('does not take a clock that stands still for speed', () => {
      const state = adaptAll(startParallelFiles(), [accepted(10, 0), accepted(10, 0.6), accepted(10, 0.6)]);
      assert.equal(state.limit, 15);
    });
  });

  describe('with long files', () => {
    it('does not grow by their number', () => {
      const state = acceptRound(startParallelFiles(), 0, 2001);
      assert.equal(state.limit, 6);
    });

    it('reaches 64 when each connection brings its part', () => {
      const { state } = sendLongFiles((limit) => 10_000 * limit, { untilMs: 10_000 });
      assert.equal(state.limit, 64);
    });

    it('returns to 6 when more than that brings nothing', () => {
      const { state, most } = sendLongFiles(() => 100_000, { untilMs: 3500 });
      assert.equal(most, 12);
      assert.equal(state.limit, 6);
    });

    it('stays at the number before the one that brings less than a tenth', () => {
      const { state } = sendLongFiles((limit) => 10_000 * Math.min(limit, 13), { untilMs: 5500 });
      assert.equal(state.limit, 12);
    });

    it('tries ever less often what brings nothing', () => {
      const { limits } = sendLongFiles(() => 1e6, { untilMs: 100_000 });
      const trials = limits.filter((limit, index) => limit > 6 && limits[index - 1] === 6).length;
      assert.ok(trials >= 3 && trials <= 5, `${trials} trials`);
      const inVain = limits.filter((limit) => limit > 6).length / limits.length;
      assert.ok(inVain < 0.3, `${inVain} of the time`);
    });

    it('does not measure what only fills buffers', () => {
      // On a link of 1 MB/s, each connection takes over 256 KiB at once, all at the same time.
      let [state, bytesSent, most] = [startParallelFiles(), 0, 0];
      for (let atMs = 0; atMs <= 300_000; atMs += 50) {
        const stepBytes = 256 * 1024 * state.limit;
        if (1000 * atMs >= bytesSent + stepBytes) bytesSent += stepBytes;
        const event = { kind: 'progress', atMs, bytesSent, running: state.limit, waiting: 1000 } as const;
        state = adaptParallelFiles(state, event);
        most = Math.max(most, state.limit);
      }
      assert.equal(most, 12);
    });

    it('is no larger than the number of files', () => {
      const { state } = sendLongFiles((limit) => 10_000 * limit, { untilMs: 2000, waiting: 2 });
      assert.equal(state.limit, 8);
    });

    it('does not grow while nothing waits, or before it is used', () => {
      assert.equal(sendLongFiles((limit) => 10_000 * limit, { untilMs: 9000, waiting: 0 }).state.limit, 6);
      let state = startParallelFiles();
      for (let atMs = 0; atMs < 9000 && state.limit === 6; atMs += 50) {
        const event = { atMs, bytesSent: 60_000 * atMs, running: 5, waiting: 1000 };
        state = adaptParallelFiles(state, { kind: 'progress', ...event });
      }
      assert.equal(state.limit, 6);
    });
  });

  describe('after a setback', () => {
    it('is halved when the server is busy', () => {
      assert.equal(adaptParallelFiles(growToMax(), setback('busy', 600, 550, 63)).limit, 32);
      assert.equal(adaptParallelFiles(growToMax(), setback('busy', 600, 550, 9)).limit, 5);
      assert.equal(adaptParallelFiles(growToMax(), setback('busy', 600, 550, 2)).limit, 2);
    });

    it('is halved once for all files begun before', () => {
      const burst = Array.from({ length: 30 }, (_, file) => setback('busy', 600 + file, 550, 63 - file));
      const state = adaptAll(growToMax(), burst);
      assert.equal(state.limit, 32);
      assert.equal(adaptParallelFiles(state, setback('busy', 700, 650, 31)).limit, 16);
    });

    it('is never below 1', () => {
      let state = growToMax();
      for (let atMs = 1000; atMs < 1020; atMs++)
        state = adaptParallelFiles(state, setback('busy', atMs + 0.5, atMs, 0));
      assert.equal(state.limit, 1);
    });

    for (const connections of [2, 6]) {
      it(`is the number of connections of a server that takes ${connections}`, () => {
        let state: ParallelFiles = { ...startParallelFiles(), limit: 24 };
        for (let running = 23; running >= connections; running--)
          state = adaptParallelFiles(state, setback('connection', 100 + 24 - running, 0, running));
        assert.equal(state.limit, connections);
      });
    }

    it('keeps what had worked when all connections are lost', () => {
      const works = acceptRound(startParallelFiles(), 0, 100);
      const lost = Array.from({ length: 24 }, (_, file) => setback('connection', 150, 110, 23 - file));
      assert.equal(adaptAll(works, lost).limit, 6);
    });

    it('falls to 1 when a server takes one connection', () => {
      const first = Array.from({ length: 5 }, (_, file) => setback('connection', 10, 0, 5 - file));
      const state = adaptAll(startParallelFiles(), first);
      assert.equal(state.limit, 2);
      assert.equal(adaptParallelFiles(state, setback('connection', 1100, 1000, 1)).limit, 1);
    });

    it('ignores a rare one later', () => {
      const state = adaptParallelFiles(growToMax(), setback('busy', 600, 550, 63));
      const files = (count: number) => Array.from({ length: count }, () => accepted(800, 100));
      for (const reason of ['busy', 'connection'] as const) {
        const later = setback(reason, 900, 850, 31);
        assert.ok(adaptAll(state, [...files(96), later]).limit < 32);
        assert.equal(adaptAll(state, [...files(97), later]).limit, 32);
        const sameTime = setback(reason, 901, 850, 30);
        assert.equal(adaptAll(state, [...files(97), later, sameTime]).limit, 32);
        assert.ok(adaptAll(state, [...files(97), later, setback(reason, 950, 901, 31)]).limit < 32);
      }
    });

    for (const reason of ['busy', 'connection'] as const) {
      it(`never grows again (${reason})`, () => {
        let state = adaptParallelFiles(
          acceptRound(startParallelFiles(), 0, 100),
          setback(reason, 150, 110, 5),
        );
        const { limit } = state;
        for (let atMs = 200; atMs < 60_000; atMs += 50) {
          state = adaptParallelFiles(state, accepted(atMs, 50));
          const event = { atMs, bytesSent: atMs * 1e6, running: state.limit, waiting: 1000 };
          state = adaptParallelFiles(state, { kind: 'progress', ...event });
        }
        assert.equal(state.limit, limit);
      });
    }
  });

  it('is between 1 and 64 after any events, never grows after a setback, and leaves the state alone', () => {
    for (let seed = 1; seed <= 300; seed++) {
      const random = new Random(seed);
      let [state, atMs, bytesSent, hasSetback] = [startParallelFiles(), 0, 0, false];
      for (let step = 0; step < 300; step++) {
        atMs += random.chance(0.1) ? 0 : random.between(0, 300);
        bytesSent += random.chance(0.5) ? 0 : random.below(50 * mib);
        const event = createEvent(random, atMs, bytesSent);
        const before = deepFreeze(state);
        state = adaptParallelFiles(before, event);
        hasSetback ||= event.kind === 'setback';
        const { limit } = state;
        assert.ok(Number.isInteger(limit) && limit >= 1 && limit <= 64, `seed ${seed}: ${limit}`);
        assert.ok(!hasSetback || limit <= before.limit, `seed ${seed}: from ${before.limit} to ${limit}`);
      }
    }
  });
});

function createEvent(random: Random, atMs: number, bytesSent: number): TransferEvent {
  const [running, waiting] = [random.below(70), random.pick([0, 1, 10, 1000])];
  const durationMs = random.between(0, random.pick([1, 100, 10_000]));
  const startedAtMs = atMs - durationMs;
  switch (random.weighted({ progress: 10, accepted: 20, setback: 0.1 })) {
    case 'progress':
      return { kind: 'progress', atMs, bytesSent, running, waiting };
    case 'accepted': {
      const sizeBytes = random.below(10 * mib);
      return { kind: 'accepted', atMs, durationMs, startedAtMs, sizeBytes, running: running + 1, waiting };
    }
    case 'setback':
      return setback(random.pick(['busy', 'connection']), atMs, startedAtMs, running);
  }
}

function deepFreeze<T extends object>(value: T): T {
  for (const part of Object.values(value))
    if (typeof part === 'object' && part !== null) deepFreeze(part as object);
  return Object.freeze(value);
}
