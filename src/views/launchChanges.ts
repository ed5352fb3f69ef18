import type { Launch } from '../launch/launch';
import {
  isUrgent,
  type LaunchNode,
  type LaunchRow,
  type PeriodEntry,
  type PeriodRow,
  type StudyTreeRow,
} from './launchNodes';
import { getMidnight } from './launchPeriods';
import { renderKey } from './projectLaunches';

/** Minimum time between two figures of an upload in its row, so that they can be read; ms. */
const progressThrottleMs = 1_000;

/** A row of which there is only one object. */
export type KeptRow = PeriodRow | StudyTreeRow | LaunchRow;

/** The kept rows by their {@link getNodeKey}. */
export type KeptRows = ReadonlyMap<string, KeptRow>;

/**
 * Updates the rows to the current launches and studies: makes the missing ones, and forgets those of what is gone.
 * @returns the rows, and those whose look has changed
 */
export function updateLaunchRows(
  known: KeptRows,
  launches: readonly Launch[],
  nodes: readonly LaunchNode[],
): { readonly rows: KeptRows; readonly changed: KeptRow[] } {
  const periods = nodes.filter((node) => node.kind === 'period');
  const studies = periods.flatMap(({ entries }) => entries.filter(({ kind }) => kind === 'study'));
  const current = [
    ...periods,
    ...studies,
    ...launches.map((launch): LaunchRow => ({ kind: 'launch', launch })),
  ];
  const changed: KeptRow[] = [];
  const rows = current.map((now) => {
    const row = known.get(getNodeKey(now)) ?? now;
    if (takeChange(row, now)) changed.push(row);
    return [getNodeKey(row), row] as const;
  });
  return { rows: new Map(rows), changed };
}

/** Identifies what a row stands for. */
export function getNodeKey(row: KeptRow): string {
  switch (row.kind) {
    case 'launch':
      return `launch:${row.launch.id}`;
    case 'study':
      return `study:${row.study.id}`;
    case 'period':
      return `period:${row.period}`;
  }
}

/** How many launches and studies there are in the periods. */
export function countEntries(nodes: readonly LaunchNode[]): number {
  return nodes.reduce((sum, node) => sum + (node.kind === 'period' ? node.entries.length : 0), 0);
}

/** The row above the row of a launch or study; undefined when a filter hides it. */
export function findParent(
  nodes: readonly LaunchNode[],
  node: LaunchRow | StudyTreeRow,
): PeriodRow | StudyTreeRow | undefined {
  for (const period of nodes) {
    const entry = period.kind === 'period' && period.entries.find((one) => has(one, node));
    if (entry) return entry.kind === 'study' && node.kind === 'launch' ? entry : period;
  }
  return undefined;
}

/** Identifies the rows below the periods, their order and the day. */
export function orderOf(nodes: readonly LaunchNode[]): string {
  const rows = nodes.map((node) => {
    if (node.kind === 'period')
      return [node.period, node.entries.map((one) => (one.kind === 'study' ? one.study : one.launch).id)];
    return node.kind === 'unreadable' && node.record;
  });
  // Rows of today and yesterday show no date.
  return JSON.stringify([getMidnight(Date.now()), rows]);
}

/** Whether the row of a launch has to show what the launch is now. */
function needsRedraw({ launch: before, drawnAtMs = -Infinity }: LaunchRow, now: Launch): boolean {
  if (renderKey(before) === renderKey(now)) return false;
  // Progress is reported until the upload ends, so the last figures are not left out.
  const isUploading = before.progress !== undefined && now.progress !== undefined;
  const isSameState =
    before.state === now.state && before.runsHere === now.runsHere && before.isAsking === now.isAsking;
  return !(isUploading && isSameState) || performance.now() - drawnAtMs >= progressThrottleMs;
}

/** Whether a row of a period is that of a launch or of a study, or has that launch in it. */
function has(entry: PeriodEntry, node: LaunchRow | StudyTreeRow): boolean {
  return entry.kind === 'study' && node.kind === 'launch'
    ? entry.launches.some(({ id }) => id === node.launch.id)
    : getNodeKey(entry) === getNodeKey(node);
}

/** Gives a row what it stands for now. @returns whether it, or which rows are below it, looks different for that */
function takeChange(row: KeptRow, now: KeptRow): boolean {
  if (row.kind === 'period' && now.kind === 'period') {
    const before = row.entries.filter(isUrgent).length;
    row.entries = now.entries;
    return row.entries.filter(isUrgent).length !== before;
  }
  if (row.kind === 'study' && now.kind === 'study') {
    const before = studyKeyOf(row);
    row.study = now.study;
    row.launches = now.launches;
    row.statuses = now.statuses;
    return studyKeyOf(row) !== before;
  }
  if (row.kind !== 'launch' || now.kind !== 'launch' || !needsRedraw(row, now.launch)) return false;
  row.launch = now.launch;
  row.drawnAtMs = performance.now();
  return true;
}

/** Changes whenever the row of a study does, or which rows are below it. */
function studyKeyOf({ study: { state, runsHere }, launches, statuses }: StudyTreeRow): string {
  const { counts, isRunning, stopped } = state;
  return JSON.stringify([counts, isRunning, stopped, runsHere, launches.map(({ id }) => id), statuses]);
}
