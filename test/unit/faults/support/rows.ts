import type { Fault } from './faults';
import { refusals } from './refusalRows';
import { serviceResponses } from './responseRows';
import type { Row } from './row';
import { type Column, columns, type Verdict } from './verdicts';
import { afterSending, beforeSending } from './wireRows';

export interface Cell {
  readonly row: number;
  readonly operation: Column;
  readonly fault: Fault;
  readonly verdict: Verdict;
}

function cellsOf({ row, fault, verdicts }: Row): Cell[] {
  return columns.flatMap((operation) => {
    const verdict = verdicts[operation];
    return verdict === undefined ? [] : [{ row, operation, fault: fault(operation), verdict }];
  });
}

/**
 * Every row that affects the wire. The README of the matrix says where the tests of the others are.
 */
export const cells: readonly Cell[] = [
  ...beforeSending,
  ...afterSending,
  ...serviceResponses,
  ...refusals,
].flatMap(cellsOf);

/** Whether a fault that happens only once leads to another end than one that stays. */
export function mayPass({ verdict }: Cell): boolean {
  return /^(repeat|wait)/.test(verdict);
}
