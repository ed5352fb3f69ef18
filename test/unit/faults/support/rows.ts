import type { Fault } from './faults';
import type { Row } from './row';
import { afterSending, beforeSending } from './wireRows';
import { serviceResponses } from './responseRows';
import { refusals } from './refusalRows';
import { columns, type Column, type Verdict } from './verdicts';

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
 * Every row that affects the wire. Not here: 36, because `Expect` is never sent; 46, 51 and 53, which have
 * tests of their own; 47, which is the kill points; 48 to 50, 54 and 55, which change no request; and 52,
 * which sends none.
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
