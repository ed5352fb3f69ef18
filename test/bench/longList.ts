import { openWithLongList } from './inVscode';
import type { ListFigures } from './lister';
import { createManyProjects } from './manyProjects';
import type { Batch } from './measurement';
import { runProgram, type Site } from './site';

const name = '100000 projects';

/** Measures a list that is far longer than any user reads. */
export function planLongList(site: Site): Batch[] {
  const size = createManyProjects().length;
  const figures = async (): Promise<ListFigures> => {
    const origin = await site.service('listServer');
    return await runProgram<ListFigures>('lister', { origin }, ['--expose-gc']);
  };
  return [
    [
      {
        name: `${name}, first rows after the request`,
        unit: 'ms',
        ours: openWithLongList,
        target: { figure: 1000 },
      },
    ],
    [
      {
        name: `${name}, longest block`,
        unit: 'ms',
        ours: async () => (await figures()).blockMs,
        target: { figure: 100 },
      },
    ],
    [
      {
        name: `${name}, memory`,
        unit: 'MB',
        ours: async () => (await figures()).memoryBytes / 2 ** 20,
        reference: { name: 'the response', measure: () => Promise.resolve(size / 2 ** 20) },
        target: { ratio: 5 },
      },
    ],
    [
      {
        name: `${name}, filter`,
        unit: 'ms',
        ours: async () => (await figures()).filterMs,
        target: { figure: 100 },
      },
    ],
    [
      {
        name: `${name}, show more`,
        unit: 'ms',
        ours: async () => (await figures()).more,
        target: { figure: 100 },
      },
    ],
  ];
}
