import { mkdirSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import path from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { ServiceClient } from '../../src/client/serviceClient';
import { noFollower } from '../support/runner';
import { openStudyWindow, type StudyWindow } from '../support/studies';
import { createBenchClient } from './newClient';

/** The argument of the program, as JSON. */
export interface RowsOrder {
  readonly origin: string;
  /** A new folder for the table and the journal. */
  readonly folder: string;
  readonly rows: number;
  /**
   * A study; the same launches without one; or nothing but the requests that create, with or without a line that is
   * flushed to a file before each.
   */
  readonly by: 'study' | 'launches' | 'flushedRequests' | 'requests';
  /** Measured in addition to the time; the measurement itself takes time. */
  readonly watch?: 'memory' | 'delay';
}

/** The message that the program sends to its parent. */
export interface RowsFigures {
  /** For each row, without the preparation of the study; ms. */
  readonly rowMs: number;
  /** Memory that is kept after collecting garbage, after a fifth of the rows and after all; bytes. 0 unless measured. */
  readonly heldAfterFifth: number;
  readonly heldInTheEnd: number;
  /** Delay of the event loop while a view lists the study all the time, 99th percentile; ms. 0 unless measured. */
  readonly delayP99Ms: number;
}

/** Interval at which a view lists a study that runs; ms. */
const listIntervalMs = 250;

async function main(): Promise<void> {
  const order = JSON.parse(process.argv[2] ?? '') as RowsOrder;
  process.send?.(await programs[order.by](order), () => process.disconnect());
}

const programs: Record<RowsOrder['by'], (order: RowsOrder) => Promise<RowsFigures>> = {
  study: runStudy,
  launches: startLaunches,
  flushedRequests: sendRequests,
  requests: sendRequests,
};

async function sendRequests({ origin, folder, rows, by }: RowsOrder): Promise<RowsFigures> {
  const client = createBenchClient(origin);
  const { model, project } = await prepareService(client);
  mkdirSync(folder, { recursive: true });
  const lines = await open(path.join(folder, 'lines'), 'ax');
  const start = performance.now();
  for (let row = 0; row < rows; row++) {
    if (by === 'flushedRequests') {
      await lines.writeFile(`${JSON.stringify({ kind: 'sending', row })}\n`);
      await lines.datasync();
    }
    await client.createSimulation(project.id, model.id);
  }
  const rowMs = (performance.now() - start) / rows;
  await lines.close();
  await client.close();
  return timeAlone(rowMs);
}

async function startLaunches({ origin, folder, rows }: RowsOrder): Promise<RowsFigures> {
  const client = createBenchClient(origin);
  const { model, project } = await prepareService(client);
  await client.close();
  const { launches, service } = openWindow({ origin, folder, model, project });
  const start = performance.now();
  for (let row = 1; row <= rows; row++) {
    const answers = { createSimulation: { 'prompt.speed': row } };
    await launches.start({ service, project, model, finalise: true, simulate: true, answers }, noFollower());
  }
  return timeAlone((performance.now() - start) / rows);
}

function timeAlone(rowMs: number): RowsFigures {
  return { rowMs, heldAfterFifth: 0, heldInTheEnd: 0, delayP99Ms: 0 };
}

type Service = Awaited<ReturnType<typeof prepareService>>;

async function prepareService(client: ServiceClient) {
  const [model] = (await client.listReusableModels()).items;
  if (model === undefined) throw new Error('the emulator has no model');
  return { model, project: await client.createProject('Bench') };
}

function openWindow({
  origin,
  folder,
  model,
  project,
}: Service & Pick<RowsOrder, 'origin' | 'folder'>): StudyWindow {
  return openStudyWindow({
    ...{ baseUrl: origin, folder: path.join(folder, 'launches'), root: folder, table: 'cases.csv' },
    ...{ project: { id: String(project.id), name: project.name }, model },
  });
}

async function runStudy({ origin, folder, rows, watch }: RowsOrder): Promise<RowsFigures> {
  mkdirSync(folder, { recursive: true });
  const lines = Array.from({ length: rows }, (_, index) => `${index + 1}\n`);
  writeFileSync(path.join(folder, 'cases.csv'), `speed\n${lines.join('')}`);
  const client = createBenchClient(origin);
  const service = await prepareService(client);
  await client.close();
  const window = openWindow({ origin, folder, ...service });
  const prepared = await window.prepare();
  let heldAfterFifth = 0;
  const delay = watch === 'delay' ? watchDelay(window) : () => 0;
  const start = performance.now();
  await window.studies.start(
    prepared,
    { service: window.service },
    {
      ...noFollower(),
      onRow: (row) => {
        if (watch === 'memory' && row === rows / 5 + 1) heldAfterFifth = heldMemory();
      },
    },
  );
  const rowMs = (performance.now() - start) / rows;
  const delayP99Ms = delay();
  const heldInTheEnd = watch === 'memory' ? heldMemory() : 0;
  const [study] = await window.studies.list();
  if (study?.state.counts.started !== rows) throw new Error('not every row has started');
  return { rowMs, heldAfterFifth, heldInTheEnd, delayP99Ms };
}

/** @returns a function that ends it and tells the delay in ms */
function watchDelay({ launches, studies }: StudyWindow): () => number {
  const histogram = monitorEventLoopDelay({ resolution: 1 });
  const timer = setInterval(() => {
    launches.journalChanged();
    void studies.list();
  }, listIntervalMs);
  histogram.enable();
  return () => {
    clearInterval(timer);
    histogram.disable();
    return histogram.percentile(99) / 1e6;
  };
}

function heldMemory(): number {
  global.gc?.();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

void main();
