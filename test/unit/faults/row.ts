import type { Operation } from '../../../src/client/types';
import type { Fault } from './faults';

/** One fault of one row, with a verdict for each column, `–` where it cannot occur. */
export interface Row {
  /** Number in the matrix. */
  readonly row: number;
  readonly fault: (operation: Operation) => Fault;
  readonly verdicts: string;
}

export function row(row: number, fault: Fault | Row['fault'], verdicts: string): Row {
  return { row, fault: typeof fault === 'function' ? fault : () => fault, verdicts };
}
