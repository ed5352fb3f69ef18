import { refusals } from './refusalRows';
import { responses } from './responseRows';
import type { Cell } from './row';
import { afterSending, beforeSending } from './wireRows';

/**
 * Every row that affects the wire. The README of the matrix says where the tests of the others are.
 */
export const cells: readonly Cell[] = [...beforeSending, ...afterSending, ...responses, ...refusals].flat();

/** Whether a fault that happens only once leads to another end than one that stays. */
export function mayPass({ verdict }: Cell): boolean {
  return /^(repeat|wait)/.test(verdict);
}
