import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { noFollower } from '../support/runner';
import { openStudyWindow, type StudyWindow } from '../support/studies';
import { createBenchClient } from './newClient';

/** The argument of the program, as JSON. */
export interface RowsOrder {
  readonly origin: string;
  /** A new folder for the table and the journal. */
  readonly folder: string;
  readonly rows: number;
  /** A study, or nothing but the requests that create. */
  readonly by: 'study' | 'requests';
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
  const figures = order.by === 'study' ? await runStudy(order) : await sendRequests(order);
  process.send?.(figures, () => process.disconnect());
}

async function sendRequests({ origin, rows }: RowsOrder): Promise<RowsFigures> {
  const client = createBenchClient(origin);
  const [model] = (await client.listReusableModels()).items;
  const { id } = await client.createProject('Bench');
  if (model === undefined) throw new Error('the emulator has no model');
  const start = performance.now();
  for (let row = 0; row < rows; row++) await client.createSimulation(id, model.id);
  const rowMs = (performance.now() - start) / rows;
  await client.close();
  return { rowMs, heldAfterFifth: 0, heldInTheEnd: 0, delayP99Ms: 0 };
}

async function runStudy({ origin, folder, rows, watch }: RowsOrder): Promise<RowsFigures> {
  mkdirSync(folder, { recursive: true });
  const lines = Array.from({ length: rows }, (_, index) => `${index + 1}\n`);
  writeFileSync(path.join(folder, 'cases.csv'), `speed\n${lines.join('')}`);
  const client = createBenchClient(origin);
  const [model] = (await client.listReusableModels()).items;
  const { id, name } = await client.createProject('Bench');
  await client.close();
  if (model === undefined) throw new Error('the emulator has no model');
  const window = openStudyWindow({
    ...{ baseUrl: origin, folder: path.join(folder, 'launches'), root: folder, table: 'cases.csv' },
    ...{ project: { id: String(id), name }, model },
  });
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
