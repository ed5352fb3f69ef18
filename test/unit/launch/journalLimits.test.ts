import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { systemClock } from '../../../src/client/core/clock';
import { Journal } from '../../../src/launch/journal';
import { filesFormat } from '../../../src/launch/launchFiles';
import { launchState } from '../../../src/launch/launchRecord';
import type { PlannedFile } from '../../../src/upload/uploadPlan';
import { needs } from '../../support/capabilities';
import { growthOf, maxGrowth } from '../../support/growth';
import { plannedLaunch } from '../../support/launches';
import { decodeFiles, decodeLines } from '../../support/recordText';
import { startService, stopServices } from '../../support/service';
import { tempTree } from '../../support/tempTree';
import { onlyLaunch, resume, startLaunch } from './support/killedLaunch';
import { somePlan } from './support/somePlan';

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
      assert.deepEqual([launchState(record), emulator.simulations.length], ['launched', 1]);
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
    assert.equal(launchState(record), 'unknown');
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

describe('The record of a launch of a hundred thousand files with long names', () => {
  afterEach(stopServices);

  it('is written, read and continued', async function () {
    this.timeout(300_000);
    const folder = path.join(await tempTree(), 'launches');
    const files = nameFiles(100_000).map(createFile);
    const open = await new Journal(folder, systemClock).begin({
      ...somePlan,
      model: { name: 'deck', files },
    });
    const { launch } = open.record.plan;
    await open.noteHashes(files.map(() => sha256));
    await open.append({ kind: 'creatingModel' });
    await open.append({ kind: 'modelCreated', id: 'm1' });
    await open.append({ kind: 'uploading' });
    await Promise.all(files.map(({ name }) => open.noteAccepted({ name, sha256 })));
    await open.close();
    assert.ok(statSync(path.join(folder, `${launch}.files`)).size > 64 * 1024 * 1024);

    const journal = new Journal(folder, systemClock);
    const { launches, unreadable } = await journal.read();
    assert.deepEqual([launches[0]?.record.entryCount, unreadable], [4, []]);
    assert.equal((await journal.readFiles(launch)).accepted.size, 100_000);
    const again = await journal.continue(launch);
    await again.append({ kind: 'uploaded' });
    await again.close();
    const [read] = (await journal.read()).launches;
    assert.deepEqual([read?.record.entryCount, read?.record.uploaded], [5, true]);
    const { planned, hashes, accepted } = await journal.readFiles(launch);
    assert.deepEqual([planned.length, hashes.length, accepted.size], [100_000, 100_000, 100_000]);
    // What lists read stays small, however many files there are.
    assert.ok(statSync(path.join(folder, `${launch}.1.launch`)).size < 4096);
  });

  it('is read in linear time', () => {
    const texts = new Map([300, 19_200].map((count) => [count, acceptEach(nameFiles(count))]));
    assert.ok(growthOf((count) => decodeFiles(texts.get(count)!), 300) < maxGrowth);
  });
});

const sha256 = 'ab'.repeat(32);

function nameFiles(count: number): string[] {
  return Array.from({ length: count }, (_, index) => `${'mesh/'.repeat(25)}part ${index}.inc`);
}

function createFile(name: string): PlannedFile {
  const times = { mtimeNs: '1767225600000000000', ctimeNs: '1767225600000000000' };
  return { name, path: `/home/user/studies/${name}`, size: 4096, ...times, inode: '1234567' };
}

/** The files of a launch of which each was accepted at another time. */
function acceptEach(names: readonly string[]): string {
  const entries = names.map((name) => ({ kind: 'accepted', files: [{ name, sha256 }] }) as const);
  return filesFormat.encode({ first: { launch: randomUUID(), name: 'deck', count: 0 }, entries });
}
