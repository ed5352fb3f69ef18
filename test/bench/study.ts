import type { Measurement } from './measurement';
import { runProgram, type Site } from './site';
import type { RowsOrder } from './studyRows';

/** How much a study adds to the requests of its rows, and whether that grows with them. */
export function planStudy(site: Site): Measurement[] {
  let count = 0;
  const rowMs = async (by: RowsOrder['by'], { responseMs = 0, rows = 500 } = {}): Promise<number> => {
    const origin = await site.emulator(responseMs);
    const order: RowsOrder = { rows, origin, by, folder: site.file(`study${count++}`) };
    return await runProgram<number>('studyRows', order);
  };
  const common = { unit: 'ms a row', target: { ratio: 1.2 } };
  // On this machine, and as a service in the same country and one on another continent respond.
  const besideRequest = [0, 20, 100].map((responseMs) => ({
    name: `study of 500 rows, each row beside a bare request that takes ${responseMs} ms`,
    ...common,
    ours: () => rowMs('study', { responseMs }),
    reference: { name: 'request', measure: () => rowMs('requests', { responseMs }) },
  }));
  const growth = {
    name: 'study of 500 rows, each row beside each of 50',
    ...common,
    ours: () => rowMs('study'),
    reference: { name: '50', measure: () => rowMs('study', { rows: 50 }) },
  };
  const memory = {
    name: 'memory for a study of 300 rows with a template of 8 MiB each',
    unit: 'MB',
    target: { figure: 300 },
    ours: async () => (await runProgram<number>('studyScale', ['memory', 300])) / 1e6,
  };
  const pause = {
    name: 'longest pause when a study of 5,000 rows is read',
    unit: 'ms',
    target: { figure: 200 },
    ours: () => runProgram<number>('studyScale', ['pause', 5000]),
  };
  return [...besideRequest, growth, memory, pause];
}
