import type { VariantName } from '../client/core/apiVariant';
import { totalSizeOf } from '../client/core/totalSize';
import type { Identifier, ModelId, ProjectId } from '../client/core/types';
import { sanitizeText } from '../client/text/sanitizeText';
import type { Problem, SourceState } from './journalEntry';
import type { KnownStatus } from './launch';
import type { LaunchFiles } from './launchFiles';
import { getProjectName, isProjectOnly, type LaunchRecord } from './launchRecord';
import type { LaunchState } from './launchState';

/** Limit for a message of the service, the same as when it is first recorded; characters. */
const maxMessageLength = 300;

/** A launch with its files. */
export interface LaunchWithFiles {
  readonly record: LaunchRecord;
  readonly files: LaunchFiles;
  readonly status?: KnownStatus;
}

/** A file of a launch, in a form that may leave this computer. */
export interface RecordedFile {
  /** Relative path with `/`, the name in the model. */
  readonly name: string;
  /** Bytes. */
  readonly size: number;
  /** In hex, of the bytes that the file server accepted; absent until it has accepted them. */
  readonly sha256?: string;
}

/**
 * A launch and its outcome, for other users and programs. Holds no absolute path, no address beyond the origin of
 * the service and nothing that grants access.
 */
export interface LaunchExport {
  readonly launch: string;
  readonly state: LaunchState;
  readonly service: {
    /** Scheme, host and port. */
    readonly origin: string;
    readonly variant: VariantName;
  };
  /** Absent when the launch has none. */
  readonly project?: {
    /** Absent when the project was to be created and that is not confirmed. */
    readonly id?: ProjectId;
    readonly name: string;
  };
  /** Absent when the launch creates only a project. */
  readonly model?: {
    /** Absent until the model is created. */
    readonly id?: ModelId;
    readonly name: string;
    /** Like `bytes`, absent for a model that existed before the launch. */
    readonly files?: readonly RecordedFile[];
    /** Total size of all files in bytes. */
    readonly bytes?: number;
  };
  /** Present when the simulation was created, with its identifier if the service returned one. */
  readonly simulation?: {
    readonly id?: Identifier;
    /** What the service said of it, if it was asked; `at` is ISO 8601, UTC. */
    readonly status?: { readonly state: string; readonly detail?: string; readonly at: string };
  };
  /** ISO 8601, UTC. */
  readonly times: { readonly planned: string; readonly changed: string };
  readonly source?: SourceState;
  /** A line that the user has written about it. */
  readonly note?: string;
  readonly problem?: Omit<Problem, 'redirectHost'>;
}

/** Redact names and messages of servers; everything else is exported unchanged. */
export interface ExportTexts {
  readonly exact: (name: string) => string;
  readonly serverMessage: (serverMessage: string) => string;
}

const asTheyAre: ExportTexts = { exact: (name) => name, serverMessage: (serverMessage) => serverMessage };

/**
 * @param files see {@link Journal.readFiles}
 * @param state current state of the launch, which the record alone does not determine
 */
export function exportLaunch(
  { record, files, status }: LaunchWithFiles,
  state: LaunchState,
  texts: ExportTexts = asTheyAre,
): LaunchExport {
  // Copied field by field, here and below: any other field of a record stays on this computer.
  const { plan, problem, simulation } = record;
  const project = exportProject(record, texts);
  return {
    launch: plan.launch,
    state,
    service: { origin: new URL(plan.service.origin).origin, variant: plan.service.variant },
    ...(project && { project }),
    ...(!isProjectOnly(record) && { model: exportModel({ record, files }, texts) }),
    ...(simulation && {
      simulation: {
        ...(simulation.id !== undefined && { id: simulation.id }),
        ...(status && { status: exportStatus(status, texts) }),
      },
    }),
    times: { planned: formatIsoTime(record.plannedAt), changed: formatIsoTime(record.changedAt) },
    ...(plan.source && { source: { commit: plan.source.commit, dirty: plan.source.dirty } }),
    ...(record.note !== undefined && { note: texts.exact(record.note) }),
    ...(problem && { problem: exportProblem(problem, texts) }),
  };
}

/** @returns the files in the order of the plan; undefined for a model that existed before the launch */
export function listRecordedFiles({ record, files }: LaunchWithFiles): readonly RecordedFile[] | undefined {
  if (!('files' in record.plan.model)) return undefined;
  return files.planned.map(({ name, size }) => {
    const sha256 = files.accepted.get(name);
    return { name, size, ...(sha256 !== undefined && { sha256 }) };
  });
}

function exportProject(record: LaunchRecord, { exact }: ExportTexts): LaunchExport['project'] {
  const name = getProjectName(record);
  if (name === undefined) return undefined;
  return { ...(record.project && { id: record.project.id }), name: exact(name) };
}

function exportModel(launch: LaunchWithFiles, { exact }: ExportTexts): NonNullable<LaunchExport['model']> {
  const { record } = launch;
  const files = listRecordedFiles(launch);
  return {
    ...(record.modelId !== undefined && { id: record.modelId }),
    name: exact(record.plan.model.name),
    ...(files && { files, bytes: totalSizeOf(files) }),
  };
}

function exportStatus({ state, detail, saidAt }: KnownStatus, { exact }: ExportTexts) {
  return {
    state: exact(state),
    ...(detail !== undefined && { detail: exact(detail) }),
    at: formatIsoTime(saidAt),
  };
}

function exportProblem(problem: Problem, texts: ExportTexts): NonNullable<LaunchExport['problem']> {
  const { kind, operation, host, status, code, serverMessage, file } = problem;
  return {
    kind,
    ...(operation !== undefined && { operation }),
    ...(host !== undefined && { host }),
    ...(status !== undefined && { status }),
    ...(code !== undefined && { code }),
    ...(serverMessage !== undefined && {
      serverMessage: sanitizeText(texts.serverMessage(serverMessage), maxMessageLength),
    }),
    ...(file !== undefined && { file }),
  };
}

function formatIsoTime(ms: number): string {
  return new Date(ms).toISOString();
}
