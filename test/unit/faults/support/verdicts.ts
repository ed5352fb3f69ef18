import type { Operation } from '../../../../src/client/core/types';

/** The effect of a fault on the launch; the README of the matrix explains each. */
export type Verdict =
  | 'succeed'
  | 'fail'
  | 'abandon model'
  | 'look up'
  | 'ask user'
  | 'repeat, then fail'
  | 'repeat once, then fail'
  | 'wait as asked, then fail';

export const columns = [
  'createProject',
  'listProjects',
  'createModel',
  'uploadFile',
  'finaliseModel',
  'createSimulation',
] as const satisfies readonly Operation[];
export type Column = (typeof columns)[number];

/** A verdict for each column in which the fault can occur. */
export type Verdicts = Readonly<Partial<Record<Column, Verdict>>>;

const all = (verdict: Verdict) =>
  Object.fromEntries(columns.map((column) => [column, verdict])) as Record<Column, Verdict>;

export const succeeding = all('succeed');

/** It is proved that nothing was done, and a repetition may succeed. */
export const notDone = all('repeat, then fail');

/** It is proved that nothing was done, and a repetition would fail in the same way. */
export const refused = all('fail');

/** It is proved that nothing was done, and the server says when to try again. */
export const refusedUntil = all('wait as asked, then fail');

/** It is unknown whether it was done; operations that change nothing, or the same file, are repeated. */
export const maybeDone = {
  ...all('ask user'),
  createProject: 'look up',
  listProjects: 'repeat, then fail',
  uploadFile: 'repeat, then fail',
} as const satisfies Verdicts;

/** It is unknown whether it was done, and a repetition would end in the same way. */
export const unclear = {
  ...all('ask user'),
  createProject: 'look up',
  listProjects: 'fail',
  uploadFile: 'fail',
} as const satisfies Verdicts;

/** Refused for now without a time for the next attempt: operations that change nothing, or the same file, are repeated. */
export const refusedForNow = {
  ...refused,
  listProjects: 'repeat, then fail',
  uploadFile: 'repeat, then fail',
} as const satisfies Verdicts;

/** Done according to the status; a response that is cut off or invalid hides the created object. */
export const doneUnseen = {
  ...unclear,
  uploadFile: 'succeed',
  finaliseModel: 'succeed',
} as const satisfies Verdicts;

/** The same verdicts without the columns in which the fault cannot occur. */
export function without(verdicts: Verdicts, ...names: readonly Column[]): Verdicts {
  const left = columns.filter((name) => !names.includes(name)).map((name) => [name, verdicts[name]] as const);
  return Object.fromEntries(left);
}
