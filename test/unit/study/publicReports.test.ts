import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { systemClock } from '../../../src/client/core/clock';
import { parseMapping } from '../../../src/client/mapping/serviceMapping';
import { LaunchCancelledError, RowsChangedError } from '../../../src/launch/errors';
import { placeOf } from '../../../src/session/service';
import { RowGate } from '../../../src/study/rowGate';
import { findSameRows } from '../../../src/study/sameRows';
import { listModelFiles } from '../../../src/study/studyRecord';
import { stopServices } from '../../support/service';
import { openStudyWindow, type StudyWindow } from '../../support/studies';
import { atSimulations, beginStudy, observer, refused, type StudyWorld, tableOf } from './support/studyWorld';

/** The first cells of the rows that the question for a table names as begun elsewhere. */
async function listNamed({ studies, prepare }: StudyWindow): Promise<readonly (string | undefined)[]> {
  const prepared = await prepare();
  const named = new Set(findSameRows(prepared, await studies.list()).map(({ contentHash }) => contentHash));
  return prepared.rows.filter(({ contentHash }) => named.has(contentHash)).map(({ cells }) => cells[0]);
}

describe('The rows of a table that have begun are named', () => {
  afterEach(stopServices);

  // https://github.com/pagermon/pagermon/issues/440: Excel took zeros off, and every row came in a second time.
  it('after a spreadsheet has saved it again, and has written its numbers in its own way', async () => {
    const world = await beginStudy({
      'cases.csv': 'speed\n0.10\n1.50\n1e-3\n007\n+2\n12345678901234567890.0\n',
    });
    await world.start();
    const numbers = ['0.1', '1.5', '1.00E-03', '7', '2', '12345678901234567890'];
    const saved = ['\ufeffspeed', ...numbers, '12345678901234567891', '1.51', ''].join('\r\n');
    writeFileSync(path.join(world.order.root, 'cases.csv'), saved);
    assert.deepEqual(await listNamed(world), numbers);
    const { studies, prepare, service } = world;
    const started = studies.startSeen(await prepare(), { service, shown: [] }, observer());
    await assert.rejects(started, RowsChangedError);
  });

  // https://github.com/wandb/wandb/issues/2783: the values that two grids have in common were run again.
  it('in another table that has some of them', async () => {
    const world = await beginStudy({ 'cases.csv': 'speed\n0.01\n0.001\n', 'next.csv': 'speed\n0.1\n0.01\n' });
    await world.start();
    assert.deepEqual(await listNamed(openStudyWindow({ ...world.order, table: 'next.csv' })), ['0.01']);
  });

  // https://github.com/curl/curl/pull/8821: what was known of a host did not hold for its name with a dot at the end.
  it('at the same server, however its address is written', async () => {
    const world = await beginStudy(tableOf(2));
    await world.start();
    const { port } = new URL(world.order.baseUrl);
    for (const host of ['localhost', 'LOCALHOST.', '[::1]', '127.0.0.2'])
      assert.deepEqual(
        await listNamed(openStudyWindow({ ...world.order, baseUrl: `http://${host}:${port}` })),
        ['1', '2'],
      );
    const other = openStudyWindow({ ...world.order, baseUrl: `http://127.0.0.1:${Number(port) - 1}` });
    assert.deepEqual(await listNamed(other), []);
  });

  it('under every spelling of a path, but not under another path or tenant', () => {
    const placeAt = (baseUrl: string, requestHeaders = {}) =>
      placeOf({
        baseUrl: new URL(baseUrl),
        variant: 'variant_b',
        mapping: parseMapping({ requestHeaders }),
      });
    const here = placeAt('https://sim.example/api');
    for (const same of ['https://sim.example./api/', 'https://SIM.example:443//%61pi'])
      assert.equal(placeAt(same), here);
    for (const other of ['https://sim.example/test', 'https://sim.example:8443/api'])
      assert.notEqual(placeAt(other), here);
    assert.notEqual(placeAt('https://sim.example/api', { 'X-Tenant': 'b' }), here);
  });
});

describe('A study', () => {
  afterEach(stopServices);

  // https://github.com/wandb/wandb/issues/4283: the failed runs were deleted, and all of them were run again.
  it('goes on without the row of which the launch was deleted, because nobody knows what became of it', async () => {
    const world = await beginStudy(tableOf(4));
    world.emulator.setIntercept(atSimulations({ 2: refused }));
    await world.start();
    world.emulator.setIntercept(undefined);
    rmSync(path.join(world.order.folder, `${await world.launchOf(2)}.launch`));
    const { studies } = openStudyWindow(world.order);
    const [study] = await studies.list();
    await studies.resumeSeen(study!.id, observer(), true);
    assert.deepEqual([await world.states(), world.sent()], ['started unknown started started', [1, 2, 3, 4]]);
  });

  // https://github.com/hashicorp/terraform/issues/1783: the same plan was applied twice, and created all of it twice.
  it('begins once for one question, whether it is answered twice at once or later', async () => {
    const world = await beginStudy(tableOf(2));
    const { studies, prepare, service } = world;
    const prepared = await prepare();
    const start = () => studies.startSeen(prepared, { service, shown: [] }, observer());
    const ends = await Promise.allSettled([start(), start()]);
    assert.equal(ends.filter(({ status }) => status === 'fulfilled').length, 1);
    await assert.rejects(start(), RowsChangedError);
    assert.deepEqual(world.sent(), [1, 2]);
  });
});

/** A study of rows with a model each: the same files, and one that is rendered. */
async function beginModels(rows: number, shared: number): Promise<StudyWorld> {
  const mesh = Array.from(
    { length: shared },
    (_, index) => [`model/mesh/part ${index}.inc`, '*NODE'] as const,
  );
  return await beginStudy(
    {
      ...tableOf(rows),
      'model/a.inp': 'a',
      'model/deck.inp.template': 'speed {{ speed }}',
      'model/z.inp': 'z',
      ...Object.fromEntries(mesh),
    },
    { model: { files: ['model'], exclude: [], name: 'wing' } },
  );
}

describe('The record of a study whose rows share many files', () => {
  afterEach(stopServices);

  const fileOf = ({ order }: StudyWorld, id: string, generation = '') =>
    path.join(order.folder, 'studies', `${id}${generation}.study`);

  // https://github.com/aws/aws-cdk/issues/20211: a manifest that repeats the same things becomes too long for JSON.
  it('names each of them once', async () => {
    const sizes: number[] = [];
    for (const rows of [2, 40]) {
      const world = await beginModels(rows, 50);
      const { studies, prepare, service } = world;
      const id = await studies.startSeen(await prepare(), { service, firstRowOnly: true }, observer());
      const text = readFileSync(fileOf(world, id), 'utf8');
      assert.equal(text.split('part 17.inc').length - 1, 2, 'its name and its path');
      sizes.push(text.length);
    }
    const [few = 0, many = 0] = sizes;
    assert.ok((many - few) / 38 < 2500, `${(many - few) / 38} bytes for a row`);
  });

  it('is read with all files of each row, which it sends when it goes on', async () => {
    const world = await beginModels(3, 2);
    const { studies, prepare, service, emulator } = world;
    const id = await studies.startSeen(await prepare(), { service, firstRowOnly: true }, observer());
    const other = openStudyWindow(world.order);
    const [study] = await other.studies.list();
    const names = ['a.inp', 'deck.inp', 'mesh/part 0.inc', 'mesh/part 1.inc', 'z.inp'];
    for (const model of study!.record.study.models)
      assert.deepEqual('files' in model && listModelFiles(model).map(({ name }) => name), names);
    await other.studies.resumeSeen(id, observer());
    assert.deepEqual(listDecks(emulator), ['speed 1', 'speed 2', 'speed 3'].map(hashText));
    for (const { model_id } of emulator.simulations)
      assert.deepEqual([...emulator.storedFiles(model_id).keys()].sort(), names);
  });
});

const hashText = (text: string) => createHash('sha256').update(text).digest('hex');

/** SHA-256 of the decks of the simulations in their order. */
function listDecks(emulator: StudyWorld['emulator']): readonly (string | undefined)[] {
  return emulator.simulations.map(({ model_id }) => emulator.storedFiles(model_id).get('deck.inp')?.sha256);
}

// https://github.com/hashicorp/terraform/issues/23908: an interrupt was heard only after all had been looked at.
describe('A study that is cancelled before it is recorded', () => {
  afterEach(stopServices);

  it('renders no further files, keeps none, and is in no list', async () => {
    const world = await beginModels(6, 1);
    const { studies, prepare, service, order } = world;
    const prepared = await prepare();
    const cancel = new AbortController();
    const rendered: number[] = [];
    const models = prepared.models.map((model, index) => {
      if ('id' in model) return model;
      const render = async () => {
        if (rendered.push(index) === 2) cancel.abort();
        return await model.render();
      };
      return { ...model, render };
    });
    const started = studies.startSeen({ ...prepared, models }, { service }, { signal: cancel.signal });
    await assert.rejects(started, LaunchCancelledError);
    assert.deepEqual([rendered, await studies.list(), world.sent()], [[0, 1], [], []]);
    assert.deepEqual(readdirSync(path.join(order.folder, 'studies')), []);
  });

  it('does not wait for other windows any more', async () => {
    const cancel = new AbortController();
    const clock = {
      now: () => systemClock.now(),
      elapsed: () => systemClock.elapsed(),
      every: (ms: number, work: () => void) => systemClock.every(ms, work),
      wait: async (ms: number, signal: AbortSignal) => {
        cancel.abort();
        await systemClock.wait(ms, signal);
      },
    };
    const world = await beginStudy(tableOf(2), {}, { clock });
    const { studies, prepare, service, order } = world;
    const prepared = await prepare();
    let ended = 'not yet';
    await new RowGate(order.folder, systemClock).exclusively(async () => {
      const started = studies.startSeen(prepared, { service }, { signal: cancel.signal });
      await assert.rejects(started, LaunchCancelledError);
      ended = 'while the other window has the lock';
    });
    assert.deepEqual([ended, world.sent()], ['while the other window has the lock', []]);
  });
});
