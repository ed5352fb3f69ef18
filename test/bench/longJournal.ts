import { randomUUID } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { ModelId, ProjectId } from '../../src/client/core/types';
import type { JournalEntry } from '../../src/launch/journalEntry';
import { encodeLine } from '../../src/launch/journalFormat';
import type { ReadFigures, ReadOrder } from './journalReader';
import type { Batch } from './measurement';
import { runProgram, type Site } from './site';

const launches = 200;
const files = 5000;
const name = `${launches} launches of ${files} files`;

/** How much the stored launches cost a window in which the user does not look at them. */
export function planLongJournal(site: Site): Batch[] {
  let written: Promise<string> | undefined;
  const figures = async (): Promise<ReadFigures> => {
    const order: ReadOrder = { folder: await (written ??= writeJournal(site.file('long-journal'))) };
    const found = await runProgram<ReadFigures>('journalReader', order, ['--expose-gc']);
    if (found.launches !== launches) throw new Error(`${found.launches} launches were found`);
    return found;
  };
  return [
    [
      {
        name: `${name}, processor time`,
        unit: 'ms',
        ours: async () => (await figures()).cpuMs,
        target: { figure: 100 },
      },
    ],
    [
      {
        name: `${name}, memory`,
        unit: 'MB',
        ours: async () => (await figures()).memoryBytes / 2 ** 20,
        target: { figure: 20 },
      },
    ],
  ];
}

/**
 * Writes records as launches leave them. The first window that reads them writes the summaries beside them.
 */
async function writeJournal(folder: string): Promise<string> {
  await mkdir(folder);
  const names = Array.from({ length: files }, (_, index) => `mesh/part ${index}.inc`);
  const frozenFiles = names.map(frozen);
  const rest = entriesOf(names).map((entry) => encodeLine({ ...entry, at: Date.UTC(2026, 0, 2) }));
  for (let index = 0; index < launches; index++) {
    const launch = randomUUID();
    const plan = encodeLine({
      ...{ kind: 'planned', launch, at: Date.UTC(2026, 0, 1) + index },
      service: { origin: 'https://service.example', basePath: '/', variant: 'variant_b' },
      project: { id: 'prj_1' as ProjectId, name: 'Study' },
      model: { name: `deck ${index}`, files: frozenFiles },
      finalise: true,
      simulate: true,
    });
    await writeFile(path.join(folder, `${launch}.launch`), [plan, ...rest].join(''));
  }
  await runProgram('journalReader', { folder } satisfies ReadOrder);
  return folder;
}

function frozen(file: string) {
  return {
    name: file,
    path: `/home/user/studies/deck/${file}`,
    ...{ size: 4096, mtimeNs: '1767225600000000000', ctimeNs: '1767225600000000000', inode: '1234567' },
  };
}

function entriesOf(names: readonly string[]): JournalEntry[] {
  return [
    { kind: 'creatingModel' },
    { kind: 'modelCreated', id: 'mod_1' as ModelId },
    { kind: 'uploading' },
    ...names.map((file): JournalEntry => ({ kind: 'fileAccepted', name: file, sha256: 'ab'.repeat(32) })),
    ...(['uploaded', 'finalising', 'finalised', 'creatingSimulation'] as const).map((kind) => ({ kind })),
    { kind: 'simulationCreated', id: 'sim_1' },
  ];
}
