import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import type { Socket } from 'node:net';
import { type Clock, systemClock } from '../../../src/client/core/clock';
import { FileBody } from '../../../src/upload/fileBody';
import { OpenFile } from '../../../src/upload/openFile';
import { planUpload } from '../../../src/upload/planUpload';
import { bytesPerMegabit, UploadLimit } from '../../../src/upload/uploadLimit';
import type { UploadProgress } from '../../../src/upload/uploadProgress';
import { waitFor } from '../../host/waitFor';
import { FakeClock, severalTurns } from '../../support/fakeClock';
import { stopServices } from '../../support/service';
import { tempTree } from '../../support/tempTree';
import { directTransport } from '../../support/transports';
import { sendFiles, startFileServer } from './support/fileServer';

const never = new AbortController().signal;
const secondMs = 1000;
const tenMegabits = 10 * bytesPerMegabit;

/** Bytes that were let through, and when; ms. */
type Sent = readonly { readonly atMs: number; readonly bytes: number }[];

/** The most bytes in any second that begins with some of them. */
const mostInOneSecond = (sent: Sent) =>
  Math.max(
    ...sent.map(({ atMs }) => total(sent.filter((one) => one.atMs >= atMs && one.atMs < atMs + secondMs))),
  );

const total = (sent: Sent) => sent.reduce((sum, { bytes }) => sum + bytes, 0);

/** Takes chunks one after the other, as a body does. */
async function takeAll(limit: UploadLimit, clock: FakeClock, bytes: number, sent: Sent[number][] = []) {
  for (let left = bytes; left > 0;) {
    const chunk = Math.min(left, limit.turnBytes, 2 ** 20);
    await limit.take(chunk, never);
    sent.push({ atMs: clock.elapsed(), bytes: chunk });
    left -= chunk;
  }
}

/** The clock of the system, which counts the time that was waited to the end. */
class CountingClock implements Clock {
  waitedMs = 0;

  now(): number {
    return systemClock.now();
  }

  elapsed(): number {
    return systemClock.elapsed();
  }

  async wait(ms: number, signal: AbortSignal): Promise<void> {
    await systemClock.wait(ms, signal);
    this.waitedMs += ms;
  }

  every(ms: number, fn: () => void): () => void {
    return systemClock.every(ms, fn);
  }
}

function assertNear(actual: number, expected: number): void {
  assert.ok(Math.abs(actual / expected - 1) <= 0.05, `${actual} instead of ${expected}`);
}

describe('The limit of all uploads', () => {
  for (const senders of [1, 8, 64])
    it(`lets through as many bytes as set in any second (${senders} at once)`, async () => {
      const clock = new FakeClock();
      const limit = new UploadLimit(() => tenMegabits, clock);
      const sent: Sent[number][] = [];
      const each = (10 * tenMegabits) / senders;
      await Promise.all(Array.from({ length: senders }, () => takeAll(limit, clock, each, sent)));
      assertNear(clock.elapsed(), 10 * secondMs);
      assert.ok(mostInOneSecond(sent) <= 1.06 * tenMegabits, String(mostInOneSecond(sent)));
    });

  it('makes up for timers that are late, but not for a pause', async () => {
    const clock = new FakeClock();
    const limit = new UploadLimit(() => tenMegabits, clock);
    const late: Clock = {
      now: () => clock.now(),
      elapsed: () => clock.elapsed(),
      wait: async (ms, signal) => await clock.wait(ms + 15, signal),
      every: (ms, fn) => clock.every(ms, fn),
    };
    const behind = new UploadLimit(() => tenMegabits, late);
    await takeAll(behind, clock, 10 * tenMegabits);
    assertNear(clock.elapsed(), 10 * secondMs);
    await limit.take(1, never);
    clock.pass(60 * secondMs);
    const sent: Sent[number][] = [];
    await takeAll(limit, clock, 3 * tenMegabits, sent);
    assert.ok(mostInOneSecond(sent) <= 1.11 * tenMegabits, String(mostInOneSecond(sent)));
  });

  it('is changed, switched on and switched off while bytes wait', async () => {
    const clock = new FakeClock();
    const rateAt = (atMs: number) => [100_000, 1_000_000, 100_000][Math.floor(atMs / (10 * secondMs))];
    const limit = new UploadLimit(() => rateAt(clock.elapsed()), clock);
    const sent: Sent[number][] = [];
    await Promise.all([1, 2, 3].map(() => takeAll(limit, clock, 4_000_000 + 1, sent)));
    const between = (from: number, to: number) =>
      total(sent.filter(({ atMs }) => atMs >= from * secondMs && atMs < to * secondMs));
    assertNear(between(0, 10), 1_000_000);
    assertNear(between(10, 20), 10_000_000);
    assertNear(between(20, 29.9), 990_000);
    assert.equal(total(sent), 12_000_003);
    assert.ok(clock.elapsed() < 30.1 * secondMs);
  });

  it('ends a long wait with the turn in which it is switched off', async () => {
    const clock = new FakeClock();
    const limit = new UploadLimit(() => (clock.elapsed() < 200 ? 1000 : undefined), clock);
    await limit.takeWhole(64 * 1024, never);
    assert.ok(clock.elapsed() <= 250, String(clock.elapsed()));
  });

  it('costs no time and no timer where there is none', async () => {
    const unneeded = () => assert.fail('the clock is not needed');
    const clock = { now: unneeded, elapsed: unneeded, wait: unneeded, every: unneeded };
    const limit = new UploadLimit(() => undefined, clock);
    await limit.take(2 ** 40, never);
    await limit.takeWhole(2 ** 40, never);
    assert.equal(limit.turnBytes, Infinity);
  });

  it('lets go at once of an upload that is cancelled, and takes no bytes for it', async () => {
    const clock = new CountingClock();
    const limit = new UploadLimit(() => 1000, clock);
    const cancelled = new AbortController();
    const before = Array.from({ length: 6 }, () => limit.take(50, never));
    const waiting = [limit.take(50_000, cancelled.signal), limit.takeWhole(50_000, cancelled.signal)];
    const other = limit.take(50, never);
    const ended: unknown[] = [];
    for (const one of waiting) one.catch((error: unknown) => ended.push(error));
    const reason = new Error('cancelled');
    cancelled.abort(reason);
    await severalTurns();
    assert.deepEqual(ended, [reason, reason]);
    await Promise.all([...before, other]);
    // Seven times 50 bytes, of which the first two wait for nothing.
    assert.ok(clock.waitedMs <= 260, String(clock.waitedMs));
  });

  it('lets no connection wait long, however many small files wait', async () => {
    const clock = new FakeClock();
    const limit = new UploadLimit(() => bytesPerMegabit, clock);
    const small = Array.from({ length: 256 }, () => limit.takeWhole(64 * 1024, never));
    const body: Sent[number][] = [];
    await takeAll(limit, clock, 20 * limit.turnBytes, body);
    await Promise.all(small);
    const gaps = body.slice(1).map(({ atMs }, index) => atMs - body[index]!.atMs);
    assert.ok(Math.max(...gaps) < secondMs, String(gaps));
  });
});

/**
 * Sends files of these sizes, and checks that they are stored.
 * @returns the bytes on the line, with all that the requests consist of besides the files
 */
async function upload(sizes: readonly number[], options: Parameters<typeof sendFiles>[2]): Promise<number> {
  const sockets = new Set<Socket>();
  const server = await startFileServer({ takes: ({ request }) => sockets.add(request.socket).size > 0 });
  const contents = sizes.map((size) => randomBytes(size));
  const hashes = await sendFiles(server, contents, options);
  assert.deepEqual(server.stored, hashes);
  return [...sockets].reduce((sum, { bytesRead }) => sum + bytesRead, 0);
}

describe('An upload with a limit', () => {
  afterEach(stopServices);

  for (const [what, sizes, bytesPerSecond] of [
    ['one large file', [20_000_000], tenMegabits],
    ['hundreds of small files', Array<number>(600).fill(20_000), tenMegabits],
    ['files of all sizes', [...Array<number>(200).fill(20_000), 3_000_000, 70_000, 5_000_000], tenMegabits],
    ['files that are smaller than their requests', Array<number>(1000).fill(50), tenMegabits / 20],
  ] as const)
    it(`has the rate of the limit: ${what}`, async () => {
      const clock = new FakeClock();
      const bytes = await upload(sizes, { clock, limit: new UploadLimit(() => bytesPerSecond, clock) });
      assertNear(clock.elapsed(), (bytes / bytesPerSecond) * secondMs);
    });

  for (const [what, sizes, bytesPerSecond] of [
    ['large file', [1_000_000], 1000],
    ['small file', Array<number>(30).fill(20_000), 10_000],
  ] as const)
    it(`is no stall and no timeout, however slow (${what})`, async () => {
      const clock = new FakeClock();
      const limit = new UploadLimit(() => bytesPerSecond, clock);
      await upload(sizes, { clock, limit, parallelFiles: 2, transport: directTransport(clock) });
      assert.ok(clock.elapsed() >= 57 * secondMs);
      assert.deepEqual(clock.ranOut, []);
    });

  /** Bodies of a file that nobody reads. */
  async function openBodies(count: number, limit: UploadLimit) {
    const root = await tempTree({ 'a.inp': randomBytes(2_000_000) });
    const { files } = await planUpload([{ root, items: [root], exclude: [] }]);
    const [file] = files;
    const bodies = Array.from(
      { length: count },
      () => new FileBody(file!, () => OpenFile.open(file!.path, never), 2 ** 20, limit),
    );
    for (const body of bodies) body.read(0);
    return bodies;
  }

  it('reads no more ahead than one turn, because a connection that was blocked would send it all at once', async () => {
    const limit = new UploadLimit(() => tenMegabits, new FakeClock());
    const [body] = await openBodies(1, limit);
    await waitFor('the first chunk', () => body!.readableLength > 0);
    await new Promise((resolve) => setTimeout(resolve, 100));
    assert.equal(body!.bytesRead, limit.turnBytes);
    body!.destroy();
  });

  it('leaves no place in the line to a body that was given up', async () => {
    const clock = new CountingClock();
    const limit = new UploadLimit(() => 1000, clock);
    const bodies = await openBodies(20, limit);
    await waitFor('the first chunk', () => bodies.some(({ readableLength }) => readableLength > 0));
    for (const body of bodies) body.destroy();
    const beforeMs = clock.waitedMs;
    await limit.take(10, never);
    assert.ok(clock.waitedMs - beforeMs <= 100, String(clock.waitedMs - beforeMs));
  });

  it('counts in its progress what the limit has let through, and reports the limit', async () => {
    const clock = new FakeClock();
    const reports: { readonly atMs: number; readonly progress: UploadProgress }[] = [];
    const limit = new UploadLimit(() => (clock.elapsed() < secondMs ? tenMegabits / 10 : undefined), clock);
    const onProgress = (progress: UploadProgress) => reports.push({ atMs: clock.elapsed(), progress });
    await upload([2_000_000], { clock, limit, onProgress });
    const early = reports.filter(({ atMs }) => atMs < secondMs);
    assert.ok(early.length > 2);
    for (const { atMs, progress } of early) {
      assert.equal(progress.maxBytesPerSecond, tenMegabits / 10);
      const most = ((atMs + 150) / secondMs) * (tenMegabits / 10);
      assert.ok(progress.bytesDone <= most, `${progress.bytesDone}`);
    }
    assert.equal(reports.at(-1)?.progress.maxBytesPerSecond, undefined);
  });
});
