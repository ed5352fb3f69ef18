import type { UnreadableFile } from '../journal/recordLog';
import type { Launch } from '../launch/launch';
import type { LaunchRecord } from '../launch/launchRecord';
import { isRunning, type LaunchState } from '../launch/launchState';
import { parseLaunchId } from './rowLaunch';
import type { StopReason } from './study';
import { getRow, type RowRecord, type StudyRecord } from './studyRecord';

/** The state of a row. `unknown`: its simulation may or may not exist, and only a person can tell. */
export type RowState = 'waiting' | 'running' | 'interrupted' | 'cancelled' | 'started' | 'failed' | 'unknown';

/** The launches of the journal, whatever they are for. */
export interface JournaledLaunches {
  readonly launches: readonly Launch[];
  readonly unreadable: readonly UnreadableFile[];
}

export interface StudyRowState {
  /** From 1. */
  readonly row: number;
  readonly state: RowState;
  /** Its launch, as far as it is known. It may have been removed. */
  readonly launch?: string;
  /** The row is unknown because its launch is no longer in the journal, or damaged: only a person's word helps. */
  readonly isLaunchGone?: true;
}

export interface StudyState {
  readonly rows: readonly StudyRowState[];
  /** `started + failed + unknown + waiting` is the number of rows; rows that run or can continue count as waiting. */
  readonly counts: {
    readonly rows: number;
    readonly started: number;
    readonly failed: number;
    readonly unknown: number;
    readonly waiting: number;
  };
  readonly isRunning: boolean;
  /** Whether a row waits or can be continued. */
  readonly canResume: boolean;
  readonly canRetryFailed: boolean;
  readonly stopped?: StopReason;
}

/** @param isStudyRunning whether a window, this one or another, is working on the study */
export function getStudyState(
  record: StudyRecord,
  journaled: JournaledLaunches,
  isStudyRunning: boolean,
): StudyState {
  const rows = listRowStates(record, journaled);
  const count = (...states: RowState[]) => rows.filter(({ state }) => states.includes(state)).length;
  const counts = {
    rows: rows.length,
    started: count('started'),
    failed: count('failed'),
    unknown: count('unknown'),
    waiting: count('waiting', 'running', 'interrupted', 'cancelled'),
  };
  return {
    ...{ rows, counts, isRunning: isStudyRunning },
    canResume: !isStudyRunning && count('waiting', 'interrupted', 'cancelled') > 0,
    canRetryFailed: !isStudyRunning && counts.failed > 0,
    ...(record.stopped !== undefined && !isStudyRunning && { stopped: record.stopped }),
  };
}

/**
 * What became of each row, in their order. Its launch decides; where that is gone, what it has left behind. As rows go
 * one after the other, a row without any trace waits only if no later row has one, and the study does not say that it
 * has begun: otherwise its launch is missing.
 */
export function listRowStates(record: StudyRecord, journaled: JournaledLaunches): StudyRowState[] {
  const launches = findLaunchesByRow(record, journaled.launches, (launch) => launch.record.plan.study);
  const unreadable = findLaunchesByRow(record, journaled.unreadable, ({ id }) => parseLaunchId(id));
  const unreadableIds = new Map(journaled.unreadable.map((one) => [one.id, one]));
  let isPassed = false;
  const states = record.study.rows.toReversed().map(({ row }): StudyRowState => {
    const { started, left } = getRow(record, row);
    const launch = launches.get(row);
    const damaged = unreadable.get(row) ?? unreadableIds.get(left?.launch ?? '');
    const id = launch?.id ?? damaged?.id ?? started?.launch ?? left?.launch;
    const withId = id === undefined ? { row } : { row, launch: id };
    const wasPassed = isPassed || row <= record.begun;
    isPassed ||= record.rows.has(row) || id !== undefined;
    if (started !== undefined) return { ...withId, state: 'started' };
    if (launch !== undefined && !isRevived(launch, left))
      return { ...withId, state: toRowState(launch.state) };
    if (damaged !== undefined && damaged.code !== 'damaged') return { ...withId, state: 'unknown' };
    if (damaged !== undefined || left?.state === 'unknown' || (wasPassed && !record.rows.has(row)))
      return { ...withId, state: 'unknown', isLaunchGone: true };
    return { ...withId, state: left?.state ?? 'waiting' };
  });
  return states.reverse();
}

/**
 * Whether a suspended window has recreated a launch that was removed meanwhile with an unknown outcome. It sends
 * nothing, but its new record does not contain that outcome.
 */
function isRevived({ id, state }: Pick<Launch, 'id' | 'state'>, left: RowRecord['left']): boolean {
  return hasLeftUnknown(id, left) && ['interrupted', 'cancelled', 'failed'].includes(toRowState(state));
}

/** Whether a launch was removed while its outcome was unknown. */
export function hasLeftUnknown(id: string, left: RowRecord['left']): boolean {
  // Earlier versions gave each launch an identifier of its own, and noted it as soon as it began.
  return left?.launch === id && left.state === 'unknown' && parseLaunchId(id) !== undefined;
}

/** The launches of a study that count, by their rows. */
function findLaunchesByRow<T extends { readonly id: string }>(
  record: StudyRecord,
  launches: readonly T[],
  rowOf: (launch: T) => LaunchRecord['plan']['study'],
): ReadonlyMap<number, T> {
  const found = new Map<number, T>();
  for (const launch of launches) {
    const study = rowOf(launch);
    if (study?.id !== record.study.id || getRow(record, study.row).earlier.includes(launch.id)) continue;
    found.set(study.row, launch);
  }
  return found;
}

export function toRowState(state: LaunchState): RowState {
  if (isRunning(state)) return 'running';
  switch (state) {
    case 'launched':
    case 'created':
      return 'started';
    case 'failed':
    case 'cancelled':
    case 'unknown':
      return state;
    default:
      return 'interrupted';
  }
}
