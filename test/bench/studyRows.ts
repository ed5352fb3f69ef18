import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { ServiceClient } from '../../src/client/serviceClient';
import { noFollower } from '../support/runner';
import { openStudyWindow } from '../support/studies';
import { createBenchClient } from './newClient';

/** The argument of the program, as JSON. */
export interface RowsOrder {
  readonly origin: string;
  /** A new folder for the table and the journal. */
  readonly folder: string;
  readonly rows: number;
  /** A study, or nothing but the requests that create. */
  readonly by: 'study' | 'requests';
  /** Whether the memory is measured too, which itself takes time. */
  readonly watchesMemory?: boolean;
}

/** The message that the program sends to its parent. */
export interface RowsFigures {
  /** For each row, without the preparation of the study; ms. */
  readonly rowMs: number;
  /** Memory that is kept after collecting garbage, after a fifth of the rows and after all; bytes. 0 unless measured. */
  readonly heldAfterFifth: number;
  readonly heldInTheEnd: number;
}

async function main(): Promise<void> {
  const order = JSON.parse(process.argv[2] ?? '') as RowsOrder;
  const figures = await (order.by === 'study' ? runStudy(order) : sendRequests(order));
  process.send?.(figures, () => process.disconnect());
}

async function sendRequests({ origin, rows }: RowsOrder): Promise<RowsFigures> {
  const client = createBenchClient(origin);
  const { model, project } = await prepareService(client);
  const start = performance.now();
  for (let row = 0; row < rows; row++) await client.createSimulation(project.id, model.id);
  const rowMs = (performance.now() - start) / rows;
  await client.close();
  return { rowMs, heldAfterFifth: 0, heldInTheEnd: 0 };
}

async function prepareService(client: ServiceClient) {
  const [model] = (await client.listReusableModels()).items;
  if (model === undefined) throw new Error('the emulator has no model');
  return { model, project: await client.createProject('Bench') };
}

async function runStudy({ origin, folder, rows, watchesMemory }: RowsOrder): Promise<RowsFigures> {
  mkdirSync(folder, { recursive: true });
  const lines = Array.from({ length: rows }, (_, index) => `${index + 1}\n`);
  writeFileSync(path.join(folder, 'cases.csv'), `speed\n${lines.join('')}`);
  const client = createBenchClient(origin);
  const { model, project } = await prepareService(client);
  await client.close();
  const window = openStudyWindow({
    ...{ baseUrl: origin, folder: path.join(folder, 'launches'), root: folder, table: 'cases.csv' },
    ...{ project: { id: String(project.id), name: project.name }, model },
  });
  const prepared = await window.prepare();
  let heldAfterFifth = 0;
  const start = performance.now();
  await window.studies.start(
    prepared,
    { service: window.service },
    {
      ...noFollower(),
      onRow: (row) => {
        if (watchesMemory === true && row === rows / 5 + 1) heldAfterFifth = heldMemory();
      },
    },
  );
  const rowMs = (performance.now() - start) / rows;
  const heldInTheEnd = watchesMemory === true ? heldMemory() : 0;
  const [study] = await window.studies.list();
  if (study?.state.counts.started !== rows) throw new Error('not every row has started');
  return { rowMs, heldAfterFifth, heldInTheEnd };
}

function heldMemory(): number {
  global.gc?.();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

void main();
