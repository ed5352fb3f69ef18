import { randomUUID } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { systemClock } from '../../src/client/core/clock';
import { Journal } from '../../src/launch/journal';
import type { JournalEntry } from '../../src/launch/journalEntry';
import type { LaunchContext, LaunchPlan } from '../../src/launch/launch';
import { encodeLine } from '../support/recordText';
import type { ReadFigures, ReadOrder } from './journalReader';
import type { Batch, Measurement } from './measurement';
import { runProgram, type Site } from './site';

const files = 5000;

/** What the list of launches costs a window, whether it is shown or not. */
export function planLongJournal(site: Site): Batch[] {
  return [
    ...planList(`200 launches of ${files} files`, 200, () => writeLaunches(site.file('long-journal'), 200), {
      cpuMs: 500,
    }),
    ...planList('10000 launches', 10_000, () => writeRecords(site.file('launches'), 10_000), {
      timeMs: 1000,
    }),
  ];
}

function planList(
  name: string,
  count: number,
  write: () => Promise<string>,
  target: { readonly cpuMs: number } | { readonly timeMs: number },
): Batch[] {
  let written: Promise<string> | undefined;
  const figures = async (): Promise<ReadFigures> => {
    const order: ReadOrder = { folder: await (written ??= write()) };
    const found = await runProgram<ReadFigures>('journalReader', order, ['--expose-gc']);
    if (found.launches !== count) throw new Error(`${found.launches} launches were found`);
    return found;
  };
  const time: Measurement =
    'cpuMs' in target
      ? {
          name: `${name}, processor time`,
          unit: 'ms',
          ours: async () => (await figures()).cpuMs,
          target: { figure: target.cpuMs },
        }
      : {
          name: `${name}, until the list is there`,
          unit: 'ms',
          ours: async () => (await figures()).timeMs,
          target: { figure: target.timeMs },
        };
  const memory: Measurement = {
    name: `${name}, memory`,
    unit: 'MB',
    ours: async () => (await figures()).memoryBytes / 2 ** 20,
    target: { figure: 64 },
  };
  return [[time], [memory]];
}

const plan = {
  service: { origin: 'https://service.example', basePath: '/', variant: 'variant_b' },
  project: { id: 'prj_1', name: 'Study' },
  finalise: true,
  simulate: true,
} as const;

const ends: readonly JournalEntry[] = [
  ...(['uploaded', 'finalising', 'finalised', 'creatingSimulation'] as const).map((kind) => ({ kind })),
  { kind: 'simulationCreated', id: 'sim_1' },
];

/** Records of launches with files, as a window writes them. */
async function writeLaunches(folder: string, count: number): Promise<string> {
  const names = Array.from({ length: files }, (_, index) => `mesh/part ${index}.inc`);
  const sha256 = 'ab'.repeat(32);
  const journal = new Journal(folder, systemClock);
  for (let index = 0; index < count; index++) {
    const wanted: LaunchPlan & LaunchContext = {
      ...plan,
      model: { name: `deck ${index}`, files: names.map(frozen) },
    };
    const open = await journal.begin(wanted);
    await open.noteHashes(names.map(() => sha256));
    await open.append({ kind: 'creatingModel' });
    await open.append({ kind: 'modelCreated', id: 'mod_1' });
    await open.append({ kind: 'uploading' });
    await Promise.all(names.map((name) => open.noteAccepted({ name, sha256 })));
    for (const entry of ends) await open.append(entry);
    await open.close();
  }
  return folder;
}

/** Records of launches of an existing model. A journal would take minutes to flush them. */
async function writeRecords(folder: string, count: number): Promise<string> {
  await mkdir(folder);
  const model = { id: 'mod_1', name: 'deck' };
  for (let index = 0; index < count; index++) {
    const launch = randomUUID();
    const first = { kind: 'planned', launch, ...plan, model } as const;
    const lines = [first, ...ends.slice(-2)].map((entry, place) =>
      encodeLine({ ...entry, at: Date.UTC(2026, 0, 1) + index }, place),
    );
    await writeFile(path.join(folder, `${launch}.launch`), lines.join(''));
  }
  return folder;
}

function frozen(file: string) {
  return {
    name: file,
    path: `/home/user/studies/deck/${file}`,
    ...{ size: 4096, mtimeNs: '1767225600000000000', ctimeNs: '1767225600000000000', inode: '1234567' },
  };
}
