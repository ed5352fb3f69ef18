import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import path from 'node:path';
import pLimit from 'p-limit';
import type { Emulator } from '../../../src/emulator/emulator';
import { startService, stopServices } from '../../support/service';
import { openStudyWindow, type StudyOrder, type StudyWindow } from '../../support/studies';
import type { StudyDeath } from '../../support/studyProcess';
import { tempTree } from '../../support/tempTree';
import { ageLocks } from '../launch/support/killedLaunch';

const program = path.join(__dirname, '../../support/studyProcess.js');

const speeds = [1, 2, 3, 4, 5];

/** The last two rows have files of their own, the others share theirs. */
const tree = {
  'cases.csv': 'files;speed\r\na;1\r\na;2\r\na;3\r\nb;4\r\nc;5\r\n',
  'a/main.inp': 'a',
  'b/main.inp': 'b',
  'c/main.inp': 'c',
};

async function newOrder(): Promise<{ readonly emulator: Emulator; readonly order: StudyOrder }> {
  const { emulator, client } = await startService();
  const { id, name } = await client.createProject('Wing');
  const order = {
    ...{ baseUrl: emulator.baseUrl, folder: path.join(await tempTree(), 'launches') },
    ...{ root: await tempTree(tree), table: 'cases.csv', project: { id: String(id), name } },
    model: { perRow: true, exclude: [], name: 'case' },
  } as const;
  return { emulator, order };
}

/** @returns whether the study came to its end before it could be killed */
async function runUntilKilled(order: StudyOrder, death: StudyDeath): Promise<boolean> {
  const child = spawn(process.execPath, [program, JSON.stringify(order), JSON.stringify(death)], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  let isDone = false;
  child.once('message', () => (isDone = true));
  await once(child, 'close');
  for (const folder of [order.folder, path.join(order.folder, 'studies')])
    if (existsSync(folder)) ageLocks(folder);
  return isDone;
}

/** Says of each unknown row what the service shows, like a user. @returns how many rows were unknown */
async function settleAll({ launches, studies }: StudyWindow, emulator: Emulator): Promise<number> {
  const [study] = await studies.list();
  const all = await launches.list.read();
  const known = all.filter(({ record }) => record.simulation !== undefined).length;
  const unknown = all.filter(({ state }) => state === 'unknown');
  assert.equal(study?.state.counts.unknown, unknown.length);
  for (const { id, record } of unknown) {
    const isMade = record.open === 'createSimulation' && emulator.simulations.length > known;
    const made = emulator.simulations.at(-1)?.simulation_id;
    const finding =
      isMade && made !== undefined ? ({ happened: true, id: made } as const) : { happened: false as const };
    await launches.settle(id, { asked: record.entryCount, finding });
  }
  return unknown.length;
}

async function assertNothingTwice(death: StudyDeath): Promise<boolean> {
  const { emulator, order } = await newOrder();
  const isDone = await runUntilKilled(order, death);
  const window = openStudyWindow(order);
  const observer = { signal: new AbortController().signal };
  const [found, ...others] = await window.studies.list();
  assert.deepEqual(others, []);
  if (found === undefined) {
    // Not even agreed to on disk.
    assert.deepEqual(emulator.simulations, []);
    await window.studies.start(await window.prepare(), { service: window.service }, observer);
  } else {
    const { counts } = found.state;
    assert.equal(counts.started + counts.failed + counts.unknown + counts.waiting, 5);
    assert.ok((await settleAll(window, emulator)) <= 1);
    await window.studies.resume(found.id, observer);
  }
  const [study] = await window.studies.list();
  assert.deepEqual(study?.state.counts, { rows: 5, started: 5, failed: 0, unknown: 0, waiting: 0 });
  const sent = emulator.requests.flatMap(({ operation, body, status }) =>
    operation === 'createSimulation' && status === 201 ? [(body as { speed: number }).speed] : [],
  );
  assert.deepEqual([emulator.simulations.length, sent.sort()], [5, speeds]);
  const launches = await window.launches.list.read();
  assert.deepEqual(launches.map(({ record }) => record.plan.study?.row).sort(), speeds);
  const models = new Map(launches.map(({ record }) => [record.plan.study?.row, String(record.modelId)]));
  for (const { simulation, modelId, plan } of launches.map(({ record }) => record)) {
    const one = emulator.simulations.find(({ simulation_id }) => simulation_id === simulation?.id);
    assert.equal(one?.model_id, String(modelId));
    const files = [...emulator.storedFiles(String(modelId))].map(([, { size }]) => size);
    assert.deepEqual([plan.study?.row, files], [plan.study?.row, [1]]);
  }
  assert.equal(new Set([models.get(1), models.get(4), models.get(5)]).size, 3);
  const exported = await window.studies.export(study.id);
  assert.equal(exported?.split('\r\n').filter((line) => line.includes(';started;')).length, 5);
  return isDone;
}

/** More than any study of five rows writes. */
const maxWrites = 90;

/** One write of so many is tried, and half as many on Windows, because the one of the tests is slow. */
const step = process.env['TEST_DEPTH'] === 'full' ? 1 : process.platform === 'win32' ? 20 : 10;

const points = (['beforeWrite', 'afterFlush'] as const)
  .flatMap((when) => Array.from({ length: maxWrites }, (_, index) => ({ when, count: index + 1 })))
  .filter(({ count }) => count % step === 3 % step);

describe('A study of five rows whose window is killed', function () {
  this.timeout(600_000);
  const limit = pLimit(4);
  const results = new Map<StudyDeath, Promise<boolean>>();

  before(() => {
    for (const point of points) {
      const result = limit(() => assertNothingTwice(point));
      result.catch(() => undefined);
      results.set(point, result);
    }
  });
  after(stopServices);

  for (const point of points) {
    it(`${point.when} ${point.count} creates five simulations in the end, and none twice`, async () => {
      await results.get(point);
    });
  }

  it('is killed at every write', async () => {
    const last = points.filter(({ count }) => count > maxWrites - 10);
    for (const point of last) assert.equal(await results.get(point), true, 'beyond the end of the study');
  });
});
