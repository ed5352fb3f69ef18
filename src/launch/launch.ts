import type { ServiceClient } from '../client/serviceClient';
import type { CreatedSimulation, ModelId, Project, ProjectId } from '../client/types';
import { requirePlannedState } from '../upload/sendFile';
import { uploadFiles, type UploadProgress } from '../upload/uploadFiles';
import type { PlannedFile } from '../upload/uploadPlan';

/** What a person decided. Each part that is present is carried out, in the order of the interface document, section 4. */
export interface LaunchPlan {
  readonly project?: { readonly id: ProjectId } | { readonly newName: string };
  readonly model: { readonly id: ModelId } | NewModel;
  /** Create a simulation of the model in the project. Needs a project and a finalised model. */
  readonly simulate: boolean;
}

export interface NewModel {
  readonly name: string;
  readonly files: readonly PlannedFile[];
  /** Off: stop after the upload. */
  readonly finalise: boolean;
}

/** Told as it happens; a result is told before the next step begins. */
export type LaunchEvent =
  | { readonly kind: 'creatingProject' }
  | { readonly kind: 'projectCreated'; readonly project: Project }
  | { readonly kind: 'creatingModel' }
  | { readonly kind: 'modelCreated'; readonly id: ModelId }
  | { readonly kind: 'uploading'; readonly progress: UploadProgress }
  | { readonly kind: 'uploaded'; readonly id: ModelId }
  | { readonly kind: 'finalising'; readonly id: ModelId }
  | { readonly kind: 'finalised'; readonly id: ModelId }
  | { readonly kind: 'creatingSimulation' }
  | { readonly kind: 'simulationCreated'; readonly simulation: CreatedSimulation };

export interface LaunchOptions {
  readonly client: ServiceClient;
  readonly parallelFiles: number;
  readonly signal: AbortSignal;
  readonly onEvent: (event: LaunchEvent) => void;
}

export interface LaunchResult {
  readonly projectId?: ProjectId;
  readonly modelId: ModelId;
  readonly simulation?: CreatedSimulation;
}

/**
 * Carries out a launch. Nothing is created when a file is no longer what the plan recorded, a model is
 * finalised only when every file was accepted, and a simulation is created only of a finalised model.
 *
 * Cancelling breaks off uploads at once. A request that creates or finalises is never broken off, because
 * then nobody would know what it did: its answer is awaited, and nothing follows it.
 *
 * @throws ServiceError, the errors of {@link uploadFiles}, or the reason of the signal.
 */
export async function launch(plan: LaunchPlan, options: LaunchOptions): Promise<LaunchResult> {
  const { client, signal, onEvent } = options;
  if ('files' in plan.model) await requirePlannedFiles(plan.model.files);
  const projectId = await projectOf(plan, options);
  const modelId = 'files' in plan.model ? await createModel(plan.model, options) : plan.model.id;
  const created = { ...(projectId !== undefined && { projectId }), modelId };
  if (!plan.simulate || projectId === undefined) return created;

  signal.throwIfAborted();
  onEvent({ kind: 'creatingSimulation' });
  const simulation = await client.createSimulation(projectId, modelId);
  onEvent({ kind: 'simulationCreated', simulation });
  return { ...created, simulation };
}

/** Finalises a model whose files are all uploaded. @throws ServiceError */
export async function finaliseModel(
  id: ModelId,
  { client, signal, onEvent }: Pick<LaunchOptions, 'client' | 'signal' | 'onEvent'>,
): Promise<void> {
  signal.throwIfAborted();
  onEvent({ kind: 'finalising', id });
  await client.finaliseModel(id);
  onEvent({ kind: 'finalised', id });
}

async function requirePlannedFiles(files: readonly PlannedFile[]): Promise<void> {
  for (const file of files) await requirePlannedState(file);
}

async function projectOf(plan: LaunchPlan, options: LaunchOptions): Promise<ProjectId | undefined> {
  if (plan.project === undefined) return undefined;
  if ('id' in plan.project) return plan.project.id;
  options.signal.throwIfAborted();
  options.onEvent({ kind: 'creatingProject' });
  const project = await options.client.createProject(plan.project.newName);
  options.onEvent({ kind: 'projectCreated', project });
  return project.id;
}

async function createModel(model: NewModel, options: LaunchOptions): Promise<ModelId> {
  const { client, parallelFiles, signal, onEvent } = options;
  signal.throwIfAborted();
  onEvent({ kind: 'creatingModel' });
  const { id, uploadUrls } = await client.createModel(model.name, model.files);
  onEvent({ kind: 'modelCreated', id });
  const onProgress = (progress: UploadProgress) => onEvent({ kind: 'uploading', progress });
  await uploadFiles(model.files, uploadUrls, { client, parallelFiles, signal, onProgress });
  onEvent({ kind: 'uploaded', id });
  if (model.finalise) await finaliseModel(id, options);
  return id;
}
