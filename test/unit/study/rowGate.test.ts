import assert from 'node:assert/strict';
import { utimes } from 'node:fs/promises';
import path from 'node:path';
import { RowsChangedError, RowTakenError } from '../../../src/launch/errors';
import type { StudySource } from '../../../src/study/prepareStudy';
import { delayUntil } from '../../support/emulatorFaults';
import { noFollower } from '../../support/runner';
import { stopServices } from '../../support/service';
import { openStudyWindow } from '../../support/studies';
import { writeTree } from '../../support/tempTree';
import {
  atSimulations,
  beginStudy,
  lost,
  observer,
  refused,
  type StudyWorld,
  tableOf,
} from './support/studyWorld';

/** Another window on the same table. */
function openOther({ order }: StudyWorld) {
  const window = openStudyWindow(order);
  const { studies, prepare, service } = window;
  return { ...window, start: async () => await studies.startSeen(await prepare(), { service }, observer()) };
}

/** The states of the rows of all studies, oldest first. */
async function listStates({
  studies,
  launches,
}: Pick<StudyWorld, 'studies' | 'launches'>): Promise<string[]> {
  launches.journalChanged();
  const listed = (await studies.list()).toSorted((a, b) => a.record.agreedAt - b.record.agreedAt);
  return listed.map(({ state }) => state.rows.map((row) => row.state).join(' '));
}

/** Runs the first row of a study. @returns its identifier */
async function startFirst({ studies, prepare, service }: StudyWorld): Promise<string> {
  return await studies.startSeen(await prepare(), { service, firstRowOnly: true }, observer());
}

describe('A yes', () => {
  afterEach(stopServices);

  it('is not for a study of which another window has started rows since the question', async () => {
    const world = await beginStudy(tableOf(2));
    const { studies, prepare, service, sent } = world;
    const shown = await prepare();
    await openOther(world).start();
    const late = studies.startSeen(shown, { service, shown: [] }, observer());
    await assert.rejects(late, RowsChangedError);
    assert.deepEqual([sent(), (await studies.list()).length], [[1, 2], 1]);
  });

  it('is for as many rows of the same content as it has named', async () => {
    const world = await beginStudy(tableOf(2));
    await world.start();
    await openOther(world).start();
    assert.deepEqual(world.sent(), [1, 2, 1, 2]);
  });

  it('is not for rows that wait again since the question', async () => {
    const world = await beginStudy(tableOf(2));
    const { studies, emulator, sent } = world;
    emulator.setIntercept(atSimulations({ 1: refused, 2: refused }));
    const id = await world.start();
    const { mapping } = studies;
    const agreed = await studies.findRowsToGoOn(id, { mapping });
    assert.deepEqual(
      agreed.rows.map(({ row }) => row),
      [2],
    );
    const resume = studies.resume(
      id,
      { ...observer(), clientOf: studies.clientOf },
      { mapping, agreed: { ...agreed, rows: [] } },
    );
    await assert.rejects(resume, RowsChangedError);
    assert.deepEqual(sent(), [1]);
  });
});

describe('A row whose content another study has', () => {
  afterEach(stopServices);

  it('is left out when its study goes on, and the question names it', async () => {
    const world = await beginStudy(tableOf(3));
    const { studies, sent } = world;
    const first = await startFirst(world);
    const second = await openOther(world).start();
    const agreed = await studies.findRowsToGoOn(first, { mapping: studies.mapping });
    const named = agreed.leftOut.map(({ row, otherRow: other }) => [
      row.row,
      other.study,
      other.row,
      other.state,
    ]);
    assert.deepEqual(
      [agreed.rows, named],
      [
        [],
        [
          [2, second, 2, 'started'],
          [3, second, 3, 'started'],
        ],
      ],
    );
    await studies.resumeSeen(first, observer());
    assert.deepEqual(sent(), [1, 1, 2, 3]);
    assert.deepEqual(await listStates(world), ['started leftOut leftOut', 'started started started']);
    const { state } = (await studies.list())[1]!;
    assert.deepEqual([state.canResume, state.counts.leftOut], [false, 2]);
  });

  it('is created all the same by a study of which the other one has said so', async () => {
    const world = await beginStudy(tableOf(2));
    const { emulator, sent } = world;
    let answer: () => void = () => undefined;
    const answered = new Promise<void>((resolve) => (answer = resolve));
    emulator.setIntercept(atSimulations({ 1: delayUntil(answered) }));
    const running = world.start();
    while (emulator.requests.every(({ operation }) => operation !== 'createSimulation'))
      await new Promise((resolve) => setImmediate(resolve));
    // The question for it names the rows of the first one, of which the second waits.
    await openOther(world).start();
    answer();
    await running;
    assert.deepEqual(sent().toSorted(), [1, 1, 2, 2]);
  });

  it('is left out when it has failed, was created by the other study, and is tried again', async () => {
    const world = await beginStudy(tableOf(3));
    const { emulator, studies, sent } = world;
    emulator.setIntercept(atSimulations({ 2: refused }));
    const first = await world.start();
    emulator.setIntercept(undefined);
    await openOther(world).start();
    await studies.resumeSeen(first, observer(), true);
    assert.deepEqual(sent(), [1, 2, 3, 1, 2, 3]);
    assert.deepEqual(await listStates(world), ['started leftOut started', 'started started started']);
  });

  it('cannot be tried again by its launch alone', async () => {
    const world = await beginStudy(tableOf(2));
    const { emulator, launches, launchOf, sent } = world;
    emulator.setIntercept(atSimulations({ 2: refused }));
    await world.start();
    const failed = await launchOf(2);
    emulator.setIntercept(undefined);
    await openOther(world).start();
    const again = launches.resume(failed, noFollower());
    await assert.rejects(again, RowTakenError);
    assert.deepEqual(sent(), [1, 2, 1, 2]);
  });

  it('is left out in the midst of a run, and the run goes on', async () => {
    const world = await beginStudy(tableOf(3));
    const { emulator, studies, sent, launches } = world;
    emulator.setIntercept(atSimulations({ 1: refused, 2: refused, 3: refused }));
    const first = await world.start();
    await studies.resumeSeen(first, observer(), true);
    // Two of its rows have not begun, and the failed one is about to be tried again.
    const other = openOther(world);
    let isStarted = false;
    emulator.setIntercept(undefined);
    await studies.resumeSeen(
      first,
      {
        ...observer(),
        onRow: (row) => {
          if (row === 1 && !isStarted) isStarted = true;
        },
      },
      true,
    );
    await other.start();
    launches.journalChanged();
    assert.deepEqual(sent().slice(-3), [1, 2, 3]);
    assert.ok(isStarted);
  });

  it('is known by what it sends, although its file was touched', async () => {
    const model: StudySource = { files: ['deck.inp'], exclude: [], name: 'wing' };
    const world = await beginStudy({ ...tableOf(1), 'deck.inp': 'deck' }, { model });
    await world.start();
    const { prepare, studies, service, order, sent } = world;
    await utimes(path.join(order.root, 'deck.inp'), 1, 1);
    const again = studies.startSeen(await prepare(), { service, shown: [] }, observer());
    await assert.rejects(again, RowsChangedError);
    await writeTree(order.root, { 'deck.inp': 'another' });
    await studies.startSeen(await prepare(), { service, shown: [] }, observer());
    assert.deepEqual(sent(), [1, 1]);
  });

  it('may be unknown there, and is left out as well', async () => {
    const world = await beginStudy(tableOf(2));
    const first = await startFirst(world);
    world.emulator.setIntercept(atSimulations({ 1: lost, 2: lost }));
    await openOther(world).start();
    await world.studies.resumeSeen(first, observer());
    assert.deepEqual(await listStates(world), ['started leftOut', 'unknown unknown']);
  });
});
