import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { DeckFigures, DeckOrder } from './deckChecker';
import { type Batch, oncePerRound } from './measurement';
import { runProgram, type Site } from './site';

const includeCount = 2000;
const dataCount = 7999;

/** How long a large model takes to plan with its decks checked, beside the plan alone. */
export function planDecks(site: Site): Batch[] {
  const folder = createLargeModel(site.file('decks'));
  const run = async (isChecked: boolean) => {
    const order: DeckOrder = { folder: await folder(), isChecked };
    return await runProgram<DeckFigures>('deckChecker', order);
  };
  const runWithCheck = oncePerRound(async () => await run(true));
  const runAlone = oncePerRound(async () => await run(false));
  const reference = {
    name: 'plan alone',
    measure: async (round: number) => (await runAlone(round)).plannedMs,
  };
  return [
    [
      {
        name: 'plan of 10000 files whose deck includes 2000 of them: until it can be shown',
        unit: 'ms',
        ours: async (round) => (await runWithCheck(round)).plannedMs,
        reference,
        target: { ratio: 1.05 },
      },
      {
        name: 'plan of 10000 files whose deck includes 2000 of them: with all findings',
        unit: 'ms',
        ours: async (round) => (await runWithCheck(round)).doneMs,
        reference,
        target: {},
      },
    ],
  ];
}

/** @returns a function that creates the folder when it is first called */
function createLargeModel(folder: string): () => Promise<string> {
  let created: Promise<string> | undefined;
  const create = async (): Promise<string> => {
    const names = Array.from({ length: includeCount }, (_, index) => `mesh/part${index}.inc`);
    const data = Array.from({ length: dataCount }, (_, index) => `results/field${index}.dat`);
    await mkdir(path.join(folder, 'mesh'), { recursive: true });
    await mkdir(path.join(folder, 'results'));
    const includes = names.map((name) => `*INCLUDE, INPUT=${name}\n`).join('');
    await writeFile(path.join(folder, 'main.inp'), `*HEADING\n${includes}*STEP\n*END STEP\n`);
    const nodes = '*NODE, NSET=N\n' + '1, 0.0, 0.0, 0.0\n'.repeat(200);
    for (const name of names) await writeFile(path.join(folder, name), nodes);
    const numbers = '1.0 2.0 3.0\n'.repeat(340);
    for (const name of data) await writeFile(path.join(folder, name), numbers);
    return folder;
  };
  return () => (created ??= create());
}
