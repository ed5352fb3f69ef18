import type { UnreadableRecord } from '../launch/journal';
import type { Launch } from '../launch/launch';
import type { LaunchFiles } from '../launch/launchFiles';
import { needsAttention } from '../launch/launchState';
import type { Study } from '../study/studyRunner';
import type { PlannedFile } from '../upload/uploadPlan';
import {
  type FilterContext,
  getStudyGroup,
  isFiltering,
  isLaunchWanted,
  isStudyWanted,
  type LaunchFilter,
} from './launchFilter';
import { findPeriod, type Period } from './launchPeriods';
import { countStatuses, type StatusCount } from './statusCounts';

/** A detail of a launch, shown when its row is expanded. */
export type DetailName =
  | 'note'
  | 'project'
  | 'model'
  | 'simulation'
  | 'status'
  | 'service'
  | 'planned'
  | 'changed'
  | 'problem'
  | 'commit';

/** The row of a launch; receives a new `launch` when that has changed. */
export interface LaunchRow {
  readonly kind: 'launch';
  launch: Launch;
  /** Time at which the row was last redrawn during an upload; ms of any monotonic clock. */
  drawnAtMs?: number;
}

/** The row of a study, with the launches of its rows in their order; receives new ones when that has changed. */
export interface StudyTreeRow {
  readonly kind: 'study';
  study: Study;
  launches: readonly Launch[];
  /** The statuses of all of its launches, also of those that a filter hides. */
  statuses: readonly StatusCount[];
}

/** A row of a period: a launch, or a study with all of its launches. */
export type PeriodEntry = LaunchRow | StudyTreeRow;

/** The row of a period; receives its new `entries` with each update, even if it looks the same. */
export interface PeriodRow {
  readonly kind: 'period';
  readonly period: Period;
  /** Newest first. */
  entries: readonly PeriodEntry[];
}

/** A row of the Launches view: data only. launchItems.ts decides its appearance. */
export type LaunchNode =
  | PeriodRow
  /** A record that exists, shown so that its launch does not seem to be missing. */
  | { readonly kind: 'unreadable'; readonly record: UnreadableRecord }
  | LaunchRow
  | StudyTreeRow
  /** The rows of a study that are not begun. */
  | { readonly kind: 'waitingRows'; readonly study: Study; readonly count: number }
  | { readonly kind: 'detail'; readonly launch: Launch; readonly name: DetailName }
  /** Without `files` if these cannot be read. */
  | { readonly kind: 'files'; readonly launch: Launch; readonly files: LaunchFiles | undefined }
  | {
      readonly kind: 'file';
      readonly launch: Launch;
      readonly file: PlannedFile;
      /** In hex; absent until the file server has accepted it. */
      readonly sha256: string | undefined;
    };

/** Everything that the list shows. Launches come newest first; the periods keep that order. */
export interface ListedLaunches {
  readonly launches: readonly Launch[];
  readonly studies: readonly Study[];
  readonly unreadable: readonly UnreadableRecord[];
}

/** The rows of the list. Unreadable records come first, whatever the filter. */
export function createRootNodes(
  listed: ListedLaunches,
  filter: LaunchFilter,
  context: FilterContext,
): LaunchNode[] {
  const periods = new Map<Period, PeriodEntry[]>();
  for (const entry of filterPeriodEntries(createEntries(listed), filter, context)) {
    const period = findPeriod(timeOf(entry), context.nowMs);
    const before = periods.get(period);
    if (before === undefined) periods.set(period, [entry]);
    else before.push(entry);
  }
  return [
    ...listed.unreadable.map((record): LaunchNode => ({ kind: 'unreadable', record })),
    ...[...periods].map(([period, entries]): LaunchNode => ({ kind: 'period', period, entries })),
  ];
}

/** The entries that a filter leaves. A study has only those of its launches that meet it, unless none does. */
export function filterPeriodEntries(
  entries: readonly PeriodEntry[],
  filter: LaunchFilter,
  context: FilterContext,
): readonly PeriodEntry[] {
  if (!isFiltering(filter)) return entries;
  return entries.flatMap((entry): PeriodEntry[] => {
    if (entry.kind === 'launch') return isLaunchWanted(filter, context, entry.launch) ? [entry] : [];
    const { study } = entry;
    const launches = entry.launches.filter((launch) => isLaunchWanted(filter, context, launch, study));
    if (launches.length > 0) return [{ ...entry, launches }];
    return isStudyWanted(filter, context, study) ? [entry] : [];
  });
}

/** The launches and studies of the list, newest first. A launch is shown in its study if that is listed. */
export function createEntries({
  launches,
  studies,
}: Pick<ListedLaunches, 'launches' | 'studies'>): readonly PeriodEntry[] {
  const ofStudies = new Map(studies.map(({ id }) => [id, new Map<string, Launch>()]));
  const entries: PeriodEntry[] = [];
  for (const launch of launches) {
    const { study } = launch.record.plan;
    const ofStudy = study && ofStudies.get(study.id);
    if (ofStudy === undefined) entries.push({ kind: 'launch', launch });
    else ofStudy.set(launch.id, launch);
  }
  if (studies.length === 0) return entries;
  for (const study of studies) {
    const found = ofStudies.get(study.id);
    const counted = study.state.rows.flatMap(({ launch }) => found?.get(launch ?? '') ?? []);
    entries.push({ kind: 'study', study, launches: counted, statuses: countStatuses(counted) });
  }
  return entries.sort((a, b) => timeOf(b) - timeOf(a));
}

/** When it began; ms since the epoch. */
function timeOf(entry: PeriodEntry): number {
  return entry.kind === 'study' ? entry.study.record.agreedAt : entry.launch.record.plannedAt;
}

/** Whether the user has to act. */
export function isUrgent(entry: PeriodEntry): boolean {
  return entry.kind === 'study'
    ? getStudyGroup(entry.study) === 'attention'
    : needsAttention(entry.launch.state);
}

/** @param files those of the launch, if the node is that of a launch and they can be read */
export function createChildNodes(node: LaunchNode, files?: LaunchFiles): LaunchNode[] {
  switch (node.kind) {
    case 'period':
      return [...node.entries];
    case 'study':
      return [
        ...node.launches.map((launch): LaunchNode => ({ kind: 'launch', launch })),
        ...listWaitingRows(node.study),
      ];
    case 'launch':
      return launchDetails(node.launch, files);
    case 'files':
      return listFileNodes(node);
    default:
      return [];
  }
}

function listWaitingRows(study: Study): LaunchNode[] {
  const count = study.state.rows.filter(({ state }) => state === 'waiting').length;
  return count === 0 ? [] : [{ kind: 'waitingRows', study, count }];
}

function listFileNodes({ launch, files }: Extract<LaunchNode, { kind: 'files' }>): LaunchNode[] {
  const { planned = [], accepted } = files ?? {};
  return planned.map((file) => ({ kind: 'file', launch, file, sha256: accepted?.get(file.name) }));
}

function launchDetails(launch: Launch, files: LaunchFiles | undefined): LaunchNode[] {
  const { plan } = launch.record;
  const details = listDetailNames(launch).map((name): LaunchNode => ({ kind: 'detail', launch, name }));
  return 'files' in plan.model ? [...details, { kind: 'files', launch, files }] : details;
}

/** The details that a launch has, in the order in which they are shown. */
export function listDetailNames({ state, record, status }: Launch): DetailName[] {
  const { plan, project, modelId, simulation, problem, note } = record;
  const names: readonly (DetailName | false)[] = [
    problem !== undefined && state !== 'launched' && 'problem',
    note !== undefined && 'note',
    (project !== undefined || plan.project !== undefined) && 'project',
    modelId !== undefined && 'model',
    simulation !== undefined && 'simulation',
    status !== undefined && 'status',
    'service',
    plan.source !== undefined && 'commit',
    'planned',
    'changed',
  ];
  return names.filter((name) => name !== false);
}
