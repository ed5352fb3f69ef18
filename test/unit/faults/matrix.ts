import type { Operation } from '../../../src/client/types';
import type { Fault } from './faults';
import type { Row } from './row';
import { afterSending, beforeSending } from './wireRows';
import { answersOfTheService } from './answerRows';
import { refusals } from './refusalRows';

/** What a fault means for the launch, as the matrix says it. */
export type Verdict =
  /** Repeated as the policy of the operation allows, then failed and to be resumed. */
  | 'R'
  /** Repeated once, then unknown. */
  | 'R1'
  /** Repeated once, then failed. */
  | 'R1F'
  /** Repeated after the wait that the server asked for, then failed. */
  | 'W'
  /** Repeated once after the wait that the server asked for, then unknown. */
  | 'W1'
  /** Unknown, to be looked up in the list. */
  | 'V'
  /** Unknown, and nothing tells. */
  | 'A'
  /** Failed at once, to be resumed. */
  | 'F'
  /** The model is abandoned at once. */
  | 'X'
  | 'ok';

export const columns = [
  'createProject',
  'listProjects',
  'createModel',
  'uploadFile',
  'finaliseModel',
  'createSimulation',
] as const satisfies readonly Operation[];
export type Column = (typeof columns)[number];

export interface Cell {
  readonly row: number;
  readonly operation: Column;
  readonly fault: Fault;
  readonly verdict: Verdict;
}

export function cellsOf({ row, fault, verdicts }: Row): Cell[] {
  const found = verdicts.split(' ').map((verdict, column) => ({ verdict, operation: columns[column]! }));
  return found
    .filter(({ verdict }) => verdict !== '–')
    .map(({ verdict, operation }) => ({
      row,
      operation,
      fault: fault(operation),
      verdict: verdict as Verdict,
    }));
}

/**
 * Every row that touches the wire. Not here: 36, because `Expect` is never sent; 46, 51 and 53, which have
 * tests of their own; 47, which is the kill points; 48 to 50, 54 and 55, which change no request; and 52,
 * which sends none.
 */
export const cells: readonly Cell[] = [
  ...beforeSending,
  ...afterSending,
  ...answersOfTheService,
  ...refusals,
].flatMap(cellsOf);

/** Whether a fault that happens once, and then no more, leads to another end than one that stays. */
export function mayPass({ verdict }: Cell): boolean {
  return ['R', 'R1', 'R1F', 'W', 'W1'].includes(verdict);
}
