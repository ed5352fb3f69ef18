import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { systemClock } from '../../../src/client/core/clock';
import { AlreadyResolvedError } from '../../../src/journal/errors';
import { LockedError, RecordLock } from '../../../src/journal/recordLock';
import { RowGate } from '../../../src/study/rowGate';
import { delayUntil } from '../../support/emulatorFaults';
import { only } from '../../support/only';
import { noFollower } from '../../support/runner';
import { stopServices } from '../../support/service';
import { openStudyWindow } from '../../support/studies';
import { atSimulations, beginStudy, lost, observer, refused } from './support/studyWorld';

const tree = {
  'cases.csv': 'speed,force\n1,10\n2,20\n3,30\n',
  'beam.inp.template': '*CLOAD\n1, 2, {{ force }}\n',
};

/** Runs a study with a template. @param faults what happens to the requests for simulations, by their number */
async function run(faults: Parameters<typeof atSimulations>[0] = {}) {
  const model = { files: ['beam.inp.template'], exclude: [], name: 'beam' };
  const world = await beginStudy(tree, { model });
  world.emulator.setIntercept(atSimulations(faults));
  const id = await world.start();
  const seen = only(await world.studies.list());
  const filesLeft = () =>
    readdirSync(world.order.folder, { recursive: true }).filter((name) => name !== 'studies');
  return { ...world, id, seen, filesLeft };
}

describe('A study that is removed from the list', () => {
  afterEach(stopServices);

  it('goes with its launches and the files that were rendered for it', async () => {
    const { id, seen, studies, launches, filesLeft } = await run({ 2: refused });
    assert.ok(filesLeft().length > 0);
    await studies.remove(id, seen);
    launches.journalChanged();
    assert.deepEqual([filesLeft(), await studies.list(), await launches.list.read()], [[], [], []]);
  });

  it('stays while a row is unknown of which nobody has said so', async () => {
    const { id, seen, studies, launches, launchOf, emulator, states } = await run({ 2: refused });
    emulator.setIntercept(atSimulations({ 1: lost }));
    await assert.rejects(launches.resume(await launchOf(2), noFollower()));
    assert.equal(await states(), 'started unknown started');
    await assert.rejects(studies.remove(id, seen), AlreadyResolvedError);
    await studies.remove(id, only(await studies.list()));
    assert.deepEqual(await studies.list(), []);
  });

  it('stays if another window has written to it since it was seen', async () => {
    const { id, seen, studies, order } = await run({ 2: refused });
    const writer = await new RowGate(order.folder, systemClock).studies.continue(id);
    await writer.append({ kind: 'stopped', reason: 'stopped' });
    await assert.rejects(openStudyWindow(order).studies.remove(id, seen), LockedError);
    await writer.close();
    await assert.rejects(studies.remove(id, seen), AlreadyResolvedError);
    assert.equal((await studies.list()).length, 1);
  });

  it('stays while a window runs it, or one of its launches', async () => {
    const { id, seen, studies, launches, launchOf, emulator, order } = await run({ 2: refused });
    let answer: () => void = () => undefined;
    const answered = new Promise<void>((resolve) => (answer = resolve));
    emulator.setIntercept(atSimulations({ 1: delayUntil(answered) }));
    const row = launches.resume(await launchOf(2), noFollower());
    const other = openStudyWindow(order);
    let isRunning = false;
    while (!isRunning) {
      other.launches.journalChanged();
      isRunning = (await other.launches.list.read()).some(({ state }) => state === 'launching');
    }
    await assert.rejects(other.studies.remove(id, seen), LockedError);
    answer();
    await row;
    assert.equal((await studies.list()).length, 1);
  });

  it('is removed to the end by whoever lists the studies next, if the window dies in between', async () => {
    const { id, order, launches, launchOf, emulator, filesLeft } = await run({ 2: refused });
    const launch = await launchOf(2);
    const writer = await new RowGate(order.folder, systemClock).studies.continue(id);
    await writer.append({ kind: 'removing' });
    // Nothing of it goes on any more.
    await assert.rejects(launches.resume(launch, noFollower()), AlreadyResolvedError);
    await writer.close();
    const other = openStudyWindow(order);
    assert.deepEqual(await other.studies.list(), []);
    assert.deepEqual([filesLeft(), emulator.simulations.length], [[], 2]);
    await assert.rejects(other.studies.resumeSeen(id, observer()), { kind: 'recordGone' });
  });

  it('leaves no launch that can be continued, should one of them come back', async () => {
    const { id, seen, studies, launches, launchOf, order, filesLeft } = await run({ 2: refused });
    const launch = await launchOf(2);
    const writer = await new RowGate(order.folder, systemClock).studies.continue(id);
    await writer.close();
    assert.ok(existsSync(path.join(order.folder, 'studies', id)));
    await studies.remove(id, { ...seen, record: writer.record });
    assert.deepEqual(filesLeft(), []);
    await assert.rejects(launches.resume(launch, noFollower()), { kind: 'recordGone' });
  });
});

describe('Files that were rendered for a study that never began', () => {
  afterEach(stopServices);

  it('are removed by whoever lists the studies next, but not while a window may be rendering them', async () => {
    const { order, id, studies } = await run({ 2: refused });
    const dead = randomUUID();
    const folder = path.join(order.folder, 'studies');
    const rendered = path.join(folder, dead, '1', 'beam.inp');
    mkdirSync(path.dirname(rendered), { recursive: true });
    writeFileSync(rendered, '*CLOAD');
    const lock = await RecordLock.take(path.join(folder, `${dead}.lock`));
    await studies.list();
    assert.ok(existsSync(rendered));
    await lock.release();
    await studies.list();
    assert.deepEqual(readdirSync(folder).sort(), [id, `${id}.study`]);
  });
});
