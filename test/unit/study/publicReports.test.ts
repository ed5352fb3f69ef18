import assert from 'node:assert/strict';
import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { RowsChangedError } from '../../../src/launch/errors';
import { findSameRows } from '../../../src/study/sameRows';
import { stopServices } from '../../support/service';
import { openStudyWindow } from '../../support/studies';
import { atSimulations, beginStudy, observer, refused, type StudyWorld, tableOf } from './support/studyWorld';

/** Rows of a table that the question for it names as started, by its speeds. */
async function namedRows({ studies, prepare }: StudyWorld) {
  const prepared = await prepare();
  const same = findSameRows(prepared, await studies.list());
  const sent = new Set(same.map((one) => one.sent));
  return prepared.rows.filter((row) => sent.has(row.sent)).map(({ cells }) => cells.join(' '));
}

describe('A table as people use it', () => {
  afterEach(stopServices);

  // https://github.com/pagermon/pagermon/issues/440
  it('has the rows that were started, after a spreadsheet has saved it again', async () => {
    const world = await beginStudy({ 'cases.csv': 'speed\n0.10\n1.50\n1e-3\n007\n+2\n' });
    await world.start();
    writeFileSync(path.join(world.order.root, 'cases.csv'), '\ufeffspeed\r\n0.1\r\n1.5\r\n1.00E-03\r\n7\r\n2\r\n');
    console.log('resaved', await namedRows(world));
    const { studies, prepare, service } = world;
    await assert.rejects(studies.startSeen(await prepare(), { service, shown: [] }, observer()), RowsChangedError);
  });

  // https://github.com/wandb/wandb/issues/2783
  it('overlaps with an earlier one in another file', async () => {
    const world = await beginStudy({ 'cases.csv': 'speed\n0.01\n0.001\n' });
    await world.start();
    writeFileSync(path.join(world.order.root, 'next.csv'), 'speed\n0.1\n0.01\n');
    const other = openStudyWindow({ ...world.order, table: 'next.csv' });
    const prepared = await other.prepare();
    const same = findSameRows(prepared, await other.studies.list());
    console.log('overlap', same.map(({ row, state }) => `${row} ${state}`));
  });

  // https://github.com/wandb/wandb/issues/4283
  it('goes on only with the rows whose records were deleted', async () => {
    const world = await beginStudy(tableOf(4));
    world.emulator.setIntercept(atSimulations({ 2: refused }));
    await world.start();
    world.emulator.setIntercept(undefined);
    console.log('before', await world.states(), world.sent());
    const launch = await world.launchOf(2);
    rmSync(path.join(world.order.folder, `${launch}.launch`));
    const other = openStudyWindow(world.order);
    const [study] = await other.studies.list();
    await other.studies.resumeSeen(study!.id, observer(), true);
    console.log('after', await world.states(), world.sent());
  });

  // https://github.com/hashicorp/terraform/issues/1783
  it('is not begun twice by two yeses to one question', async () => {
    const world = await beginStudy(tableOf(2));
    const { studies, prepare, service } = world;
    const prepared = await prepare();
    const results = await Promise.allSettled([
      studies.startSeen(prepared, { service, shown: [] }, observer()),
      studies.startSeen(prepared, { service, shown: [] }, observer()),
    ]);
    console.log(results.map((one) => (one.status === 'rejected' ? String(one.reason) : 'ok')), world.sent());
    await assert.rejects(studies.startSeen(prepared, { service, shown: [] }, observer()), RowsChangedError);
  });

  it('at the same service by another address', async () => {
    const world = await beginStudy(tableOf(2));
    await world.start();
    const { studies, prepare } = openStudyWindow({
      ...world.order,
      baseUrl: world.order.baseUrl.replace('127.0.0.1', 'localhost'),
    });
    const same = findSameRows(await prepare(), await studies.list());
    console.log('other address', world.order.baseUrl, same.length);
  });
});

import { setTimeout as sleep } from 'node:timers/promises';
describe('Trials', () => {
  afterEach(stopServices);
  it('cancel while templates are rendered', async function () {
    this.timeout(100_000);
    const n = 150;
    const tree: Record<string, string> = {
      'cases.csv': `speed,name\n${Array.from({ length: n }, (_, i) => `${i},r${i}\n`).join('')}`,
      'deck.inp.template': `speed {{ speed }}\n`.padEnd(2 * 1024 * 1024, 'x'),
    };
    const world = await beginStudy(tree, { model: { files: ['deck.inp.template'], exclude: [], name: 'wing' } });
    const prepared = await world.prepare();
    const cancel = new AbortController();
    const began = Date.now();
    const running = world.studies.startSeen(prepared, { service: world.service }, { signal: cancel.signal });
    await sleep(100);
    cancel.abort();
    const clicked = Date.now();
    const end = await running.then((id) => `ok ${id}`, (error: unknown) => String(error));
    console.log('cancel took', Date.now() - clicked, 'of', Date.now() - began, end, world.sent(), await world.states().then((s) => s.slice(0, 60)));
    const before = new AbortController();
    before.abort();
    console.log(await world.studies.startSeen(prepared, { service: world.service }, { signal: before.signal }).catch(String));
  });
  it('cancel while another window has the lock', async function () {
    this.timeout(200_000);
    const world = await beginStudy(tableOf(2));
    const { RowGate } = await import('../../../src/study/rowGate');
    const { systemClock } = await import('../../../src/client/core/clock');
    const gate = new RowGate(world.order.folder, systemClock);
    let free = () => undefined as void;
    const held = gate.exclusively(() => new Promise<void>((resolve) => (free = resolve)));
    await sleep(200);
    const cancel = new AbortController();
    const prepared = await world.prepare();
    const running = world.studies.startSeen(prepared, { service: world.service }, { signal: cancel.signal });
    await sleep(300);
    cancel.abort();
    const clicked = Date.now();
    void sleep(5000).then(() => free());
    const end = await running.then((id) => `ok ${id}`, (error: unknown) => String(error));
    console.log('cancel took', Date.now() - clicked, end, world.sent());
    await held;
  });
});
