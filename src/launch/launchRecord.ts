import type { Identifier, ModelId, ProjectId } from '../client/core/types';
import type { AgreedBodies, PlannedLaunch, Problem, TimedEntry } from './journalEntry';
import type { LaunchState } from './launchState';

/** The requests that create or finalise, in order. */
export type LaunchStep =
  'createProject' | 'createModel' | 'uploadFiles' | 'finaliseModel' | 'createSimulation';

/** Everything known about a launch but its files, folded from its journal. */
export interface LaunchRecord {
  readonly plan: PlannedLaunch;
  readonly plannedAt: number;
  /** Time of the last entry; ms since the epoch. */
  readonly changedAt: number;
  /**
   * Number of entries in the journal. A question about a record includes it, so that the answer applies to that
   * state only.
   */
  readonly entryCount: number;
  readonly project?: { readonly id: ProjectId; readonly name: string };
  /** The launch was to create its project, and uses one that had appeared meanwhile. */
  readonly isProjectFound?: boolean;
  readonly modelId?: ModelId;
  /** Scheme, host and port of the file servers. */
  readonly uploadOrigins?: readonly string[];
  readonly uploaded: boolean;
  readonly finalised: boolean;
  /** The response to an earlier finalise request was lost, so the model may be finalised, whatever the user found. */
  readonly finaliseLost: boolean;
  /** The simulation was created. Its identifier may never have been received, or not been found in the response. */
  readonly simulation?: { readonly id?: Identifier; readonly response?: string };
  /** The last announced step, while the journal has no outcome for it. */
  readonly open?: LaunchStep;
  readonly end?: 'failed' | 'cancelled' | 'unknown' | 'abandoned';
  readonly problem?: Problem;
  /** The bodies that the user has agreed to last. */
  readonly bodies: AgreedBodies;
  /** A line that the user has written about it. */
  readonly note?: string;
}

/** @param entries all but the planned launch, which is the first */
export function foldEntries(
  first: PlannedLaunch & { readonly at: number },
  entries: readonly TimedEntry[],
): LaunchRecord {
  return entries.reduce(applyEntry, createRecord(first));
}

export function createRecord(plan: PlannedLaunch & { readonly at: number }): LaunchRecord {
  const hasModel = 'id' in plan.model;
  return {
    plan,
    plannedAt: plan.at,
    changedAt: plan.at,
    entryCount: 1,
    ...(plan.project !== undefined && 'id' in plan.project && { project: plan.project }),
    ...('id' in plan.model && { modelId: plan.model.id }),
    uploaded: hasModel,
    finalised: hasModel,
    finaliseLost: false,
    bodies: plan.bodies,
  };
}

export function applyEntry(record: LaunchRecord, entry: TimedEntry): LaunchRecord {
  // Every new entry clears the previous ending and the open step.
  const { open, end, problem, ...rest } = record;
  const next = { ...rest, changedAt: entry.at, entryCount: record.entryCount + 1 };
  switch (entry.kind) {
    case 'planned':
      return record;
    case 'creatingProject':
      return { ...next, open: 'createProject' };
    case 'projectCreated':
      return { ...next, ...projectOf(entry) };
    case 'creatingModel':
      return { ...next, open: 'createModel' };
    case 'modelCreated':
      return {
        ...next,
        modelId: entry.id,
        ...(entry.uploadOrigins !== undefined && { uploadOrigins: entry.uploadOrigins }),
      };
    case 'uploading':
      return { ...next, open: 'uploadFiles' };
    case 'uploaded':
      return { ...next, uploaded: true };
    case 'finalising':
      return { ...next, open: 'finaliseModel' };
    case 'finalised':
      return { ...next, finalised: true };
    case 'creatingSimulation':
      return { ...next, open: 'createSimulation' };
    case 'simulationCreated':
      return {
        ...next,
        simulation: {
          ...(entry.id !== undefined && { id: entry.id }),
          ...(entry.response !== undefined && { response: entry.response }),
        },
      };
    case 'failed':
      return { ...next, end: 'failed', problem: entry.problem };
    case 'unknown':
      return {
        ...next,
        ...(open !== undefined && { open }),
        end: 'unknown',
        problem: entry.problem,
      };
    case 'modelAbandoned':
      return { ...next, end: 'abandoned', problem: entry.problem };
    case 'cancelled':
      return { ...next, end: 'cancelled' };
    case 'noted':
      return applyNote(record, entry.note);
    case 'agreed':
      // It is no step: what became of the last one still holds.
      return { ...record, changedAt: entry.at, entryCount: next.entryCount, bodies: entry.bodies };
    case 'resolved':
      return applyResolution(record, next, entry);
  }
}

/** A note is no step either, and what is said of the last one keeps its time. */
function applyNote({ note: _, ...record }: LaunchRecord, note: string): LaunchRecord {
  return { ...record, entryCount: record.entryCount + 1, ...(note !== '' && { note }) };
}

function projectOf({
  id,
  name,
  isFound = false,
}: Extract<TimedEntry, { kind: 'projectCreated' }>): Pick<LaunchRecord, 'project' | 'isProjectFound'> {
  const project = { id, name };
  return isFound ? { project, isProjectFound: true } : { project };
}

type Resolved = Extract<TimedEntry, { kind: 'resolved' }>;

/**
 * The user's finding replaces the lost response. If it resolves nothing, neither the ending nor its reason changes.
 */
function applyResolution(
  before: LaunchRecord,
  next: LaunchRecord,
  { happened, id, name }: Resolved,
): LaunchRecord {
  const unchanged = { ...before, changedAt: next.changedAt, entryCount: next.entryCount };
  if (!isUnknown(before)) return unchanged;
  if (!happened)
    return {
      ...next,
      end: 'cancelled',
      finaliseLost: before.finaliseLost || before.open === 'finaliseModel',
    };
  switch (before.open) {
    case 'createProject':
      return id === undefined ? unchanged : { ...next, project: { id, name: name ?? String(id) } };
    case 'finaliseModel':
      return { ...next, finalised: true };
    case 'createSimulation':
      return { ...next, simulation: id === undefined ? {} : { id } };
    default:
      return unchanged;
  }
}

/** @param isRunning whether a window is working on it now */
export function launchState(
  record: LaunchRecord,
  { isRunning = false }: { readonly isRunning?: boolean } = {},
): LaunchState {
  if (record.simulation !== undefined) return 'launched';
  if (isProjectOnly(record) && record.project !== undefined) return 'created';
  if (isRunning) return getRunningState(record);
  if (record.end === 'failed' || record.end === 'abandoned') return 'failed';
  if (record.end === 'cancelled') return 'cancelled';
  if (isUnknown(record)) return 'unknown';
  if (record.finalised) return record.plan.simulate ? 'interrupted' : 'ready';
  if (record.uploaded && record.open === undefined) return record.plan.finalise ? 'interrupted' : 'uploaded';
  return 'interrupted';
}

/**
 * Whether a request was announced without a known outcome: its response was lost, or the window died. Only files may
 * be sent again then.
 */
export function isUnknown({ end, open }: LaunchRecord): boolean {
  return end === 'unknown' || (end === undefined && open !== undefined && open !== 'uploadFiles');
}

function getRunningState({ open }: LaunchRecord): LaunchState {
  switch (open) {
    case 'createSimulation':
      return 'launching';
    case 'finaliseModel':
      return 'finalising';
    case undefined:
      return 'planned';
    default:
      return 'uploading';
  }
}

/** Whether the launch creates nothing but a project. */
export function isProjectOnly({ plan }: LaunchRecord): boolean {
  return 'projectOnly' in plan.model;
}

/** The name of the project that the launch belongs to or was to create. */
export function getProjectName(record: Pick<LaunchRecord, 'plan' | 'project'>): string | undefined {
  return record.project?.name ?? getPlannedProjectName(record.plan);
}

/** The name of the project that a launch was planned for. */
export function getPlannedProjectName({ project }: Pick<PlannedLaunch, 'project'>): string | undefined {
  return project && ('newName' in project ? project.newName : project.name);
}

/** Identifiers and names of a launch. They also occur in its upload URLs but are not secrets. */
export function listPublicIdentifiers({ plan, project, modelId, simulation }: LaunchRecord): Identifier[] {
  const all = [
    plan.launch,
    plan.model.name,
    getPlannedProjectName(plan),
    project?.id,
    project?.name,
    modelId,
    simulation?.id,
  ];
  return all.filter((one) => one !== undefined);
}
