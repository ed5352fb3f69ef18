import assert from 'node:assert/strict';
import { readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseMapping } from '../../../src/client/mapping/serviceMapping';
import { fingerprintBodies } from '../../../src/launch/agreedBodies';
import { BodiesChangedError, RowsChangedError, RowTakenError } from '../../../src/launch/errors';
import type { StudySource } from '../../../src/study/prepareStudy';
import { createClient } from '../../support/client';
import { delayUntil } from '../../support/emulatorFaults';
import { noFollower } from '../../support/runner';
import { stopServices } from '../../support/service';
import { openStudyWindow } from '../../support/studies';
import { atSimulations, beginStudy, observer, refused, type StudyWorld, tableOf } from './support/studyWorld';

/** Runs the first row of the table in a window of its own. */
async function startFirst({ order }: StudyWorld) {
  const window = openStudyWindow(order);
  const { studies, prepare, service } = window;
  const id = await studies.startSeen(await prepare(), { service, firstRowOnly: true }, observer());
  const { mapping, clientOf } = studies;
  return {
    ...window,
    id,
    ask: async () => await studies.findRowsToGoOn(id, { mapping }),
    goOn: async (agreed?: Awaited<ReturnType<typeof studies.findRowsToGoOn>>) => {
      const shown = agreed ?? (await studies.findRowsToGoOn(id, { mapping }));
      await studies.resume(id, { ...observer(), clientOf }, { mapping, agreed: shown });
    },
  };
}

const rowsOf = ({ rows }: { readonly rows: readonly { readonly row: number }[] }) =>
  rows.map(({ row }) => row);

describe('Two studies of one table', () => {
  afterEach(stopServices);

  it('of which each has run its first row leave out what the other has gone on with', async () => {
    const world = await beginStudy(tableOf(3));
    const one = await startFirst(world);
    const other = await startFirst(world);
    await one.goOn();
    assert.deepEqual(rowsOf(await other.ask()), []);
    await other.goOn();
    assert.deepEqual(world.sent(), [1, 1, 2, 3]);
  });

  it('whose questions to go on are open at once go on one after the other only', async () => {
    const world = await beginStudy(tableOf(3));
    const one = await startFirst(world);
    const other = await startFirst(world);
    const early = await one.ask();
    const late = await other.ask();
    assert.deepEqual(
      [rowsOf(early), rowsOf(late)],
      [
        [2, 3],
        [2, 3],
      ],
    );
    // Each names the rows that wait in the other.
    assert.deepEqual(
      [early.others, late.others].map((same) => same.map(({ row, state }) => `${row} ${state}`)),
      [
        ['2 waiting', '3 waiting'],
        ['2 waiting', '3 waiting'],
      ],
    );
    await one.goOn(early);
    await assert.rejects(other.goOn(late), RowsChangedError);
    assert.deepEqual(world.sent(), [1, 1, 2, 3]);
  });

  it('do not begin when a row that waited in the question has begun before the answer', async () => {
    const world = await beginStudy(tableOf(2));
    const one = await startFirst(world);
    const { studies, prepare, service } = world;
    const prepared = await prepare();
    const [study] = await studies.list();
    const shown = [1, 2].map((row) => {
      const state = row === 1 ? 'started' : 'waiting';
      return {
        study: study!.id,
        row,
        name: 'wing',
        contentHash: prepared.rows[row - 1]!.contentHash,
        state,
        at: 1,
      } as const;
    });
    await one.goOn();
    await assert.rejects(studies.startSeen(prepared, { service, shown }, observer()), RowsChangedError);
    assert.deepEqual(world.sent(), [1, 2]);
  });

  it('create a row twice only if the question has named the one that runs', async () => {
    const world = await beginStudy(tableOf(3));
    const one = await startFirst(world);
    let answer: () => void = () => undefined;
    const answered = new Promise<void>((resolve) => (answer = resolve));
    world.emulator.setIntercept(atSimulations({ 1: delayUntil(answered) }));
    const running = world.start();
    while (world.emulator.simulations.length + 1 > world.sent().length)
      await new Promise((resolve) => setImmediate(resolve));
    const asked = await one.ask();
    assert.deepEqual(
      asked.others.map(({ row, state }) => `${row} ${state}`),
      ['2 waiting', '3 waiting'],
    );
    answer();
    await running;
    // They have begun since the question.
    await assert.rejects(one.goOn(asked), RowsChangedError);
    await one.goOn();
    assert.deepEqual(world.sent(), [1, 1, 2, 3]);
  });

  it('with equal rows leave out one for each row of the other', async () => {
    const world = await beginStudy({ 'cases.csv': 'speed\n0\n7\n7\n' });
    const one = await startFirst(world);
    writeFileSync(path.join(world.order.root, 'cases.csv'), 'speed\n7\n');
    const { studies, prepare, service } = world;
    await studies.startSeen(await prepare(), { service }, observer());
    const { rows, leftOut } = await one.ask();
    assert.deepEqual([rows.length, leftOut.length], [1, 1]);
    await one.goOn();
    assert.deepEqual(world.sent(), [0, 7, 7]);
  });

  it('are not begun while a study cannot be read of which the question says nothing', async () => {
    const world = await beginStudy(tableOf(2));
    const one = await startFirst(world);
    writeFileSync(path.join(world.order.folder, 'studies', `${one.id}.study`), 'garbage\n');
    const { studies, prepare, service } = world;
    const prepared = await prepare();
    await assert.rejects(studies.startSeen(prepared, { service }, observer()), RowsChangedError);
    const unreadable = (await studies.unreadable()).map(({ id }) => id);
    await studies.startSeen(prepared, { service, unreadable }, observer());
    assert.deepEqual(world.sent(), [1, 1, 2]);
  });

  it('do not go on while a study cannot be read of which the question says nothing', async () => {
    const world = await beginStudy(tableOf(3));
    const one = await startFirst(world);
    const other = await startFirst(world);
    const early = await one.ask();
    assert.deepEqual(early.unreadable, []);
    await other.goOn();
    const folder = path.join(world.order.folder, 'studies');
    const damaged = readdirSync(folder).filter(
      (name) => name.startsWith(other.id) && name.endsWith('.study'),
    );
    for (const name of damaged) writeFileSync(path.join(folder, name), 'garbage\n');
    await assert.rejects(one.goOn(early), RowsChangedError);
    assert.deepEqual(world.sent(), [1, 1, 2, 3]);
    const late = await one.ask();
    assert.deepEqual([rowsOf(late), late.unreadable], [[2, 3], [other.id]]);
    await one.goOn(late);
    assert.deepEqual(world.sent(), [1, 1, 2, 3, 2, 3]);
  });
});

describe('The launch of a row that is continued by itself', () => {
  afterEach(stopServices);

  it('creates nothing that another study has created, although that one has named it', async () => {
    const world = await beginStudy(tableOf(1));
    const { emulator, studies, prepare, service, launches, launchOf, order } = world;
    const cancel = new AbortController();
    emulator.setIntercept(({ operation }) => {
      if (operation === 'createSimulation') cancel.abort();
      return undefined;
    });
    await studies.startSeen(await prepare(), { service }, { signal: cancel.signal });
    emulator.setIntercept(undefined);
    const launch = await launchOf(1);
    const before = world.sent().length;
    const other = openStudyWindow(order);
    await other.studies.startSeen(await other.prepare(), { service }, observer());
    const [found] = (await launches.list.read()).filter(({ id }) => id === launch);
    if (found?.state === 'launched') return;
    await assert.rejects(launches.resume(launch, noFollower()), RowTakenError);
    assert.equal(world.sent().length, before + 1);
  });

  it('creates nothing that another study has created while the question was open', async () => {
    const world = await beginStudy(tableOf(2));
    const { emulator, launches, launchOf, order, start, sent } = world;
    emulator.setIntercept(atSimulations({ 2: refused }));
    await start();
    emulator.setIntercept(undefined);
    const other = openStudyWindow(order);
    const confirm = async () => {
      await other.studies.startSeen(await other.prepare(), { service: other.service }, observer());
      return true;
    };
    await assert.rejects(launches.resume(await launchOf(2), noFollower(), { confirm }), RowTakenError);
    assert.deepEqual(sent(), [1, 2, 1, 2]);
  });

  it('sends no earlier bodies than its study has agreed to', async () => {
    const world = await beginStudy(tableOf(2));
    const { emulator, launches, launchOf, order, studies, prepare, service, sent } = world;
    emulator.setIntercept(atSimulations({ 2: refused }));
    const bodies = fingerprintBodies(studies.mapping);
    const id = await studies.startSeen(await prepare(), { service, bodies }, observer());
    emulator.setIntercept(undefined);
    const requests = {
      'requests.createSimulation': {
        model_id: '{model_id}',
        speed: '{prompt.speed}',
        $prompts: { speed: { type: 'number' } },
      },
    };
    const later = openStudyWindow({ ...order, requests });
    await later.studies.resumeSeen(id, { signal: AbortSignal.abort() }, true);
    await assert.rejects(launches.resume(await launchOf(2), noFollower()), BodiesChangedError);
    assert.deepEqual(sent(), [1, 2]);
  });

  it('sends no other bodies than its study knows', async () => {
    const world = await beginStudy(tableOf(1));
    const { emulator, launches, launchOf } = world;
    emulator.setIntercept(atSimulations({ 1: refused }));
    const { studies, prepare, service } = world;
    const bodies = fingerprintBodies(studies.mapping);
    await studies.startSeen(await prepare(), { service, bodies }, observer());
    emulator.setIntercept(undefined);
    const other = parseMapping({ 'requests.createSimulation': { model_id: '{model_id}', version: 2 } });

    const client = createClient(emulator.baseUrl, { mapping: other });
    const resumed = launches.resume(await launchOf(1), noFollower(), {
      clientOf: () => client,
      bodies: () => fingerprintBodies(other),
    });
    await assert.rejects(resumed, BodiesChangedError);
    assert.equal(world.sent().length, 1);
  });
});

describe('The content of a row', () => {
  afterEach(stopServices);

  it('does not depend on a name that no body has', async () => {
    const world = await beginStudy(tableOf(1));
    const { studies, prepare, service, order } = world;
    await world.start();
    const renamed = openStudyWindow({ ...order, model: { ...order.model, name: 'renamed' } });
    const now = await renamed.prepare();
    assert.notEqual(now.rows[0]?.name, (await prepare()).rows[0]?.name);
    await assert.rejects(studies.startSeen(now, { service, shown: [] }, observer()), RowsChangedError);
  });

  it('is that of its files, whether they were filled in or not', async () => {
    const model: StudySource = { perRow: true, exclude: [], name: 'wing' };
    const world = await beginStudy(
      {
        'cases.csv': 'files,speed,name\na,1,case\nb,1,case\n',
        'a/deck.inp.template': 'speed {{ speed }}',
        'b/deck.inp': 'speed 1',
      },
      { model },
    );
    const { rows } = await world.prepare();
    assert.deepEqual([rows[0]?.contentHash === rows[1]?.contentHash, rows[1]?.equalToRow], [true, 1]);
  });

  it('with another body for its model is created with a model of its own', async () => {
    const model: StudySource = { files: ['deck.inp'], exclude: [], name: 'wing' };
    const requests = (material: string) => ({
      'requests.createModel': {
        name: '{name}',
        material,
        files: [{ name: '{file.name}', size: '{file.size}' }],
      },
      'requests.createSimulation': {
        project_id: '{project_id}',
        model_id: '{model_id}',
        speed: '{prompt.speed}',
        $prompts: { speed: { type: 'number' } },
      },
    });
    const world = await beginStudy(
      { ...tableOf(2), 'deck.inp': 'deck' },
      { model, requests: requests('steel') },
    );
    const { studies, prepare, service, emulator, order } = world;
    const bodies = fingerprintBodies(studies.mapping);
    const id = await studies.startSeen(await prepare(), { service, bodies, firstRowOnly: true }, observer());
    const later = openStudyWindow({ ...order, requests: requests('wood') });
    await later.studies.resumeSeen(id, observer());
    const made = emulator.requests.filter(({ operation }) => operation === 'createModel');
    assert.deepEqual(
      made.map(({ body }) => (body as { readonly material?: string }).material),
      ['steel', 'wood'],
    );
    assert.equal(new Set(emulator.simulations.map(({ model_id }) => model_id)).size, 2);
  });
});
