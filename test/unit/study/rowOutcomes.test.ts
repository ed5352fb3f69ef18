import assert from 'node:assert/strict';
import { readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import path from 'node:path';
import { systemClock } from '../../../src/client/core/clock';
import { JournalError } from '../../../src/journal/errors';
import { LockedError } from '../../../src/journal/recordLock';
import { StudyJournal } from '../../../src/study/studyJournal';
import { waitFor } from '../../host/waitFor';
import { noFollower } from '../../support/runner';
import { stopServices } from '../../support/service';
import { openStudyWindow } from '../../support/studies';
import {
  atSimulations,
  beginStudy,
  lost,
  observer,
  refused,
  resolveRow,
  type StudyWorld,
  tableOf,
} from './support/studyWorld';

/** @param faults what happens to the requests for simulations, by their number */
async function begin(faults: Parameters<typeof atSimulations>[0] = {}): Promise<StudyWorld> {
  const world = await beginStudy(tableOf(3));
  world.emulator.setIntercept(atSimulations(faults));
  return world;
}

/** The rest of the record of a study after a power cut: its first line, which is flushed before anything is sent. */
function losesEntries({ order }: StudyWorld, study: string): void {
  const file = path.join(order.folder, 'studies', `${study}.study`);
  truncateSync(file, readFileSync(file).indexOf('\n') + 1);
}

function damage({ order }: StudyWorld, launch: string): void {
  const file = path.join(order.folder, `${launch}.launch`);
  writeFileSync(file, readFileSync(file).fill(0x58, 3, 40));
}

describe('A row of a study', () => {
  afterEach(stopServices);

  for (const row of [1, 2, 3])
    it(`is unknown when the record of its launch is damaged, whatever else is lost: ${row} of 3`, async () => {
      const world = await begin();
      const { start, states, launchOf, studies, sent } = world;
      const id = await start();
      losesEntries(world, id);
      damage(world, await launchOf(row));
      const expected = [1, 2, 3].map((one) => (one === row ? 'unknown' : 'started')).join(' ');
      assert.equal(await states(), expected);
      await studies.resume(id, observer(), true);
      assert.deepEqual([await states(), sent()], [expected, [1, 2, 3]]);
      assert.equal(await resolveRow(studies, id, row, true), true);
      assert.equal(await states(), 'started started started');
    });

  it('stays started when its launch is removed while the list is read', async () => {
    const { start, states, launchOf, launches } = await begin();
    await start();
    const launch = await launchOf(2);
    const read = launches.list.read.bind(launches.list);
    launches.list.read = async (since) => {
      launches.list.read = read;
      await launches.remover.remove([launch]);
      return await read(since);
    };
    assert.equal(await states(), 'started started started');
  });

  it('is unknown when its damaged record was removed from the list', async () => {
    const world = await begin();
    const { start, states, launchOf, launches, studies, sent } = world;
    const id = await start();
    const launch = await launchOf(3);
    damage(world, launch);
    await launches.remover.quarantine(launch);
    await studies.resume(id, observer());
    assert.deepEqual([await states(), sent()], ['started started unknown', [1, 2, 3]]);
    assert.deepEqual(
      [await resolveRow(studies, id, 3, false), await resolveRow(studies, id, 2, false)],
      [true, false],
    );
    await studies.resume(id, observer());
    assert.deepEqual([await states(), sent()], ['started started started', [1, 2, 3, 3]]);
  });

  it('is unknown when its launch is missing, because the rows after it have begun', async () => {
    const { start, states, launchOf, order, studies, sent } = await begin({ 3: refused });
    const id = await start();
    rmSync(path.join(order.folder, `${await launchOf(2)}.launch`));
    assert.equal(await states(), 'started unknown failed');
    await studies.resume(id, observer(), true);
    assert.deepEqual([await states(), sent()], ['started unknown started', [1, 2, 3, 3]]);
    assert.equal(await resolveRow(studies, id, 2, false), true);
    assert.equal(await states(), 'started waiting started');
    await studies.resume(id, observer());
    assert.deepEqual([await states(), sent()], ['started started started', [1, 2, 3, 3, 2]]);
  });

  it('is as it was when its launch is removed in another window, whatever the rest of the study knows', async () => {
    const { start, states, order, emulator, studies, launches, sent } = await begin({ 2: lost, 3: refused });
    const id = await start();
    assert.equal(await states(), 'started unknown failed');
    const other = openStudyWindow(order);
    await other.launches.remover.remove((await other.launches.list.read()).map((launch) => launch.id));
    launches.journalChanged();
    assert.deepEqual(await launches.list.read(), []);
    assert.equal(await states(), 'started unknown failed');
    await studies.resume(id, observer());
    assert.equal(emulator.simulations.length, 2);
    await studies.resume(id, observer(), true);
    assert.deepEqual([await states(), sent()], ['started unknown started', [1, 2, 3, 3]]);
    assert.equal(await resolveRow(studies, id, 2, false), true);
    await studies.resume(id, observer());
    assert.deepEqual([await states(), sent()], ['started started started', [1, 2, 3, 3, 2]]);
    const exported = (await studies.export(id))?.split('\r\n')[1] ?? '';
    assert.match(exported, new RegExp(`^1,started,[^,]+,${emulator.simulations[0]?.simulation_id},`));
  });

  it('stays unknown when the answer is about an earlier launch of it', async () => {
    const world = await begin({ 3: lost, 4: lost });
    const { start, states, launches, studies } = world;
    const id = await start();
    const asked = (await studies.list())[0]?.state.rows[2];
    assert.ok(asked?.launch);
    await launches.remover.remove([asked.launch]);
    assert.equal(await resolveRow(studies, id, 3, false), true);
    await studies.resume(id, observer());
    const again = (await studies.list())[0]?.state.rows[2];
    await launches.remover.remove([again?.launch ?? '']);
    assert.equal(await states(), 'started started unknown');
    assert.equal(await studies.resolveRow(id, asked, false), false);
    assert.equal(await resolveRow(studies, id, 3, true), true);
  });

  it('is not simulated by an earlier launch of it once it was repeated, even if its record comes back', async () => {
    const { start, states, launchOf, launches, order, studies, sent } = await begin({ 3: lost });
    const id = await start();
    const launch = await launchOf(3);
    const file = path.join(order.folder, `${launch}.launch`);
    const record = readFileSync(file);
    await launches.remover.remove([launch]);
    assert.equal(await resolveRow(studies, id, 3, false), true);
    await studies.resume(id, observer());
    assert.deepEqual([await states(), sent()], ['started started started', [1, 2, 3, 3]]);
    writeFileSync(file, record);
    launches.journalChanged();
    const back = (await launches.list.read()).find((one) => one.id === launch);
    assert.equal(back?.state, 'unknown');
    const resolution = { asked: back.record, finding: { happened: false } } as const;
    await assert.rejects(launches.resume(launch, noFollower(), { resolution }), { kind: 'alreadyResolved' });
    assert.deepEqual(sent(), [1, 2, 3, 3]);
  });

  it('is asked about when everything of the last launch is lost, after a stop and at the end', async () => {
    const { start, states, order, studies, sent } = await begin({ 2: refused });
    const lose = (launch: string) => {
      for (const name of readdirSync(order.folder).filter((one) => one.startsWith(`${launch}.`)))
        rmSync(path.join(order.folder, name));
    };
    const id = await start();
    assert.equal(await states(), 'started failed started');
    lose(`${id}-3`);
    assert.equal(await states(), 'started failed unknown');
    await studies.resume(id, observer(), true);
    assert.deepEqual([await states(), sent()], ['started started unknown', [1, 2, 3, 2]]);
    assert.equal(await resolveRow(studies, id, 3, true), true);
    assert.equal(await states(), 'started started started');
  });

  it('is asked about when the launch of the first row alone is lost', async () => {
    const { studies, prepare, service, states, order, sent } = await begin();
    const id = await studies.start(await prepare(), { service, firstRowOnly: true }, observer());
    assert.equal(await states(), 'started waiting waiting');
    for (const name of readdirSync(order.folder).filter((one) => one.startsWith(`${id}-1.`)))
      rmSync(path.join(order.folder, name));
    assert.equal(await states(), 'unknown waiting waiting');
    await studies.resume(id, observer());
    assert.deepEqual([await states(), sent()], ['unknown started started', [1, 2, 3]]);
    assert.equal(await resolveRow(studies, id, 1, false), true);
    await studies.resume(id, observer());
    assert.deepEqual(sent(), [1, 2, 3, 1]);
  });

  it('keeps its launch while another window runs the study', async () => {
    let open: () => void = () => undefined;
    const gate = new Promise<void>((resolve) => (open = resolve));
    const { start, states, order, launches } = await begin({ 2: { kind: 'delay', gate } });
    const started = start();
    const other = openStudyWindow(order);
    const first = async () => {
      other.launches.journalChanged();
      return (await other.launches.list.read()).find(({ state }) => state === 'launched')?.id;
    };
    let launch = await first();
    while (launch === undefined) launch = await first();
    await assert.rejects(other.launches.remover.remove([launch]), LockedError);
    // The window that runs it may, once it has closed the record of the launch.
    await waitFor('the end of the launch', async () => {
      launches.journalChanged();
      return (await launches.list.read()).some(({ id, runsHere }) => id === launch && !runsHere);
    });
    await launches.remover.remove([launch]);
    open();
    await started;
    assert.equal(await states(), 'started started started');
    assert.equal((await launches.list.read()).length, 2);
  });

  it('is created by no two windows at once', async () => {
    const { start, order, launchOf, launches } = await begin();
    const id = await start();
    const plan = (await launches.list.read()).find(({ id: one }) => one === `${id}-2`)?.record.plan;
    assert.ok(plan && !('files' in plan.model));
    assert.equal(await launchOf(2), `${id}-2`);
    const { kind: _, launch, model, ...rest } = plan;
    const again = launches.start({ ...rest, model }, noFollower(), { id: launch });
    await assert.rejects(again, { kind: 'lockLost' });
    assert.equal(readdirSync(order.folder).filter((name) => name.endsWith('.launch')).length, 3);
  });

  it('is left as it is by a removal that comes while the study is being closed', async () => {
    const { start, order } = await begin();
    const writer = await new StudyJournal(order.folder, systemClock).continue(await start());
    const closing = writer.close();
    await assert.rejects(writer.append({ kind: 'rowRepeated', row: 1, launches: [] }), LockedError);
    await closing;
    await assert.rejects(writer.append({ kind: 'rowRepeated', row: 1, launches: [] }), LockedError);
  });
});

/** The methods of all open files. */
interface Methods {
  readonly write: (bytes: Buffer, from: number, length: number, position: number) => Promise<unknown>;
  readonly truncate: (length: number) => Promise<void>;
}

/** Lets writes stop half-way, and cuts fail, as on a drive that is gone for a moment. @returns restores both */
async function breakDrive(writes: number, cuts: number): Promise<() => void> {
  const handle = await open(__filename);
  const methods = Object.getPrototypeOf(handle) as Methods;
  await handle.close();
  const { write, truncate } = methods;
  const gone = () => Object.assign(new Error('gone'), { code: 'EIO' });
  let [writesLeft, cutsLeft] = [writes, cuts];
  Object.assign(methods, {
    async write(this: unknown, bytes: Buffer, from: number, length: number, position: number) {
      if (writesLeft-- <= 0) return await write.call(this, bytes, from, length, position);
      await write.call(this, bytes, from, length >> 1, position);
      throw gone();
    },
    async truncate(this: unknown, length: number) {
      if (cutsLeft-- > 0) throw gone();
      await truncate.call(this, length);
    },
  });
  return () => Object.assign(methods, { write, truncate });
}

describe('The record of a study', () => {
  afterEach(stopServices);

  for (const [what, writes, cuts] of [
    ['a line that stopped half-way and could be neither cut off nor overwritten', 2, 1],
    ['a line that stopped half-way where nothing can be cut off', 1, Infinity],
  ] as const)
    it(`is whole after ${what}`, async () => {
      const { start, order, studies } = await begin();
      const id = await start();
      const writer = await new StudyJournal(order.folder, systemClock).continue(id);
      const mend = await breakDrive(writes, cuts);
      try {
        await assert.rejects(writer.append({ kind: 'stopped', reason: 'threeFailed' }), JournalError);
        await writer.append({ kind: 'rowStarted', row: 1, startedAt: 1 });
      } finally {
        mend();
        await writer.close();
      }
      const [{ record } = assert.fail()] = await studies.list();
      assert.deepEqual([record.stopped, record.rows.get(1)?.started?.startedAt], [undefined, 1]);
      assert.deepEqual(await studies.unreadable(), []);
    });
});
