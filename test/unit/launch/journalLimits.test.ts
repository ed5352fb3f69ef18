import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { systemClock } from '../../../src/client/core/clock';
import { Journal } from '../../../src/launch/journal';
import { launchState } from '../../../src/launch/launchRecord';
import { needs } from '../../support/capabilities';
import { growthOf, maxGrowth } from '../../support/growth';
import { plannedLaunch } from '../../support/launches';
import { decodeLines, encodeEarlierLine } from '../../support/recordText';
import { startService, stopServices } from '../../support/service';
import { tempTree } from '../../support/tempTree';
import { onlyLaunch, resume, startLaunch } from './support/killedLaunch';

const deck = { 'a.inp': 'a', 'b.inc': 'bb', 'c.inc': 'ccc', 'd.inc': 'dddd', 'e.inc': '' };

/** Block in which the shell counts the size limit of a file; bytes. */
const blockBytes = 512;

/** More than the announcement of a request needs, and less than the announcement and its outcome; bytes. */
const announcementBytes = 150;

async function fullDisk() {
  const { emulator } = await startService();
  const { plan } = await plannedLaunch(emulator, deck);
  const folder = path.join(await tempTree(), 'launches');
  const sent = () => emulator.requests.map(({ operation }) => operation);
  return { emulator, folder, plan, sent, order: { baseUrl: emulator.baseUrl, folder, launch: plan } };
}

const refused = { error: { name: 'JournalError', code: 'EFBIG' } };

describe('A journal that cannot grow', () => {
  afterEach(stopServices);

  needs('shell').it('lets no launch begin, and keeps nothing of it', async () => {
    const { folder, order, sent } = await fullDisk();
    assert.deepEqual(await startLaunch(order, 1).end, refused);
    assert.deepEqual([sent(), readdirSync(folder)], [[], []]);
  });

  needs('shell').it(
    'stops a launch before a request that it cannot announce, and leaves no partial line',
    async () => {
      const { emulator, folder, order, plan, sent } = await fullDisk();
      const limit = Math.ceil((await planSize(plan)) / blockBytes) + 1;
      assert.deepEqual(await startLaunch(order, limit).end, refused);

      const text = readWholeLines(folder, '.launch');
      readWholeLines(folder, '.files');
      const kinds: readonly string[] = decodeLines(text).map(({ kind }) => kind);
      const announced = ['creatingProject', 'creatingModel', 'uploading'].filter((kind) =>
        kinds.includes(kind),
      );
      assert.deepEqual(
        [...new Set(sent())],
        ['createProject', 'createModel', 'uploadFile'].slice(0, announced.length),
      );

      const found = await onlyLaunch(new Journal(folder, systemClock));
      const { record } = await resume({ ...order, launch: found.plan.launch }, emulator);
      assert.deepEqual([launchState(record, false), emulator.simulations.length], ['launched', 1]);
    },
  );

  needs('shell').it('names the object that the service created when that cannot be recorded', async () => {
    const { emulator, folder, order, plan } = await fullDisk();
    // Long enough to leave room for the announcement and nothing else.
    const named = (length: number) => ({ ...plan, project: { newName: 'x'.repeat(length) } });
    const size = (await planSize(named(1))) + announcementBytes;
    // The files beside it are longer than a short record.
    const blocks = Math.ceil(size / blockBytes) + 8;
    const long = named(1 + blocks * blockBytes - size);
    const end = await startLaunch({ ...order, launch: long }, blocks).end;
    const id = emulator.projects.at(-1)?.project_id;
    assert.deepEqual(end, { error: { ...refused.error, created: { what: 'project', id } } });
    const record = await onlyLaunch(new Journal(folder, systemClock));
    assert.equal(launchState(record, false), 'unknown');
    readWholeLines(folder, '.launch');
  });
});

/** The only file with this extension, after a look that its last line is whole. */
function readWholeLines(folder: string, extension: string): string {
  const [name] = readdirSync(folder).filter((file) => file.endsWith(extension));
  const text = readFileSync(path.join(folder, name!), 'utf8');
  assert.ok(text.endsWith('\n'));
  return text;
}

/** Size of a record that has just begun; bytes. */
async function planSize(plan: Parameters<Journal['begin']>[0]): Promise<number> {
  const folder = await tempTree();
  const record = await new Journal(folder, systemClock).begin(plan);
  await record.close();
  return statSync(path.join(folder, `${record.record.plan.launch}.launch`)).size;
}

describe('A record of a hundred thousand files with long names', () => {
  afterEach(stopServices);

  it('of an earlier version is read, resumed and listed', async function () {
    this.timeout(300_000);
    const folder = path.join(await tempTree(), 'launches');
    mkdirSync(folder);
    const launch = randomUUID();
    const file = path.join(folder, `${launch}.launch`);
    const lines = manyFiles(launch);
    writeFileSync(file, lines.join(''));
    // Larger than any record that was read before.
    assert.ok(statSync(file).size > 64 * 1024 * 1024);

    const journal = new Journal(folder, systemClock);
    const { launches, unreadable } = await journal.read();
    assert.deepEqual([launches[0]?.record.entryCount, unreadable], [4, []]);
    assert.equal((await journal.readFiles(launch)).accepted.size, 100_000);
    const open = await journal.continue(launch);
    await open.append({ kind: 'uploaded' });
    await open.close();
    const again = new Journal(folder, systemClock);
    const [read] = (await again.read()).launches;
    assert.deepEqual([read?.record.entryCount, read?.record.uploaded], [5, true]);
    const { planned, hashes, accepted } = await again.readFiles(launch);
    assert.deepEqual([planned.length, hashes.length, accepted.size], [100_000, 100_000, 100_000]);
    // What lists read stays small, however many files there are.
    assert.ok(statSync(path.join(folder, `${launch}.1.launch`)).size < 4096);
  });

  it('is read in linear time', () => {
    const texts = new Map([300, 19_200].map((count) => [count, manyFiles(randomUUID(), count).join('')]));
    assert.ok(growthOf((count) => decodeLines(texts.get(count)!), 300) < maxGrowth);
  });
});

/** All of them accepted, but no entry says that all are. */
function manyFiles(launch: string, count = 100_000): string[] {
  const names = Array.from({ length: count }, (_, index) => `${'mesh/'.repeat(25)}part ${index}.inc`);
  const files = names.map((name) => ({
    name,
    path: `/home/user/studies/${name}`,
    size: 4096,
    mtimeNs: '1767225600000000000',
    ctimeNs: '1767225600000000000',
    inode: '1234567',
  }));
  const sha256 = 'ab'.repeat(32);
  const entries: readonly object[] = [
    { kind: 'creatingModel', hashes: names.map(() => sha256) },
    { kind: 'modelCreated', id: 'm1' },
    { kind: 'uploading' },
    ...names.map((name) => ({ kind: 'fileAccepted', name, sha256 })),
  ];
  const plan = encodeEarlierLine({
    kind: 'planned',
    launch,
    at: 1,
    finalise: true,
    simulate: false,
    service: { origin: 'https://service.example', basePath: '/', variant: 'variant_b' },
    model: { name: 'deck', files },
  });
  return [plan, ...entries.map((entry) => encodeEarlierLine({ ...entry, at: 2 }))];
}
