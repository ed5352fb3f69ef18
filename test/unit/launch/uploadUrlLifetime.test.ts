import assert from 'node:assert/strict';
import { UploadUrlsUnavailableError } from '../../../src/launch/errors';
import { type ExpiringUrls, LaunchUploadUrls } from '../../../src/launch/launchUploadUrls';
import { FileUploadError } from '../../../src/upload/errors';
import { UploadLimit } from '../../../src/upload/uploadLimit';
import type { PlannedFile } from '../../../src/upload/uploadPlan';
import { waitFor } from '../../host/waitFor';
import { replyWith } from '../../support/emulatorFaults';
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
    assert.equal(timeless.urls.findExpiring(files, links, 1e9), undefined);
  });

  it('does not end at a time before the URLs were issued, which is invalid', async () => {
    const relative = new Map([
      ['a', 'https://files.example.com/f?expires=3600'],
      ['b', 'https://files.example.com/f?Expires=0'],
    ]);
    (await issue(1)).assertValid(files, relative);
    (await issue(0)).assertValid(files, new Map([...links, ['a', expiring(noon)]]));
    assert.equal((await issue(0)).findExpiring(files, relative, 1e9), undefined);
  });

  it('is short when the rest of the upload takes more than four fifths of it', async () => {
    for (const urls of [await issue(0), open(noon).urls]) {
      assert.equal(urls.findExpiring(files, links, 48_000), undefined);
      assert.deepEqual(urls.findExpiring(files, links, 48_500), {
        timeLeftMs: 60_000,
        timeNeededMs: 48_500,
      });
      assert.equal(urls.findExpiring(files.slice(1), links, 48_500), undefined);
    }
  });

  it('is not short if a URL has no expiry, or has already expired by the clock of this machine', async () => {
    const endless = new Map(files.map(({ name }) => [name, 'https://files.example.com/f?sig=x']));
    assert.equal((await issue(0)).findExpiring(files, endless, 1e9), undefined);
    assert.equal(open(noon + 86_400_000).urls.findExpiring(files, links, 1e9), undefined);
  });
});

describe('A launch with upload URLs that may expire', () => {
  afterEach(closeLaunches);

  const prepare = (urlLifetimeMs: number) =>
    beginLaunch({ 'a.bin': Buffer.alloc(2_000_000) }, { service: { urlLifetimeMs } });

  /** A clock, and a limit of 20 kB/s by it that can be lifted: then the upload takes no time. */
  function limit() {
    const clock = new FakeClock(Date.now());
    let rate: number | undefined = 20_000;
    return { clock, uploadLimit: new UploadLimit(() => rate, clock), lift: () => (rate = undefined) };
  }

  it('asks once the speed is known, and stops when the user declines', async () => {
    const { emulator, run, state } = await prepare(60_000);
    const { clock, uploadLimit } = limit();
    const cancel = new AbortController();
    const asked: ExpiringUrls[] = [];
    const onExpiringUrls = (links: ExpiringUrls) => {
      asked.push(links);
      cancel.abort();
      return Promise.resolve();
    };
    await assert.rejects(run({ clock, uploadLimit, onExpiringUrls, signal: cancel.signal }));
    assert.deepEqual(operations(emulator), ['createProject', 'createModel', 'uploadFile a.bin']);
    // 100 s at this speed, of which ten have passed.
    assert.deepEqual(
      asked.map(({ timeNeededMs, timeLeftMs }) => [
        timeNeededMs > 80_000 && timeNeededMs < 95_000,
        timeLeftMs > 45_000 && timeLeftMs <= 52_000,
      ]),
      [[true, true]],
    );
    assert.equal(state(), 'cancelled');
  });

  it('asks about an upload of a moment never, and once about any other', async () => {
    for (const [urlLifetimeMs, isLimited, count] of [
      [60_000, false, 0],
      [3_600_000, true, 0],
      [60_000, true, 1],
    ] as const) {
      const { emulator, run } = await prepare(urlLifetimeMs);
      const { clock, uploadLimit, lift } = limit();
      if (!isLimited) lift();
      let asked = 0;
      const onExpiringUrls = () => {
        asked++;
        return Promise.resolve();
      };
      await run({ clock, uploadLimit, onExpiringUrls });
      assert.equal(asked, count);
      assert.equal(operations(emulator).at(-1), 'createSimulation');
    }
  });

  it('uploads meanwhile, and finalises nothing before the answer', async () => {
    const { emulator, client, run, record } = await prepare(60_000);
    const { clock, uploadLimit, lift } = limit();
    let answer = () => {};
    const onExpiringUrls = () =>
      new Promise<void>((resolve) => {
        lift();
        answer = resolve;
      });
    const done = run({ clock, uploadLimit, onExpiringUrls });
    await waitFor('the upload', () => record.files?.accepted.has('a.bin') === true);
    // Meanwhile, the launch would have sent its next request.
    const others = Array.from({ length: 50 }, () => 'listProjects');
    for (let count = 0; count < others.length; count++) await client.listProjects();
    assert.deepEqual(operations(emulator), ['createProject', 'createModel', 'uploadFile a.bin', ...others]);
    answer();
    await done;
    assert.equal(operations(emulator).at(-1), 'createSimulation');
  });

  it('fails without an answer when the upload fails', async () => {
    const { emulator, run } = await prepare(60_000);
    const { clock, uploadLimit, lift } = limit();
    emulator.setIntercept(({ operation }) =>
      operation === 'uploadFile' ? replyWith({ status: 403 }) : undefined,
    );
    const onExpiringUrls = async () => {
      lift();
      await new Promise(() => undefined);
    };
    await assert.rejects(run({ clock, uploadLimit, onExpiringUrls }), FileUploadError);
  });

  it('fails behind the upload when nobody can be asked', async () => {
    const { run, record } = await prepare(60_000);
    const { clock, uploadLimit, lift } = limit();
    const reason = new Error('no window');
    const onExpiringUrls = () => {
      lift();
      return Promise.reject(reason);
    };
    const unhandled: unknown[] = [];
    const note = (error: unknown) => unhandled.push(error);
    process.on('unhandledRejection', note);
    await assert.rejects(run({ clock, uploadLimit, onExpiringUrls }), reason);
    process.off('unhandledRejection', note);
    assert.deepEqual([record.files?.accepted.has('a.bin'), unhandled], [true, []]);
  });

  it('lets the file server judge URLs that seem to be older than their model', async () => {
    const { emulator, run, record } = await prepare(-5000);
    await assert.rejects(run(), FileUploadError);
    assert.deepEqual(operations(emulator), ['createProject', 'createModel', 'uploadFile a.bin']);
    assert.deepEqual([record.record.end, record.record.problem?.status], ['abandoned', 403]);
  });
});
