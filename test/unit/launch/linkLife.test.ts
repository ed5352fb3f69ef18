import assert from 'node:assert/strict';
import { LinksGoneError } from '../../../src/launch/errors';
import { linkTime, requireLiving, shortLinks } from '../../../src/launch/linkLife';
import type { OpenRecord } from '../../../src/launch/journal';
import { launchState } from '../../../src/launch/launchRecord';
import type { ShortLinks } from '../../../src/launch/linkLife';
import type { PlannedFile } from '../../../src/upload/uploadPlan';
import { launchBench, plannedLaunch } from '../../support/launches';
import { operations, startService, stopServices } from '../../support/service';

const noon = Date.UTC(2026, 10, 21, 12);
const identity = { size: 0n, mtimeNs: 0n, ctimeNs: 0n, inode: 0n };

function file(name: string, size: number): PlannedFile {
  return { name, size, path: `/${name}`, identity };
}

function expiring(at: number): string {
  return `https://files.example.com/f?Expires=${at / 1000}&Signature=x`;
}

describe('the life of upload links', () => {
  const files = [file('a', 3_000_000), file('b', 1_000_000)];
  const links = new Map([
    ['a', expiring(noon + 60_000)],
    ['b', expiring(noon + 100_000)],
  ]);

  it('is judged by the clock of the service, however wrong the one of this machine is', () => {
    const made = { there: noon, here: noon + 7_200_000 };
    assert.equal(linkTime(noon + 7_203_000, made), noon + 3000);
  });

  it('is not judged when the service does not tell the time of new links', () => {
    assert.equal(linkTime(noon, { there: undefined, here: noon }), undefined);
    requireLiving(files, links, undefined);
  });

  it('is judged by the clock of this machine when a launch is resumed', () => {
    assert.equal(linkTime(noon, undefined), noon);
  });

  it('ends at the expiry of each', () => {
    requireLiving(files, links, noon + 59_999);
    const dead = (error: unknown) =>
      error instanceof LinksGoneError && [error.reason, error.files].join() === 'expired,1';
    assert.throws(() => requireLiving(files, links, noon + 60_000), dead);
  });

  it('is short when the upload takes more than four fifths of it', () => {
    const at = (bytesPerSecond: number | undefined) =>
      shortLinks(files, links, { time: noon, bytesPerSecond });
    assert.equal(at(4_000_000 / 48), undefined);
    assert.deepEqual(at(4_000_000 / 48.5), { timeLeft: 60_000, timeNeeded: 48_500 });
    assert.equal(at(undefined), undefined);
  });

  it('is not short where a link says nothing of its end', () => {
    const endless = new Map(files.map(({ name }) => [name, 'https://files.example.com/f?sig=x']));
    assert.equal(shortLinks(files, endless, { time: noon, bytesPerSecond: 1 }), undefined);
  });
});

describe('a launch with links that are short of time', () => {
  const opened: OpenRecord[] = [];
  afterEach(async () => {
    for (const record of opened.splice(0)) await record.close();
    await stopServices();
  });

  async function prepare(urlLifetime: number) {
    const service = await startService('variant_b', { urlLifetime });
    const bench = await launchBench(service);
    const { plan } = await plannedLaunch(service.emulator, { 'a.bin': Buffer.alloc(50_000) });
    const record = await bench.journal.begin(plan);
    opened.push(record);
    return { ...service, ...bench, record };
  }

  it('asks before the first byte, and stops when the answer is no', async () => {
    const { emulator, run, record } = await prepare(60_000);
    const cancel = new AbortController();
    const asked: ShortLinks[] = [];
    const onShortLinks = (links: ShortLinks) => {
      asked.push(links);
      cancel.abort();
      return Promise.resolve();
    };
    await assert.rejects(run(record, { bytesPerSecond: 1000, onShortLinks, signal: cancel.signal }));
    assert.deepEqual(operations(emulator), ['createProject', 'createModel']);
    assert.deepEqual(
      asked.map(({ timeNeeded, timeLeft }) => [timeNeeded, timeLeft > 57_000 && timeLeft <= 60_000]),
      [[50_000, true]],
    );
    assert.equal(launchState(record.record, false), 'cancelled');
  });

  it('goes on when the answer is yes', async () => {
    const { emulator, run, record } = await prepare(60_000);
    await run(record, { bytesPerSecond: 1000, onShortLinks: () => Promise.resolve() });
    assert.equal(operations(emulator).at(-1), 'createSimulation');
  });

  it('sends nothing to links that were dead when they came', async () => {
    const { emulator, run, record } = await prepare(-5000);
    await assert.rejects(run(record), LinksGoneError);
    assert.deepEqual(operations(emulator), ['createProject', 'createModel']);
    assert.equal(record.record.end, 'abandoned');
  });
});
