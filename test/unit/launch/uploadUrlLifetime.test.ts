import assert from 'node:assert/strict';
import { UploadUrlsUnavailableError } from '../../../src/launch/errors';
import {
  assertNotExpired,
  estimateServiceTime,
  type ExpiringUrls,
  findExpiringUrls,
} from '../../../src/launch/uploadUrlLifetime';
import { FileUploadError } from '../../../src/upload/errors';
import type { PlannedFile } from '../../../src/upload/uploadPlan';
import { operations } from '../../support/service';
import { beginLaunch, closeLaunches } from './support/begunLaunch';

const noon = Date.UTC(2026, 10, 21, 12);
const state = { mtimeNs: '0', ctimeNs: '0', inode: '0' };

function file(name: string, size: number): PlannedFile {
  return { name, size, path: `/${name}`, ...state };
}

function expiring(at: number): string {
  return `https://files.example.com/f?Expires=${at / 1000}&Signature=x`;
}

describe('The lifetime of upload URLs', () => {
  const files = [file('a', 3_000_000), file('b', 1_000_000)];
  const links = new Map([
    ['a', expiring(noon + 60_000)],
    ['b', expiring(noon + 100_000)],
  ]);

  /** Evaluated at this time by the clock of the service, for URLs issued at noon. */
  const at = (now: number) => ({
    now,
    elapsedMs: now - noon,
    issued: { serviceTimeMs: noon, localElapsedMs: 0 },
  });
  const dead = (error: unknown) =>
    error instanceof UploadUrlsUnavailableError && [error.reason, error.files].join() === 'expired,1';

  it('is measured by the clock of the service, however wrong the clock of this machine is', () => {
    const issued = { serviceTimeMs: noon, localElapsedMs: 7000 };
    assert.equal(estimateServiceTime({ elapsedMs: 10_000, issued }), noon + 3000);
    assertNotExpired(files, links, { elapsedMs: 66_999, issued });
    assert.throws(() => assertNotExpired(files, links, { elapsedMs: 67_000, issued }), dead);
  });

  it('is not measured by the clock of this machine when the service does not send the time, or a launch is resumed', () => {
    for (const issued of [{ serviceTimeMs: undefined, localElapsedMs: 0 }, undefined]) {
      const times = { elapsedMs: 86_400_000, issued };
      assert.equal(estimateServiceTime(times), undefined);
      assertNotExpired(files, links, times);
    }
  });

  it('ends at the expiry of each', () => {
    assertNotExpired(files, links, at(noon + 59_999));
    assert.throws(() => assertNotExpired(files, links, at(noon + 60_000)), dead);
  });

  it('does not end at a time before the URLs were issued, which is invalid', () => {
    const relative = new Map([
      ['a', 'https://files.example.com/f?expires=3600'],
      ['b', 'https://files.example.com/f?Expires=0'],
    ]);
    assertNotExpired(files, relative, at(noon + 1));
    assertNotExpired(files, new Map([...links, ['a', expiring(noon)]]), at(noon));
    assert.equal(findExpiringUrls(files, relative, { ...at(noon), bytesPerSecond: 1 }), undefined);
  });

  it('is short when the upload takes more than four fifths of it', () => {
    for (const issued of [{ serviceTimeMs: noon, localElapsedMs: 0 }, undefined]) {
      const judge = (bytesPerSecond: number | undefined) =>
        findExpiringUrls(files, links, { now: noon, elapsedMs: 0, issued, bytesPerSecond });
      assert.equal(judge(4_000_000 / 48), undefined);
      assert.deepEqual(judge(4_000_000 / 48.5), { timeLeftMs: 60_000, timeNeededMs: 48_500 });
      assert.equal(judge(undefined), undefined);
    }
  });

  it('is not short if a URL has no expiry, or has already expired by the clock of this machine', () => {
    const endless = new Map(files.map(({ name }) => [name, 'https://files.example.com/f?sig=x']));
    assert.equal(findExpiringUrls(files, endless, { ...at(noon), bytesPerSecond: 1 }), undefined);
    const ahead = { now: noon + 86_400_000, elapsedMs: 0, issued: undefined, bytesPerSecond: 1 };
    assert.equal(findExpiringUrls(files, links, ahead), undefined);
  });
});

describe('A launch with upload URLs that may expire', () => {
  afterEach(closeLaunches);

  const prepare = (urlLifetimeMs: number) =>
    beginLaunch({ 'a.bin': Buffer.alloc(50_000) }, { service: { urlLifetimeMs } });

  it('asks before the first byte, and stops when the user declines', async () => {
    const { emulator, run, state } = await prepare(60_000);
    const cancel = new AbortController();
    const asked: ExpiringUrls[] = [];
    const onExpiringUrls = (links: ExpiringUrls) => {
      asked.push(links);
      cancel.abort();
      return Promise.resolve();
    };
    await assert.rejects(run({ bytesPerSecond: 1000, onExpiringUrls, signal: cancel.signal }));
    assert.deepEqual(operations(emulator), ['createProject', 'createModel']);
    assert.deepEqual(
      asked.map(({ timeNeededMs, timeLeftMs }) => [
        timeNeededMs,
        timeLeftMs > 57_000 && timeLeftMs <= 60_000,
      ]),
      [[50_000, true]],
    );
    assert.equal(state(), 'cancelled');
  });

  it('continues when the user agrees', async () => {
    const { emulator, run } = await prepare(60_000);
    await run({ bytesPerSecond: 1000, onExpiringUrls: () => Promise.resolve() });
    assert.equal(operations(emulator).at(-1), 'createSimulation');
  });

  it('lets the file server judge URLs that seem to be older than their model', async () => {
    const { emulator, run, record } = await prepare(-5000);
    await assert.rejects(run(), FileUploadError);
    assert.deepEqual(operations(emulator), ['createProject', 'createModel', 'uploadFile a.bin']);
    assert.deepEqual([record.record.end, record.record.problem?.status], ['abandoned', 403]);
  });
});
