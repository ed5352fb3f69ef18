import type { VariantName } from '../client/core/apiVariant';
import { sanitizeText } from '../client/text/sanitizeText';
import type { Identifier, ModelId, ProjectId } from '../client/core/types';
import type { Problem, SourceState } from './journalEntry';
import { makesProjectAlone, projectName, type LaunchRecord } from './launchRecord';
import type { LaunchState } from './launchState';

/** Identifier of `media/launch-record.schema.json`, with the version of the format at its end. */
export const exportSchema = 'urn:simulation-service:launch-record:1';

/** As long as the words of the service are when they are first taken down; characters. */
const longestWords = 300;

/** A file of a launch, as it may leave this machine. */
export interface RecordedFile {
  /** Relative path with `/`, the name in the model. */
  readonly name: string;
  /** Bytes. */
  readonly size: number;
  /** In hex, of the bytes that the file server accepted; absent until it did. */
  readonly sha256?: string;
}

/**
 * A launch and its outcome, for other people and programs. It holds no absolute path, no
 * address beyond the origin of the service and nothing that grants access.
 */
export interface LaunchExport {
  readonly schema: typeof exportSchema;
  readonly launch: string;
  readonly state: LaunchState;
  readonly service: {
    /** Scheme, host and port. */
    readonly origin: string;
    readonly variant: VariantName;
  };
  /** Absent when the launch has none. */
  readonly project?: {
    /** Absent when the project was to be created and that is not known to have happened. */
    readonly id?: ProjectId;
    readonly name: string;
  };
  /** Absent when the launch makes a project alone. */
  readonly model?: {
    /** Absent until the model is created. */
    readonly id?: ModelId;
    readonly name: string;
    /** With `bytes`, absent for a model that was there before the launch. */
    readonly files?: readonly RecordedFile[];
    /** The bytes of all files together. */
    readonly bytes?: number;
  };
  /** Present when the simulation was created, with its identifier if the service told it. */
  readonly simulation?: { readonly id?: Identifier };
  /** ISO 8601, UTC. */
  readonly times: { readonly planned: string; readonly changed: string };
  readonly source?: SourceState;
  readonly problem?: Problem;
}

/** How names and the words of servers are told; everything else is told as it is. */
export interface ExportTexts {
  readonly exact: (name: string) => string;
  readonly words: (words: string) => string;
}

const asTheyAre: ExportTexts = { exact: (name) => name, words: (words) => words };

/** @param state what the launch's state is now, which the record alone does not tell. */
export function exportLaunch(
  record: LaunchRecord,
  state: LaunchState,
  texts: ExportTexts = asTheyAre,
): LaunchExport {
  // Field by field, here and below: whatever else a record may carry stays on this machine.
  const { plan, problem, simulation } = record;
  const project = exportProject(record, texts);
  return {
    schema: exportSchema,
    launch: plan.launch,
    state,
    service: { origin: new URL(plan.service.origin).origin, variant: plan.service.variant },
    ...(project && { project }),
    ...(!makesProjectAlone(record) && { model: exportModel(record, texts) }),
    ...(simulation && { simulation: simulation.id === undefined ? {} : { id: simulation.id } }),
    times: { planned: isoTime(record.plannedAt), changed: isoTime(record.changedAt) },
    ...(plan.source && { source: { commit: plan.source.commit, dirty: plan.source.dirty } }),
    ...(problem && { problem: exportProblem(problem, texts) }),
  };
}

/** @returns the files in the order of the plan; nothing for a model that was there before the launch. */
export function recordedFiles({ plan, accepted }: LaunchRecord): readonly RecordedFile[] | undefined {
  if (!('files' in plan.model)) return undefined;
  return plan.model.files.map(({ name, size }) => {
    const sha256 = accepted.get(name);
    return { name, size, ...(sha256 !== undefined && { sha256 }) };
  });
}

function exportProject(record: LaunchRecord, { exact }: ExportTexts): LaunchExport['project'] {
  const name = projectName(record);
  if (name === undefined) return undefined;
  return { ...(record.project && { id: record.project.id }), name: exact(name) };
}

function exportModel(record: LaunchRecord, { exact }: ExportTexts): NonNullable<LaunchExport['model']> {
  const files = recordedFiles(record);
  return {
    ...(record.modelId !== undefined && { id: record.modelId }),
    name: exact(record.plan.model.name),
    ...(files && { files, bytes: files.reduce((sum, { size }) => sum + size, 0) }),
  };
}

function exportProblem(problem: Problem, texts: ExportTexts): Problem {
  const { kind, operation, host, status, code, words, file } = problem;
  return {
    kind,
    ...(operation !== undefined && { operation }),
    ...(host !== undefined && { host }),
    ...(status !== undefined && { status }),
    ...(code !== undefined && { code }),
    ...(words !== undefined && { words: sanitizeText(texts.words(words), longestWords) }),
    ...(file !== undefined && { file }),
  };
}

function isoTime(ms: number): string {
  return new Date(ms).toISOString();
}
