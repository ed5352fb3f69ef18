import assert from 'node:assert/strict';
import { truncateSync } from 'node:fs';
import path from 'node:path';
import { type Clock, systemClock } from '../../../src/client/core/clock';
import { StatusError } from '../../../src/client/core/errors';
import type { Interceptor } from '../../../src/emulator/emulator';
import { findChangedFiles, hashFiles } from '../../../src/upload/checkFiles';
import { FileChangedError, FileUploadError } from '../../../src/upload/errors';
import { type PlannedFile } from '../../../src/upload/uploadPlan';
import type { UploadProgress } from '../../../src/upload/uploadProgress';
import { waitFor } from '../../host/waitFor';
import { needs } from '../../support/capabilities';
import { replyWith } from '../../support/emulatorFaults';
import { FakeClock } from '../../support/fakeClock';
import { hashesOf } from '../../support/hashes';
import { listOpenFiles } from '../../support/openFiles';
import { rejectionOf } from '../../support/rejections';
import { holdResponses, stopServices } from '../../support/service';
import { prepareUpload } from './support/preparedUpload';

/** Responds to the first requests for one file with these statuses, and handles the rest normally. */
function failFirst(file: string, statuses: readonly number[]): Interceptor {
  const left = [...statuses];
  return ({ fileName }) => {
    const status = fileName === file ? left.shift() : undefined;
    return status === undefined ? undefined : replyWith({ status });
  };
}

/** Files that contain their names. */
const treeOf = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`f${index}`, `f${index}`]));

describe('Uploading files', () => {
  afterEach(stopServices);

  it('stores every file exactly, the empty one included', async () => {
    const tree = { 'a.inp': 'x', 'empty.inc': '', 'mesh/big.inc': Buffer.alloc(3_000_000, 'abc') };
    const prepared = await prepareUpload(tree);
    const hashes: Record<string, string> = {};
    await prepared.upload({ onFileDone: ({ name }, hash) => void (hashes[name] = hash) });
    assert.deepEqual([prepared.stored(), hashes], [hashesOf(tree), hashesOf(tree)]);
  });

  it('sends as many files at once as allowed, and no more', async () => {
    const prepared = await prepareUpload(treeOf(7));
    const open = holdResponses(prepared.emulator, ({ server }) => server === 'files');
    const done = prepared.upload({ parallelFiles: 3 });
    await waitFor('three uploads', () => prepared.puts().length === 3);
    open();
    await done;
    assert.equal(prepared.puts().length, 7);
  });

  it('causes no warning of Node about a leak with many files that are checked and sent at once', async () => {
    const prepared = await prepareUpload(treeOf(16));
    const warnings: Error[] = [];
    const note = (warning: Error) => void warnings.push(warning);
    process.on('warning', note);
    const open = holdResponses(prepared.emulator, ({ server }) => server === 'files');
    const { signal } = new AbortController();
    const hashed = await hashFiles(prepared.files, signal);
    assert.deepEqual(await findChangedFiles(hashed.files, signal), []);
    const done = prepared.upload({ parallelFiles: 16, signal });
    await waitFor('all uploads', () => prepared.puts().length === 16);
    open();
    await done;
    process.off('warning', note);
    assert.deepEqual(warnings, []);
  });

  it('reports bytes and files over the whole set, and the end exactly once', async () => {
    const prepared = await prepareUpload({ a: 'aaaa', b: 'bb', c: '' });
    const reports: UploadProgress[] = [];
    await prepared.upload({ onProgress: (progress) => reports.push(progress) });
    const whole = { bytesDone: 6, bytesTotal: 6, filesDone: 3, filesTotal: 3 };
    assert.deepEqual(reports, [{ ...whole, maxBytesPerSecond: undefined, waitingFor: undefined }]);
  });

  it('gives up when nothing was accepted for a quarter of an hour, and names the file', async () => {
    const prepared = await prepareUpload({ 'b.inp': 'yy' });
    const clock = new FakeClock();
    prepared.emulator.setIntercept(failFirst('b.inp', Array<number>(99).fill(500)));
    await assert.rejects(prepared.upload({ clock, random: () => 1 }), (error: unknown) => {
      assert.ok(error instanceof FileUploadError && error.cause instanceof StatusError);
      assert.deepEqual([error.file, error.tries, error.cause.status], ['b.inp', 21, 500]);
      return true;
    });
    const seconds = clock.waits.map((ms) => ms / 1000);
    assert.deepEqual(seconds, [1, 2, 4, 8, 16, 32, ...Array<number>(14).fill(60)]);
    assert.equal(prepared.puts().length, 21);
  });

  it('tries once more after a request that a server left waiting until the quarter of an hour was over', async () => {
    const prepared = await prepareUpload({ 'a.inp': 'x' });
    const clock = new FakeClock();
    const headers = { 'retry-after': '850' };
    let count = 0;
    prepared.emulator.setIntercept(({ server }) => {
      if (server !== 'files' || ++count > 2) return undefined;
      return replyWith({ status: 503, ...(count === 1 && { headers }) });
    });
    await prepared.upload({ clock, random: () => 1 });
    assert.deepEqual(clock.waits, [850_000, 2000]);
  });

  it('counts the quarter of an hour anew once a file was accepted', async () => {
    const tree = { 'a.inp': 'x', 'b.inp': 'yy' };
    const prepared = await prepareUpload(tree);
    const clock = new FakeClock();
    const faults = Object.keys(tree).map((name) => failFirst(name, Array<number>(14).fill(500)));
    prepared.emulator.setIntercept((call) => faults[0]?.(call) ?? faults[1]?.(call));
    await prepared.upload({ clock, random: () => 1, parallelFiles: 1 });
    assert.ok(clock.waits.reduce((sum, ms) => sum + ms, 0) > 15 * 60_000);
    assert.deepEqual(prepared.stored(), hashesOf(tree));
  });

  for (const parallelFiles of ['auto', 1] as const)
    for (const bytes of [3, 100_000])
      it(`stores every file of ${bytes} bytes of a server that refuses the first request for each (${parallelFiles} at once)`, async () => {
        const names = Object.keys(treeOf(40));
        const tree = Object.fromEntries(names.map((name) => [name, name.padEnd(bytes)]));
        const prepared = await prepareUpload(tree);
        const refused = new Set<string>();
        prepared.emulator.setIntercept(({ fileName = '' }) => {
          if (!names.includes(fileName) || refused.has(fileName)) return undefined;
          refused.add(fileName);
          return replyWith({ status: 503 });
        });
        await prepared.upload({ parallelFiles });
        assert.deepEqual(prepared.stored(), hashesOf(tree));
        assert.equal(prepared.puts().length, 80);
      });

  it('sends nothing more once an upload URL has expired', async () => {
    const prepared = await prepareUpload({ 'a.inp': 'x' });
    prepared.emulator.setIntercept(failFirst('a.inp', [503, 503]));
    const asked: string[] = [];
    const expired = new Error('expired');
    const beforeRepeat = ({ name }: PlannedFile) => {
      if (asked.push(name) === 2) throw expired;
    };
    await assert.rejects(prepared.upload({ beforeRepeat }), (error) => error === expired);
    assert.deepEqual([asked, prepared.puts().length], [['a.inp', 'a.inp'], 2]);
  });

  it('tries one file at a time while the server fails every request, and says what it waits for', async () => {
    const prepared = await prepareUpload(treeOf(40));
    prepared.emulator.setIntercept(({ server }) =>
      server === 'files' && prepared.puts().length <= 20 ? replyWith({ status: 503 }) : undefined,
    );
    /** Number of requests before each wait. */
    const requests: number[] = [];
    const clock = new FakeClock();
    const reports: UploadProgress[] = [];
    let report = () => {};
    const reporting: Clock = {
      now: () => clock.now(),
      elapsed: () => clock.elapsed(),
      wait(ms, signal) {
        report();
        requests.push(prepared.puts().length);
        return clock.wait(ms, signal);
      },
      every(_, fn) {
        report = fn;
        return () => undefined;
      },
    };
    const onProgress = (progress: UploadProgress) => reports.push(progress);
    await prepared.upload({ clock: reporting, onProgress, random: () => 0, parallelFiles: 4 });
    // After those that were begun together, one for each wait.
    for (const [index, sent] of requests.slice(4).entries()) assert.equal(sent, 8 + index);
    assert.equal(Object.keys(prepared.stored()).length, 40);
    const host = new URL(prepared.emulator.fileServerUrl).host;
    assert.equal(reports.pop()?.waitingFor, undefined);
    assert.ok(reports.length > 0 && reports.every(({ waitingFor }) => waitingFor === host));
    assert.deepEqual(clock.waits.slice(0, 6), [500, 1000, 2000, 4000, 8000, 16_000]);
  });

  it('closes its sockets when it is cancelled, and sends nothing afterwards', async () => {
    const prepared = await prepareUpload({}, { sparse: { a: 50_000_000, b: 50_000_000, c: 50_000_000 } });
    prepared.emulator.setBytesPerSecond(5_000_000);
    const cancelled = new AbortController();
    const done = prepared.upload({ parallelFiles: 2, signal: cancelled.signal });
    await waitFor(
      'bytes of both on the way',
      () => prepared.puts().filter(({ bytesReceived }) => bytesReceived > 0).length === 2,
    );
    const reason = new Error('cancelled by the user');
    cancelled.abort(reason);
    await assert.rejects(done, (error) => error === reason);
    // At full speed again, so that the end of the buffered data is noticed at once.
    prepared.emulator.setBytesPerSecond(undefined);
    await waitFor('closed sockets', () => prepared.puts().every(({ aborted }) => aborted));
    assert.equal(prepared.puts().length, 2);
    assert.deepEqual(prepared.stored(), {});
  });

  it('does not wait for a repetition when it is cancelled', async () => {
    const prepared = await prepareUpload({ a: 'x' });
    prepared.emulator.setIntercept(failFirst('a', [503]));
    const cancelled = new AbortController();
    const clock = {
      ...systemClock,
      wait: (_: number, signal: AbortSignal) => {
        setImmediate(() => cancelled.abort(new Error('enough')));
        return systemClock.wait(3_600_000, signal);
      },
    };
    await assert.rejects(prepared.upload({ clock, signal: cancelled.signal }), /enough/);
    assert.equal(prepared.puts().length, 1);
  });

  it('ends at once when a file becomes shorter than announced', async () => {
    const sparse = { 'a.inp': 30_000_000 };
    const { root, emulator, stored, upload, whileSending } = await prepareUpload({}, { sparse });
    emulator.setBytesPerSecond(20_000_000);
    whileSending(() => truncateSync(path.join(root, 'a.inp'), 10));
    const error = await rejectionOf(upload());
    assert.ok(error instanceof FileChangedError, String(error));
    assert.deepEqual([error.file, error.change, stored()], ['a.inp', 'size', {}]);
  });

  needs('descriptors').it('closes every file, even those that failed', async () => {
    const prepared = await prepareUpload({ a: '1', b: '22', c: '333' }, { sparse: { d: 2_000_000 } });
    const open = listOpenFiles(prepared.root);
    prepared.emulator.setIntercept(failFirst('b', [500, 403]));
    await assert.rejects(prepared.upload(), FileUploadError);
    assert.deepEqual(open, []);
    await waitFor('closed files', () => listOpenFiles(prepared.root).length === 0);
  });
});
