import { runStudyInVscode } from './inVscode';
import { type Batch, oncePerRound } from './measurement';
import { runProgram, type Site } from './site';
import type { RowsFigures, RowsOrder } from './studyRows';

const rows = 500;
const name = `study of ${rows} rows`;

/** How long a service in the same country and one on another continent take to respond; ms. */
const distancesMs = [20, 100];

/** How much a study adds to the requests of its rows, and whether that grows with them. */
export function planStudy(site: Site): Batch[] {
  let count = 0;
  const figures = async (
    by: RowsOrder['by'],
    {
      responseMs = 0,
      ...changes
    }: { responseMs?: number } & Partial<Pick<RowsOrder, 'rows' | 'watchesMemory'>> = {},
  ): Promise<RowsFigures> => {
    const origin = await site.service('studyServer', String(responseMs));
    const folder = site.file(`study${count++}`);
    const order: RowsOrder = { rows, ...changes, origin, by, folder };
    return await runProgram<RowsFigures>('studyRows', order, ['--expose-gc']);
  };
  const rowMs = async (...asked: Parameters<typeof figures>) => (await figures(...asked)).rowMs;
  const host = oncePerRound(() => runStudyInVscode(site, rows));
  const memory = oncePerRound(() => figures('study', { watchesMemory: true }));
  return [
    [
      {
        name: `${name}, each row beside a bare request, on this machine`,
        unit: 'ms a row',
        ours: () => rowMs('study'),
        reference: { name: 'request', measure: () => rowMs('requests') },
        target: { ratio: 1.2 },
      },
    ],
    ...distancesMs.map((responseMs): Batch => [
      {
        name: `${name}, each row beside a bare request that takes ${responseMs} ms`,
        unit: 'ms a row',
        ours: () => rowMs('study', { responseMs }),
        reference: { name: 'request', measure: () => rowMs('requests', { responseMs }) },
        target: { ratio: 1.2 },
      },
    ]),
    [
      {
        name: `${name}, each row beside each of ${rows / 10}`,
        unit: 'ms a row',
        ours: () => rowMs('study'),
        reference: { name: String(rows / 10), measure: () => rowMs('study', { rows: rows / 10 }) },
        target: { ratio: 1.2 },
      },
    ],
    [
      {
        name: `${name}, memory in the end`,
        unit: 'MB',
        ours: async (round) => (await memory(round)).heldInTheEnd / 2 ** 20,
        reference: {
          name: `after ${rows / 5}`,
          measure: async (round) => (await memory(round)).heldAfterFifth / 2 ** 20,
        },
        target: { ratio: 1.2 },
      },
    ],
    [
      {
        name: `extension host, event loop delay (p99): ${name}`,
        unit: 'ms',
        ours: async (round) => (await host(round)).p99,
        target: { figure: 20 },
      },
      {
        name: `extension host, event loop delay (max): ${name}`,
        unit: 'ms',
        ours: async (round) => (await host(round)).max,
        target: {},
      },
      {
        name: `extension host, each row: ${name}`,
        unit: 'ms',
        ours: async (round) => (await host(round)).rowMs,
        target: {},
      },
    ],
  ];
}
