import type { UnreadableFile } from '../journal/recordLog';
import type { Launch } from '../launch/launch';
import { isRunning, type LaunchState } from '../launch/launchState';
import { parseLaunchId } from './rowLaunch';
import type { StopReason } from './study';
import { getRow, type RowRecord, type StudyRecord } from './studyRecord';

/** The state of a row. `unknown`: its simulation may or may not exist, and only a person can tell. */
export type RowState =
  | 'waiting'
  | 'running'
  | 'interrupted'
  | 'cancelled'
  | 'started'
  | 'failed'
  | 'unknown'
  /** Not begun, because a row of another study has the same content. */
  | 'leftOut';

/** The launches of the journal, whatever they are for. */
export interface JournaledLaunches {
  readonly launches: readonly Launch[];
  readonly unreadable: readonly UnreadableFile[];
}

export interface StudyRowState {
  /** From 1. */
  readonly row: number;
  readonly state: RowState;
  /** The last one of its launches, as far as it is known. */
  readonly launch?: string;
  /** When that has changed last, or when a person said that it has started; ms since the epoch. */
  readonly at?: number;
  /** The row is unknown because its launch is missing in the journal, or damaged: only a person's word helps. */
  readonly isLaunchGone?: true;
}

export interface StudyState {
  readonly rows: readonly StudyRowState[];
  /**
   * `started + failed + unknown + waiting + leftOut` is the number of rows; rows that run or can continue count as
   * waiting.
   */
  readonly counts: {
    readonly rows: number;
    readonly started: number;
    readonly failed: number;
    readonly unknown: number;
    readonly waiting: number;
    readonly leftOut: number;
  };
  readonly isRunning: boolean;
  /** Whether a row waits or can be continued. */
  readonly canResume: boolean;
  readonly canRetryFailed: boolean;
  readonly stopped?: StopReason;
}

/** @param isRunning whether a window, this one or another, is working on the study */
export function getStudyState(
  record: StudyRecord,
  journaled: JournaledLaunches,
  { isRunning: isStudyRunning }: { readonly isRunning: boolean },
): StudyState {
  const rows = listRowStates(record, journaled);
  const count = (...states: RowState[]) => rows.filter(({ state }) => states.includes(state)).length;
  const counts = {
    rows: rows.length,
    started: count('started'),
    failed: count('failed'),
    unknown: count('unknown'),
    waiting: count('waiting', 'running', 'interrupted', 'cancelled'),
    leftOut: count('leftOut'),
  };
  return {
    rows,
    counts,
    isRunning: isStudyRunning,
    canResume: !isStudyRunning && count('waiting', 'interrupted', 'cancelled') > 0,
    canRetryFailed: !isStudyRunning && counts.failed > 0,
    ...(record.stopped !== undefined && !isStudyRunning && { stopped: record.stopped }),
  };
}

/**
 * What became of each row, in their order: its last launch decides, or the word of a person. As rows go one after the
 * other, a row without either waits only if no later row has one. Otherwise its launch is missing:
 *
 *     row 1   its launch has created a simulation    started
 *     row 2   no launch, no word                     unknown: it must have had a launch, because row 3 has one
 *     row 3   its launch was refused                 failed
 *     row 4   no launch, no word                     waiting
 */
export function listRowStates(record: StudyRecord, journaled: JournaledLaunches): StudyRowState[] {
  const launches = findLastLaunches(record, journaled);
  let isPassed = false;
  const states = record.study.rows.toReversed().map(({ row }): StudyRowState => {
    const word = record.rows.get(row);
    const launch = launches.get(row);
    const wasPassed = isPassed;
    isPassed ||= word !== undefined || launch !== undefined;
    const state = toStateOfRow(row, word, launch);
    const isMissing = state.state === 'waiting' && wasPassed && word === undefined;
    return isMissing ? { ...state, state: 'unknown', isLaunchGone: true } : state;
  });
  return states.reverse();
}

function toStateOfRow(
  row: number,
  word: RowRecord | undefined,
  launch: JournaledLaunch | undefined,
): StudyRowState {
  const found = launch === undefined ? {} : { launch: launch.id };
  if (word?.startedAt !== undefined) return { row, ...found, state: 'started', at: word.startedAt };
  if (launch !== undefined && 'code' in launch) {
    const isLaunchGone = launch.code === 'damaged' && { isLaunchGone: true as const };
    return { row, ...found, state: 'unknown', ...isLaunchGone };
  }
  const state = launch === undefined ? 'waiting' : toRowState(launch.state);
  const isLeftOut = word?.leftOutFor !== undefined && state !== 'started' && state !== 'unknown';
  return {
    row,
    ...found,
    ...(launch !== undefined && { at: launch.record.changedAt }),
    state: isLeftOut ? 'leftOut' : state,
  };
}

type JournaledLaunch = Launch | UnreadableFile;

/** The last launches of the rows of a study that count. */
function findLastLaunches(
  record: StudyRecord,
  { launches, unreadable }: JournaledLaunches,
): ReadonlyMap<number, JournaledLaunch> {
  const last = new Map<number, { readonly attempt: number; readonly launch: JournaledLaunch }>();
  for (const launch of [...launches, ...unreadable]) {
    const of = parseLaunchId(launch.id);
    if (of?.id !== record.study.id || getRow(record, of.row).repeated.includes(launch.id)) continue;
    if (of.attempt > (last.get(of.row)?.attempt ?? 0)) last.set(of.row, { attempt: of.attempt, launch });
  }
  return new Map([...last].map(([row, { launch }]) => [row, launch]));
}

/** Whether the simulation of a row exists, may exist or may come to be without the study going on to it. */
export function isBegun(state: RowState): boolean {
  return ['started', 'unknown', 'running', 'interrupted', 'cancelled'].includes(state);
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
