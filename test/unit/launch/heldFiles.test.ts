import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import fs from 'node:fs/promises';
import { hostname } from 'node:os';
import path from 'node:path';
import { mock } from 'node:test';
import pLimit from 'p-limit';
import { systemClock } from '../../../src/client/core/clock';
import type { ProjectId } from '../../../src/client/core/types';
import type { Owner } from '../../../src/journal/lockFile';
import { LockedError, RecordLock } from '../../../src/journal/recordLock';
import { Journal } from '../../../src/launch/journal';
import { waitFor } from '../../host/waitFor';
import { type HeldFiles, imitateHolder, imitateScanner } from '../../support/heldFiles';
import type { Visit, VisitEnd } from '../../support/journalVisitor';
import { silence } from '../../support/recordFiles';
import { removeTempTrees, tempTree } from '../../support/tempTree';
import { somePlan } from './support/somePlan';

const program = path.join(__dirname, '../../support/journalVisitor.js');

const isWindows = process.platform === 'win32';

/** @returns a function that ends the visit */
function visit(visit: Visit, folder: string): () => Promise<VisitEnd> {
  const child = fork(program, [visit, folder], { stdio: ['ignore', 'ignore', 'ignore', 'ipc'] });
  return async () => {
    const end = once(child, 'message') as Promise<[VisitEnd]>;
    child.send('over');
    const [found] = await end;
    await once(child, 'exit');
    return found;
  };
}

/** Begins, continues, resolves and removes a launch, as the windows of a user do. */
async function lead(journal: Journal): Promise<void> {
  const begun = await journal.begin(somePlan);
  const { launch } = begun.record.plan;
  await begun.append({ kind: 'creatingProject' });
  await begun.requireOwnership();
  await begun.append({ kind: 'unknown', problem: { kind: 'network' } });
  await begun.close();
  const resolved = await journal.continue(launch);
  await resolved.append({ kind: 'resolved', happened: true, id: 'p1' as ProjectId, name: 'Study' });
  await resolved.close();
  const continued = await journal.continue(launch);
  assert.deepEqual([continued.record.entryCount, continued.record.project?.id], [4, 'p1']);
  await continued.append({ kind: 'creatingModel' });
  await continued.requireOwnership();
  await continued.append({ kind: 'cancelled' });
  await continued.close();
  const { launches } = await journal.read();
  const found = launches.find(({ record }) => record.plan.launch === launch);
  assert.deepEqual([found?.record.entryCount, found?.record.end], [6, 'cancelled']);
  const removed = await journal.removeIf(launch, () => Promise.resolve(true));
  assert.equal(removed?.entryCount, 6);
}

/** Number of launches. */
const count = process.env['TEST_DEPTH'] === 'full' ? 200 : 20;

/** Number of launches at the same time. */
const maxParallel = 4;

let held: HeldFiles | undefined;

async function release(): Promise<void> {
  held?.restore();
  held = undefined;
  await removeTempTrees();
}

describe('The journal, while another window reads it and something holds each new file', function () {
  this.timeout(600_000);
  const ends: (() => Promise<VisitEnd>)[] = [];

  afterEach(async () => {
    held?.restore();
    for (const end of ends.splice(0)) await end();
    await release();
  });

  it(`loses none of ${count} launches, and none is stuck`, async () => {
    const folder = path.join(await tempTree(), 'launches');
    mkdirSync(folder);
    const endReading = visit('reads', folder);
    ends.push(endReading);
    // Windows has holders; elsewhere they are imitated where this process calls the system.
    const endHolding = isWindows ? visit('holds', folder) : undefined;
    if (endHolding === undefined) held = imitateScanner();
    else ends.push(endHolding);
    const journal = new Journal(folder, systemClock);
    const limit = pLimit(maxParallel);
    await Promise.all(Array.from({ length: count }, () => limit(() => lead(journal))));
    assert.deepEqual(await journal.read(), { launches: [], unreadable: [] });
    const refusals = endHolding === undefined ? held!.refusals() : (await endHolding()).count;
    assert.ok(refusals > count, `${refusals} refusals`);
    held?.restore();
    held = undefined;
    const { count: looks, faults } = await endReading();
    ends.length = 0;
    assert.ok(looks > 0);
    assert.deepEqual(faults, []);
    // Files that could not be removed at once went in the background, or go with a later look.
    await waitFor('an empty folder', async () => {
      await journal.read();
      return readdirSync(folder).length === 0;
    });
  });
});

describe('A lock that cannot be removed because another program has it open', () => {
  afterEach(release);

  it('keeps other windows out, and not the one that has released it', async () => {
    const folder = path.join(await tempTree(), 'launches');
    const journal = new Journal(folder, systemClock);
    const record = await journal.begin(somePlan);
    const { launch } = record.record.plan;
    const lock = path.join(folder, `${launch}.lock`);
    held = imitateHolder((file) => file === lock);
    await record.close();
    held.restore();
    assert.equal(existsSync(lock), true);
    await assert.rejects(new Journal(folder, systemClock).continue(launch), LockedError);
    // At the same time only one of two.
    const tried = await Promise.allSettled([journal.continue(launch), journal.continue(launch)]);
    const [taken] = tried.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    assert.deepEqual(tried.map(({ status }) => status).sort(), ['fulfilled', 'rejected']);
    await taken!.append({ kind: 'creatingProject' });
    await taken!.requireOwnership();
    await assert.rejects(journal.continue(launch), LockedError);
    await taken!.close();
    assert.equal(existsSync(lock), false);
  });

  it('is not taken for stale once it is used again', async () => {
    const lock = path.join(await tempTree(), 'a.lock');
    const earlier = await RecordLock.take(lock);
    held = imitateHolder((file) => file === lock);
    await earlier.release();
    held.restore();
    silence(lock, 10 * 60_000);
    const again = await RecordLock.take(lock, { earlier });
    await assert.rejects(RecordLock.take(lock), LockedError);
    await again.release();
    assert.equal(existsSync(lock), false);
  });
});

describe('A record that cannot be deleted', () => {
  afterEach(async () => {
    mock.restoreAll();
    await release();
  });

  it('leaves no lock, and stays until it can be', async () => {
    const folder = path.join(await tempTree(), 'launches');
    const journal = new Journal(folder, systemClock);
    const begun = await journal.begin(somePlan);
    await begun.close();
    const { launch } = begun.record.plan;
    const { rm, open } = fs;
    const fail = () => Promise.reject(Object.assign(new Error('simulated'), { code: 'EIO' }));
    mock.method(fs, 'rm', (file: string, options: object) =>
      file.endsWith('.launch') ? fail() : rm(file, options),
    );
    mock.method(fs, 'open', (file: string, flags: string) =>
      file.endsWith('.removed') ? fail() : open(file, flags),
    );
    await assert.rejects(journal.remove(launch), { name: 'JournalError', code: 'EIO' });
    assert.deepEqual(readdirSync(folder).sort(), [`${launch}.files`, `${launch}.launch`]);
    mock.restoreAll();
    assert.equal((await journal.read()).launches.length, 1);
    await journal.remove(launch);
    assert.deepEqual(readdirSync(folder), []);
  });
});

describe('A list, while a backup has many records and their locks open', () => {
  afterEach(release);

  it('waits for all of them as long as for one, and has the others', async () => {
    const folder = path.join(await tempTree(), 'launches');
    const journal = new Journal(folder, systemClock);
    const ids: string[] = [];
    for (let i = 0; i < 40; i++) {
      const begun = await journal.begin(somePlan);
      const { launch } = begun.record.plan;
      ids.push(launch);
      await begun.close();
      // Without a window that writes to it meanwhile.
      const owner: Owner = { token: launch, pid: process.pid, host: hostname() };
      writeFileSync(path.join(folder, `${launch}.lock`), JSON.stringify(owner));
    }
    const open = new Set(ids.slice(0, 30));
    held = imitateHolder((file) => open.has(path.basename(file).split('.')[0]!));
    const { launches, unreadable } = await new Journal(folder, systemClock).read();
    assert.deepEqual(launches.map(({ record }) => record.plan.launch).sort(), ids.slice(30).sort());
    assert.deepEqual(unreadable.map(({ id }) => id).sort(), [...open].sort());
    // Some are read together. If each waited alone, each would be refused more than thirty times.
    const maxRefusals = 10 * open.size;
    assert.ok(held.refusals() < maxRefusals, `${held.refusals()} refusals`);
    held.restore();
    assert.deepEqual((await journal.read()).unreadable, []);
  });

  it('says so of one that it has read before', async () => {
    const folder = path.join(await tempTree(), 'launches');
    const journal = new Journal(folder, systemClock);
    const begun = await journal.begin(somePlan);
    await begun.close();
    assert.equal((await journal.read()).launches.length, 1);
    held = imitateHolder((file) => file.endsWith('.launch'));
    const { launches, unreadable } = await journal.read();
    assert.deepEqual([launches, unreadable.map(({ id }) => id)], [[], [begun.record.plan.launch]]);
  });
});
