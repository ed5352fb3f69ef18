import type { FileSnapshot } from '../launch/journalEntry';
import type { Launch } from '../launch/launch';
import type { LaunchState } from '../launch/launchState';
import type { UnreadableRecord } from '../launch/launchSummary';

/** A detail of a launch, shown when its row is expanded. */
export type DetailName =
  'project' | 'model' | 'simulation' | 'service' | 'planned' | 'changed' | 'problem' | 'commit';

/** The row of a launch; receives a new `launch` when that has changed. */
export interface LaunchRow {
  readonly kind: 'launch';
  launch: Launch;
}

/** A row of the Launches view: data only. launchItems.ts decides its appearance. */
export type LaunchNode =
  /** The launches of one local day, identified by its midnight; ms since the epoch. */
  | { readonly kind: 'day'; readonly day: number; readonly launches: readonly Launch[] }
  /** A record that exists, shown so that its launch does not seem to be missing. */
  | { readonly kind: 'unreadable'; readonly record: UnreadableRecord }
  | LaunchRow
  | { readonly kind: 'detail'; readonly launch: Launch; readonly name: DetailName }
  | { readonly kind: 'files'; readonly launch: Launch; readonly files: readonly FileSnapshot[] }
  | { readonly kind: 'file'; readonly launch: Launch; readonly file: FileSnapshot };

/** The rows of the list. Unreadable records come first, whatever the filter. */
export function createRootNodes(
  launches: readonly Launch[],
  unreadable: readonly UnreadableRecord[],
  shown: ReadonlySet<LaunchState> | undefined,
): LaunchNode[] {
  return [
    ...unreadable.map((record): LaunchNode => ({ kind: 'unreadable', record })),
    ...createDayNodes(launches, shown),
  ];
}

/** @param launches newest first; the days keep that order */
function createDayNodes(
  launches: readonly Launch[],
  shown: ReadonlySet<LaunchState> | undefined,
): LaunchNode[] {
  const days = new Map<number, Launch[]>();
  for (const launch of launches) {
    if (shown !== undefined && !shown.has(launch.state)) continue;
    const day = new Date(launch.record.plannedAt).setHours(0, 0, 0, 0);
    days.set(day, [...(days.get(day) ?? []), launch]);
  }
  return [...days].map(([day, ofDay]) => ({ kind: 'day', day, launches: ofDay }));
}

export function createChildNodes(node: LaunchNode): LaunchNode[] {
  switch (node.kind) {
    case 'day':
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
  const { plan, project, modelId, simulation, problem } = launch.record;
  const names: readonly (DetailName | false)[] = [
    problem !== undefined && launch.state !== 'launched' && 'problem',
    (project !== undefined || plan.project !== undefined) && 'project',
    modelId !== undefined && 'model',
    simulation !== undefined && 'simulation',
    'service',
    plan.source !== undefined && 'commit',
    'planned',
    'changed',
  ];
  const details = names
    .filter((name) => name !== false)
    .map((name): LaunchNode => ({ kind: 'detail', launch, name }));
  const files: LaunchNode[] =
    'files' in plan.model ? [{ kind: 'files', launch, files: plan.model.files }] : [];
  return [...details, ...files];
}
