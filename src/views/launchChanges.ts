import * as vscode from 'vscode';
import type { Launch } from '../launch/launch';
import { formatCount } from '../platform/format';
import {
  createEntries,
  isUrgent,
  type LaunchNode,
  type LaunchRow,
  type ListedLaunches,
  type PeriodEntry,
  type PeriodRow,
  type StudyRow,
} from './launchNodes';
import { getMidnight } from './launchPeriods';
import { renderKey } from './projectLaunches';

/** Minimum time between two figures of an upload in its row, so that they can be read; ms. */
const progressThrottleMs = 1_000;

/** The rows that VS Code knows. */
export interface ShownRows {
  readonly launches: ReadonlyMap<string, LaunchRow>;
  readonly studies: ReadonlyMap<string, StudyRow>;
  readonly periods: readonly PeriodRow[];
}

/** Updates the rows to the current launches and studies. @returns the rows whose look has changed */
export function takeChanges(
  shown: ShownRows,
  launches: readonly Launch[],
  nodes: readonly LaunchNode[],
): LaunchNode[] {
  const changed = launches.flatMap((launch) => {
    const row = shown.launches.get(launch.id);
    if (row === undefined || !needsRedraw(row, launch)) return [];
    row.launch = launch;
    row.drawnAtMs = performance.now();
    return [row];
  });
  const periods = shown.periods.filter((row) => takeChange(row, nodes));
  const studies = [...shown.studies.values()].filter((row) => takeStudyChange(row, nodes));
  return [...periods, ...studies, ...changed];
}

/** How many rows a filter leaves: "15 of 30". */
export function describeFilter(listed: ListedLaunches, nodes: readonly LaunchNode[]): string {
  const shown = nodes.reduce((sum, node) => sum + (node.kind === 'period' ? node.entries.length : 0), 0);
  return vscode.l10n.t('{0} of {1}', formatCount(shown), formatCount(createEntries(listed).length));
}

/** The row above the row of a launch or study; undefined when a filter hides it. */
export function findParent(
  nodes: readonly LaunchNode[],
  node: LaunchRow | StudyRow,
): PeriodRow | StudyRow | undefined {
  for (const period of nodes) {
    const entry = period.kind === 'period' ? period.entries.find((one) => has(one, node)) : undefined;
    if (entry === undefined || period.kind !== 'period') continue;
    return entry.kind === 'study' && node.kind === 'launch' ? entry : period;
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
  const isSameState = before.state === now.state && before.runsHere === now.runsHere;
  return !(isUploading && isSameState) || performance.now() - drawnAtMs >= progressThrottleMs;
}

/** Whether a row of a period is that of a launch or of a study, or has that launch in it. */
function has(entry: PeriodEntry, node: LaunchRow | StudyRow): boolean {
  if (node.kind === 'study') return entry.kind === 'study' && entry.study.id === node.study.id;
  return entry.kind === 'study'
    ? entry.launches.some(({ id }) => id === node.launch.id)
    : entry.launch.id === node.launch.id;
}

/** Gives the row of a period its entries of now. @returns whether the row looks different for that */
function takeChange(row: PeriodRow, nodes: readonly LaunchNode[]): boolean {
  const now = nodes.find((node) => node.kind === 'period' && node.period === row.period);
  if (now?.kind !== 'period') return false;
  const before = row.entries.filter(isUrgent).length;
  row.entries = now.entries;
  return row.entries.filter(isUrgent).length !== before;
}

/** Gives the row of a study what it is now. @returns whether it or its rows look different for that */
function takeStudyChange(row: StudyRow, nodes: readonly LaunchNode[]): boolean {
  const entries = nodes.flatMap((node) => (node.kind === 'period' ? node.entries : []));
  const now = entries.find((entry) => has(entry, row));
  if (now?.kind !== 'study') return false;
  const before = studyKeyOf(row);
  row.study = now.study;
  row.launches = now.launches;
  return studyKeyOf(row) !== before;
}

/** Changes whenever the row of a study does, or which rows are below it. */
function studyKeyOf({ study: { state, runsHere }, launches }: StudyRow): string {
  const { counts, isRunning, stopped } = state;
  return JSON.stringify([counts, isRunning, stopped, runsHere, launches.map(({ id }) => id)]);
}
