import { existsSync } from 'node:fs';
import { launched, writeLaunches } from '../support/launchRecords';
import type { ReadFigures } from './journalReader';
import { type Measurement, oncePerRound } from './measurement';
import { runProgram, type Site } from './site';

/** What a long list of launches costs a window, whether it is shown or not. */
export function planLongJournal(site: Site): Measurement[] {
  const figures = oncePerRound(async () => {
    const folder = site.file('launches');
    if (!existsSync(folder)) writeLaunches(folder, Array(10_000).fill(launched));
    const found = await runProgram<ReadFigures>('journalReader', folder, ['--expose-gc']);
    if (found.launches !== 10_000) throw new Error(`${found.launches} launches were found`);
    return found;
  });
  return [
    {
      name: '10000 launches, until the list is there',
      unit: 'ms',
      target: { figure: 1000 },
      ours: async (round) => (await figures(round)).timeMs,
    },
    {
      name: '10000 launches, memory',
      unit: 'MB',
      target: { figure: 64 },
      ours: async (round) => (await figures(round)).memoryBytes / 2 ** 20,
    },
  ];
}
