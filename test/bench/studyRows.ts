import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
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
}

/** Sends the time of each row to its parent, without the preparation of the study; ms. */
async function main(): Promise<void> {
  const order = JSON.parse(process.argv[2] ?? '') as RowsOrder;
  const client = createBenchClient(order.origin);
  const [model] = (await client.listReusableModels()).items;
  if (model === undefined) throw new Error('the emulator has no model');
  const project = await client.createProject('Bench');
  const run =
    order.by === 'study'
      ? await prepareStudy(order, { model, project: { id: String(project.id), name: project.name } })
      : async () => {
          for (let row = 0; row < order.rows; row++) await client.createSimulation(project.id, model.id);
        };
  const start = performance.now();
  await run();
  const rowMs = (performance.now() - start) / order.rows;
  await client.close();
  process.send?.(rowMs, () => process.disconnect());
}

type StudyParts = Pick<Parameters<typeof openStudyWindow>[0], 'model' | 'project'>;

async function prepareStudy({ origin, folder, rows }: RowsOrder, parts: StudyParts) {
  mkdirSync(folder, { recursive: true });
  const lines = Array.from({ length: rows }, (_, index) => `${index + 1}\n`);
  writeFileSync(path.join(folder, 'cases.csv'), `speed\n${lines.join('')}`);
  const { studies, service, prepare } = openStudyWindow({
    baseUrl: origin,
    folder: path.join(folder, 'launches'),
    root: folder,
    table: 'cases.csv',
    ...parts,
  });
  const prepared = await prepare();
  return async () => {
    await studies.startSeen(prepared, { service }, noFollower());
    const [study] = await studies.list();
    if (study?.state.counts.started !== rows) throw new Error('not every row has started');
  };
}

void main();
