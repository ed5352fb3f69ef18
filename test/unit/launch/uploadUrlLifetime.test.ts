import assert from 'node:assert/strict';
import { UploadUrlsUnavailableError } from '../../../src/launch/errors';
import { type ExpiringUrls, LaunchUploadUrls } from '../../../src/launch/launchUploadUrls';
import { FileUploadError } from '../../../src/upload/errors';
import type { PlannedFile } from '../../../src/upload/uploadPlan';
import { FakeClock } from '../../support/fakeClock';
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

  const store = { get: () => Promise.resolve(undefined), put: () => Promise.resolve() };

  /** The upload URLs of a launch, on a machine whose clock says this. */
  const open = (localTimeMs: number) => {
    const clock = new FakeClock(localTimeMs);
    const { signal } = new AbortController();
    const options = { launch: 'wing', store: { ...store, delete: store.put }, clock, signal };
    return { clock, urls: new LaunchUploadUrls(options) };
  };

  /** Those that the service issued at noon by its own clock, this time ago. The clock of this machine is in 1970. */
  const issue = async (agoMs: number, uploadUrls = links) => {
    const { clock, urls } = open(7000);
    await urls.store(uploadUrls, noon);
    clock.pass(agoMs);
    return urls;
  };
  const dead = (error: unknown) =>
    error instanceof UploadUrlsUnavailableError && [error.reason, error.files].join() === 'expired,1';

  it('ends at the expiry of each by the clock of the service, however wrong the clock of this machine is', async () => {
    assert.deepEqual(await (await issue(59_999)).getValid(files), links);
    const late = await issue(60_000);
    assert.throws(() => late.assertValid(files, links), dead);
    await assert.rejects(late.getValid(files), dead);
  });

  it('is not measured by the clock of this machine when the service does not send the time, or a launch is resumed', async () => {
    const timeless = open(noon);
    const resumed = open(noon);
    await timeless.urls.store(links, undefined);
    for (const { clock, urls } of [timeless, resumed]) {
      clock.pass(86_400_000);
      urls.assertValid(files, links);
    }
    assert.equal(timeless.urls.findExpiring(files, links, 1), undefined);
  });

  it('does not end at a time before the URLs were issued, which is invalid', async () => {
    const relative = new Map([
      ['a', 'https://files.example.com/f?expires=3600'],
      ['b', 'https://files.example.com/f?Expires=0'],
    ]);
    (await issue(1)).assertValid(files, relative);
    (await issue(0)).assertValid(files, new Map([...links, ['a', expiring(noon)]]));
    assert.equal((await issue(0)).findExpiring(files, relative, 1), undefined);
  });

  it('is short when the upload takes more than four fifths of it', async () => {
    for (const urls of [await issue(0), open(noon).urls]) {
      const judge = (bytesPerSecond: number | undefined) => urls.findExpiring(files, links, bytesPerSecond);
      assert.equal(judge(4_000_000 / 48), undefined);
      assert.deepEqual(judge(4_000_000 / 48.5), { timeLeftMs: 60_000, timeNeededMs: 48_500 });
      assert.equal(judge(undefined), undefined);
    }
  });

  it('is not short if a URL has no expiry, or has already expired by the clock of this machine', async () => {
    const endless = new Map(files.map(({ name }) => [name, 'https://files.example.com/f?sig=x']));
    assert.equal((await issue(0)).findExpiring(files, endless, 1), undefined);
    assert.equal(open(noon + 86_400_000).urls.findExpiring(files, links, 1), undefined);
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
