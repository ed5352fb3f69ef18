import { isRunning, type LaunchState } from '../launch/launchState';
import type { StopReason } from './study';
import { getRow, type StudyRecord } from './studyRecord';

/** The state of a row. `unknown`: its simulation may or may not exist, and only a person can tell. */
export const rowStates = [
  'waiting',
  'running',
  'interrupted',
  'cancelled',
  'started',
  'failed',
  'unknown',
] as const;

export type RowState = (typeof rowStates)[number];

/** As much of a launch as a study needs. */
export interface StudyLaunch {
  readonly id: string;
  readonly state: LaunchState;
  readonly study?: { readonly id: string; readonly row: number };
}

export interface StudyRowState {
  /** From 1. */
  readonly row: number;
  readonly state: RowState;
  /** Absent while the row waits. It may have been removed. */
  readonly launch?: string;
  /** The row was begun, but its launch is no longer in the journal or cannot be read. */
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
  /** Whether Go On has anything to do. */
  readonly mayGoOn: boolean;
  readonly mayTryFailedAgain: boolean;
  readonly stopped?: StopReason;
}

/** @param isStudyRunning whether a window, this one or another, is working on the study */
export function getStudyState(
  record: StudyRecord,
  launches: readonly StudyLaunch[],
  isStudyRunning: boolean,
): StudyState {
  const finder = new RowLaunches(record, launches);
  const rows = record.study.rows.map(({ row }) => getRowState(record, row, finder));
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
    mayGoOn: !isStudyRunning && count('waiting', 'interrupted', 'cancelled') > 0,
    mayTryFailedAgain: !isStudyRunning && counts.failed > 0,
    ...(record.stopped !== undefined && !isStudyRunning && { stopped: record.stopped }),
  };
}

/** Whether every row has started, by the record alone. */
export function isStudyFinished(record: StudyRecord): boolean {
  return record.study.rows.every(({ row }) => getRow(record, row).started !== undefined);
}

function getRowState(record: StudyRecord, row: number, finder: RowLaunches<StudyLaunch>): StudyRowState {
  const { launch: noted, started } = getRow(record, row);
  const launch = finder.find(row);
  const id = noted ?? launch?.id;
  const withId = id === undefined ? {} : { launch: id };
  if (started !== undefined) return { row, state: 'started', ...withId };
  if (launch !== undefined) return { row, state: toRowState(launch.state), ...withId };
  if (noted !== undefined) return { row, state: 'unknown', ...withId, isLaunchGone: true };
  return { row, state: 'waiting' };
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

/** Finds the launch of a row that counts. */
export class RowLaunches<T extends Pick<StudyLaunch, 'id' | 'study'>> {
  readonly #record: StudyRecord;
  readonly #byId = new Map<string, T>();
  readonly #byRow = new Map<number, T>();

  constructor(record: StudyRecord, launches: readonly T[]) {
    this.#record = record;
    for (const launch of launches) {
      if (launch.study?.id !== record.study.id) continue;
      this.#byId.set(launch.id, launch);
      const { row } = launch.study;
      // A window that died before it could note the launch: the row is that launch, and gets no second one.
      if (!getRow(record, row).earlier.includes(launch.id)) this.#byRow.set(row, launch);
    }
  }

  find(row: number): T | undefined {
    const { launch } = getRow(this.#record, row);
    return launch === undefined ? this.#byRow.get(row) : this.#byId.get(launch);
  }
}
