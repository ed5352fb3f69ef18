import assert from 'node:assert/strict';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { hostname } from 'node:os';
import path from 'node:path';
import { systemClock } from '../../../src/client/core/clock';
import { JournalError, RecordUnreadableError } from '../../../src/journal/errors';
import { decodeChecked, encodeLines } from '../../../src/journal/recordLines';
import { LockedError, LockLostError } from '../../../src/journal/recordLock';
import { RowOfStudyError } from '../../../src/launch/errors';
import { pruneList } from '../../../src/study/pruneList';
import { StudyJournal } from '../../../src/study/studyJournal';
import { replyWith } from '../../support/emulatorFaults';
import { imitateHolder } from '../../support/heldFiles';
import { only } from '../../support/only';
import { noFollower } from '../../support/runner';
import { stopServices } from '../../support/service';
import { openStudyWindow } from '../../support/studies';
import { methodsOfFiles } from '../../support/suspension';
import { atSimulations, beginStudy, lost, observer, refused, tableOf } from './support/studyWorld';

/**
 * Runs a study of three rows.
 * @param faults what happens to the requests for simulations, by their number
 */
async function run(faults: Parameters<typeof atSimulations>[0] = {}, firstRowOnly = false) {
  const world = await beginStudy(tableOf(3));
  const { emulator, studies, prepare, service, states, sent, launches, order } = world;
  emulator.setIntercept(atSimulations(faults));
  const id = await studies.startSeen(await prepare(), { service, firstRowOnly }, observer());
  const rowNow = async (row: number) => {
    launches.journalChanged();
    return (await studies.list())[0]?.state.rows[row - 1] ?? assert.fail();
  };
  return {
    ...world,
    id,
    rowNow,
    fileOf: (launch: string) => path.join(order.folder, `${launch}.launch`),
    /** The answer of a person who was asked for the row as it is now. */
    resolve: async (row: number, finding: 'started' | 'notStarted') =>
      await studies.resolveRow(id, await rowNow(row), finding),
    /** Goes on with the study. @returns the states of its rows, and the rows in all requests so far */
    goOn: async (retriesFailed = false) => {
      await studies.resumeSeen(id, observer(), retriesFailed);
      return [await states(), sent()];
    },
    /** As after a power cut: a record has its first line, which is flushed before anything is sent. */
    cutRecord: () => {
      const record = path.join(order.folder, 'studies', `${id}.study`);
      truncateSync(record, readFileSync(record).indexOf('\n') + 1);
    },
    /** Loses everything that is known of a launch. */
    lose: (launch: string) => {
      const names = readdirSync(order.folder).filter((name) => name.startsWith(`${launch}.`));
      for (const name of names) rmSync(path.join(order.folder, name));
    },
  };
}

function damage(file: string): void {
  writeFileSync(file, readFileSync(file).fill(0x58, 3, 40));
}

/** Gives a lock to another owner, as when this window was suspended for long. */
function writeOwner(lock: string, token: string): void {
  writeFileSync(lock, JSON.stringify({ token, pid: process.pid, host: hostname() }));
}

describe('A row of a study', () => {
  afterEach(stopServices);

  for (const row of [1, 2, 3])
    it(`is unknown when the record of its launch is damaged, whatever else is lost: ${row} of 3`, async () => {
      const { states, fileOf, launchOf, cutRecord, goOn, resolve } = await run();
      cutRecord();
      damage(fileOf(await launchOf(row)));
      const expected = [1, 2, 3].map((one) => (one === row ? 'unknown' : 'started')).join(' ');
      assert.equal(await states(), expected);
      assert.deepEqual(await goOn(true), [expected, [1, 2, 3]]);
      assert.equal(await resolve(row, 'started'), true);
      assert.equal(await states(), 'started started started');
    });

  it('is unknown when its launch is missing, because the rows after it have begun', async () => {
    const { states, fileOf, launchOf, goOn, resolve } = await run({ 3: refused });
    rmSync(fileOf(await launchOf(2)));
    assert.equal(await states(), 'started unknown failed');
    assert.deepEqual(await goOn(true), ['started unknown started', [1, 2, 3, 3]]);
    assert.equal(await resolve(2, 'notStarted'), true);
    assert.equal(await states(), 'started waiting started');
    assert.deepEqual(await goOn(), ['started started started', [1, 2, 3, 3, 2]]);
  });

  it('is not begun after one of unknown outcome until the service answers, also when its study goes on later', async () => {
    const { id, emulator, studies, sent, goOn } = await run({ 2: lost, 3: refused });
    emulator.setIntercept(({ operation }) =>
      operation === 'listProjects' ? replyWith({ status: 404 }) : undefined,
    );
    const stop = new AbortController();
    await studies.resumeSeen(id, { signal: stop.signal, onSilence: () => stop.abort() }, true);
    assert.deepEqual(sent(), [1, 2, 3]);
    emulator.setIntercept(undefined);
    assert.deepEqual(await goOn(true), ['started unknown started', [1, 2, 3, 3]]);
  });

  it('goes only with its study, whether its launch is whole or damaged', async () => {
    const { id, states, fileOf, launchOf, launches, studies, order } = await run({ 3: lost });
    const first = await launchOf(1);
    const second = await launchOf(2);
    damage(fileOf(second));
    await assert.rejects(launches.remover.remove([first]), RowOfStudyError);
    await assert.rejects(launches.remover.quarantine(second), RowOfStudyError);
    await launches.remover.prune(await launches.list.read());
    assert.equal(await states(), 'started unknown unknown');
    await studies.remove(id, only(await studies.list()));
    const left = readdirSync(order.folder, { recursive: true }).filter((name) => name !== 'studies');
    assert.deepEqual(left, []);
  });

  it('stays unknown when the answer is about an earlier launch of it', async () => {
    const { id, rowNow, lose, studies, goOn, resolve } = await run({ 2: lost, 4: lost });
    const asked = await rowNow(2);
    lose(asked.launch ?? assert.fail());
    const missing = await rowNow(2);
    assert.equal(await resolve(2, 'notStarted'), true);
    assert.deepEqual(await goOn(), ['started unknown started', [1, 2, 3, 2]]);
    assert.equal((await rowNow(2)).launch, `${id}-2-2`);
    assert.equal(await studies.resolveRow(id, missing, 'notStarted'), false);
  });

  it('is not simulated by an earlier launch of it once it was repeated, even if its record comes back', async () => {
    const { launchOf, fileOf, launches, sent, lose, goOn, resolve } = await run({ 2: lost });
    const launch = await launchOf(2);
    const record = readFileSync(fileOf(launch));
    lose(launch);
    assert.equal(await resolve(2, 'notStarted'), true);
    assert.deepEqual(await goOn(), ['started started started', [1, 2, 3, 2]]);
    writeFileSync(fileOf(launch), record);
    launches.journalChanged();
    const back = (await launches.list.read()).find((one) => one.id === launch);
    assert.equal(back?.state, 'unknown');
    const resolution = { asked: back.record, finding: { happened: false } } as const;
    await assert.rejects(launches.resume(launch, noFollower(), { resolution }), { kind: 'alreadyResolved' });
    assert.deepEqual(sent(), [1, 2, 3, 2]);
  });

  it('is not simulated by a launch that comes back once a person has said that it was started', async () => {
    const { launchOf, fileOf, launches, sent, lose, resolve } = await run({ 2: refused });
    const launch = await launchOf(2);
    const record = readFileSync(fileOf(launch));
    lose(launch);
    assert.equal(await resolve(2, 'started'), true);
    writeFileSync(fileOf(launch), record);
    launches.journalChanged();
    await assert.rejects(launches.resume(launch, noFollower()), { kind: 'alreadyResolved' });
    assert.deepEqual(sent(), [1, 2, 3]);
  });

  it('is not given up as it was seen once its launch has moved on', async () => {
    const { launchOf, launches, sent, rowNow } = await run({ 2: refused });
    const launch = await launchOf(2);
    const seen = (await launches.list.read()).find(({ id }) => id === launch)?.record;
    assert.ok(seen?.problem);
    await launches.resume(launch, noFollower());
    const late = launches.abandon(seen, seen.problem, new AbortController().signal);
    await assert.rejects(late, { kind: 'alreadyResolved' });
    assert.deepEqual([(await rowNow(2)).state, sent()], ['started', [1, 2, 3, 2]]);
  });

  it('is sent by no window that has lost the study after it recorded the launch', async () => {
    const { launches, start, sent, order } = await beginStudy(
      tableOf(2),
      {},
      {
        onRecord: ({ plan }) =>
          writeOwner(path.join(order.folder, 'studies', `${plan.study?.id}.lock`), 'another window'),
      },
    );
    await assert.rejects(start(), LockLostError);
    launches.journalChanged();
    assert.deepEqual([await launches.list.read(), sent()], [[], []]);
  });

  it('is created by no two windows at once', async () => {
    const { id, order, launchOf, launches } = await run();
    const plan = (await launches.list.read()).find(({ id: one }) => one === `${id}-2`)?.record.plan;
    assert.ok(plan && !('files' in plan.model));
    assert.equal(await launchOf(2), `${id}-2`);
    const { kind: _, launch, model, ...rest } = plan;
    const again = launches.start({ ...rest, model }, noFollower(), { id: launch });
    await assert.rejects(again, { kind: 'lockLost' });
    assert.equal(readdirSync(order.folder).filter((name) => name.endsWith('.launch')).length, 3);
  });

  it('is begun by no window that was suspended while it alone could begin one', async () => {
    const { launches, launchOf, order, sent } = await run();
    const before = await launches.list.read();
    const first = await launchOf(1);
    const plan = before.find(({ id }) => id === first)?.record.plan;
    assert.ok(plan && !('files' in plan.model));
    const { kind: _, launch: _launch, study: _study, model, ...rest } = plan;
    const requireNone = () => writeOwner(path.join(order.folder, 'studies', 'rows.lock'), 'another window');
    const late = launches.start({ ...rest, model }, noFollower(), { requireNone });
    await assert.rejects(late, LockLostError);
    launches.journalChanged();
    assert.deepEqual([await launches.list.read(), sent()], [before, [1, 2, 3]]);
  });

  it('is left as it is by a removal that comes while the study is being closed', async () => {
    const { id, order } = await run();
    const writer = await new StudyJournal(order.folder, systemClock).continue(id);
    const closing = writer.close();
    await assert.rejects(writer.append({ kind: 'rowRepeated', row: 1, launches: [] }), LockedError);
    await closing;
    await assert.rejects(writer.append({ kind: 'rowRepeated', row: 1, launches: [] }), LockedError);
  });
});

/** The lines of a record in its first file. */
function readLines(file: string): readonly [object, ...object[]] {
  const lines = readFileSync(file, 'utf8').split('\n').slice(0, -1);
  const [first, ...rest] = lines.map((line) => decodeChecked(Buffer.from(line))?.value as object);
  assert.ok(first);
  return [first, ...rest];
}

type Lines = ReturnType<typeof readLines>;

/** Lets writes stop half-way, and cuts fail, as on a drive that is gone for a moment. @returns restores both */
async function breakDrive(writes: number, cuts: number): Promise<() => void> {
  const methods = await methodsOfFiles();
  const { write, truncate } = methods;
  const gone = () => Object.assign(new Error('gone'), { code: 'EIO' });
  let writesLeft = writes;
  let cutsLeft = cuts;
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
      const { id, order, studies } = await run();
      const writer = await new StudyJournal(order.folder, systemClock).continue(id);
      const mend = await breakDrive(writes, cuts);
      try {
        await assert.rejects(writer.append({ kind: 'stopped', reason: 'threeFailed' }), JournalError);
        await writer.append({ kind: 'rowStarted', row: 1, startedAt: 1 });
      } finally {
        mend();
        await writer.close();
      }
      const { record } = only(await studies.list());
      assert.deepEqual([record.stopped, record.rows.get(1)?.startedAt], [undefined, 1]);
      assert.deepEqual(await studies.unreadable(), []);
    });

  it('is listed as it was read before while another program has it open', async () => {
    const { states, studies } = await run();
    assert.equal(await states(), 'started started started');
    const held = imitateHolder((file) => file.endsWith('.study'));
    try {
      assert.deepEqual([await states(), await studies.unreadable()], ['started started started', []]);
    } finally {
      held.restore();
    }
  });

  for (const [what, change] of [
    ['as a whole', ([first, ...rest]) => [{ ...first, schema: 1000 }, ...rest]],
    ['in an entry', (lines) => [...lines, { kind: 'ofTomorrow', at: 1 }]],
  ] as const satisfies readonly (readonly [what: string, change: (lines: Lines) => readonly object[]])[])
    it(`stays as it is if only a newer version can read it ${what}, and none of its rows goes on`, async () => {
      const { id, order, launchOf, sent } = await run({ 3: refused });
      const launch = await launchOf(3);
      const folder = path.join(order.folder, 'studies');
      const file = path.join(folder, `${id}.study`);
      const rendered = path.join(folder, id, '1', 'a.inp');
      const lines = readLines(file);
      writeFileSync(file, encodeLines(change(lines)));
      mkdirSync(path.dirname(rendered), { recursive: true });
      writeFileSync(rendered, 'a');
      const before = readFileSync(file);
      const window = openStudyWindow(order);
      assert.deepEqual(
        [await window.studies.list(), await window.studies.unreadable()],
        [[], [{ id, code: 'newer' }]],
      );
      const newer = new RecordUnreadableError('newer');
      await assert.rejects(window.launches.resume(launch, noFollower()), newer);
      await assert.rejects(window.studies.resolveRow(id, { row: 3, launch }, 'notStarted'), newer);
      await assert.rejects(window.studies.resumeSeen(id, observer()), { kind: 'recordGone' });
      await pruneList(window, 0);
      assert.deepEqual([readFileSync(file), existsSync(rendered), sent()], [before, true, [1, 2, 3]]);
    });

  it('keeps the launch of a row from being resumed when it cannot be read', async () => {
    const { id, order, launches, launchOf, sent } = await run({ 3: refused });
    const launch = await launchOf(3);
    damage(path.join(order.folder, 'studies', `${id}.study`));
    await assert.rejects(launches.resume(launch, noFollower()), new RecordUnreadableError('damaged'));
    await assert.rejects(launches.remover.remove([launch]), RowOfStudyError);
    assert.deepEqual(sent(), [1, 2, 3]);
  });
});
