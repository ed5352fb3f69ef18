import type { FileSnapshot } from '../launch/journalEntry';
import type { Launch } from '../launch/launch';
import { getLaunchGroup, type LaunchGroup } from '../launch/launchState';
import type { UnreadableRecord } from '../launch/launchSummary';
import { findPeriod, type Period } from './launchPeriods';

/** A detail of a launch, shown when its row is expanded. */
export type DetailName =
  'project' | 'model' | 'simulation' | 'service' | 'planned' | 'changed' | 'problem' | 'commit';

/** The row of a launch; receives a new `launch` when that has changed. */
export interface LaunchRow {
  readonly kind: 'launch';
  launch: Launch;
  /** Time at which the row was last redrawn during an upload; ms of any monotonic clock. */
  drawnAtMs?: number;
}

/** The row of a period; receives new `launches` when its own look has changed. */
export interface PeriodRow {
  readonly kind: 'period';
  readonly period: Period;
  /** Newest first. */
  launches: readonly Launch[];
}

/** A row of the Launches view: data only. launchItems.ts decides its appearance. */
export type LaunchNode =
  | PeriodRow
  /** A record that exists, shown so that its launch does not seem to be missing. */
  | { readonly kind: 'unreadable'; readonly record: UnreadableRecord }
  | LaunchRow
  | { readonly kind: 'detail'; readonly launch: Launch; readonly name: DetailName }
  | { readonly kind: 'files'; readonly launch: Launch; readonly files: readonly FileSnapshot[] }
  | { readonly kind: 'file'; readonly launch: Launch; readonly file: FileSnapshot };

/**
 * The rows of the list. Unreadable records come first, whatever the filter.
 * @param launches newest first; the periods keep that order
 * @param shown `undefined` for all
 * @param nowMs ms since the epoch
 */
export function createRootNodes(
  launches: readonly Launch[],
  unreadable: readonly UnreadableRecord[],
  shown: ReadonlySet<LaunchGroup> | undefined,
  nowMs: number,
): LaunchNode[] {
  const periods = new Map<Period, Launch[]>();
  for (const launch of launches) {
    if (shown !== undefined && !shown.has(getLaunchGroup(launch.state))) continue;
    const period = findPeriod(launch.record.plannedAt, nowMs);
    const before = periods.get(period);
    if (before === undefined) periods.set(period, [launch]);
    else before.push(launch);
  }
  return [
    ...unreadable.map((record): LaunchNode => ({ kind: 'unreadable', record })),
    ...[...periods].map(([period, ofPeriod]): LaunchNode => ({ kind: 'period', period, launches: ofPeriod })),
  ];
}

export function createChildNodes(node: LaunchNode): LaunchNode[] {
  switch (node.kind) {
    case 'period':
      return node.launches.map((launch) => ({ kind: 'launch', launch }));
    case 'launch':
      return launchDetails(node.launch);
    case 'files':
      return node.files.map((file) => ({ kind: 'file', launch: node.launch, file }));
    default:
      return [];
  }
}

function launchDetails(launch: Launch): LaunchNode[] {
  const { plan } = launch.record;
  const details = listDetailNames(launch).map((name): LaunchNode => ({ kind: 'detail', launch, name }));
  const files: LaunchNode[] =
    'files' in plan.model ? [{ kind: 'files', launch, files: plan.model.files }] : [];
  return [...details, ...files];
}

/** The details that a launch has, in the order in which they are shown. */
export function listDetailNames({ state, record }: Launch): DetailName[] {
  const { plan, project, modelId, simulation, problem } = record;
  const names: readonly (DetailName | false)[] = [
    problem !== undefined && state !== 'launched' && 'problem',
    (project !== undefined || plan.project !== undefined) && 'project',
    modelId !== undefined && 'model',
    simulation !== undefined && 'simulation',
    'service',
    plan.source !== undefined && 'commit',
    'planned',
    'changed',
  ];
  return names.filter((name) => name !== false);
}
