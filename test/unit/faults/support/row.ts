import type { Operation } from '../../../../src/client/core/types';
import type { Fault } from './faults';
import { type Column, columns, type Verdict, type Verdicts } from './verdicts';

/** One fault in one operation. */
export interface Cell {
  /** Number of the row in the matrix. */
  readonly row: number;
  readonly operation: Column;
  readonly fault: Fault;
  readonly verdict: Verdict;
}

/** One fault of one row of the matrix, in each operation in which it can occur. */
export type Row = readonly Cell[];

export type FaultOf = (operation: Operation) => Fault;

export function row(row: number, fault: Fault | FaultOf, verdicts: Verdicts): Row {
  return columns.flatMap((operation) => {
    const verdict = verdicts[operation];
    const made = typeof fault === 'function' ? fault(operation) : fault;
    return verdict === undefined ? [] : [{ row, operation, fault: made, verdict }];
  });
}
