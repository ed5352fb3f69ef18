import type { Operation } from '../../../../src/client/core/types';
import type { Fault } from './faults';
import type { Verdicts } from './verdicts';

/** One fault of one row of the matrix. */
export interface Row {
  /** Number of the row in the matrix. */
  readonly row: number;
  readonly fault: (operation: Operation) => Fault;
  readonly verdicts: Verdicts;
}

export function row(row: number, fault: Fault | Row['fault'], verdicts: Verdicts): Row {
  return { row, fault: typeof fault === 'function' ? fault : () => fault, verdicts };
}
