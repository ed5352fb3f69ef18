import type { BodyOperation } from '../client/core/types';
import { toSnapshot } from '../launch/fileSnapshot';
import type { LaunchPlan } from '../session/launchStore';
import type {
  UploadState,
  ProjectChoice,
  ProjectState,
  ModelChoice,
  PromptState,
  RequestState,
} from './flowState';

interface FinaliseSetting {
  readonly finaliseAfterUpload: boolean;
}

/** What a flow creates after its last step. */
export interface FlowEnd extends FinaliseSetting {
  /** Whether the flow asks for a project. */
  readonly project: boolean;
  /** Whether it creates a simulation, provided the model is finalised by then. */
  readonly simulate: boolean;
}

/**
 * The requests with bodies that a flow leads to, in order.
 * @param options `undecided`: include requests that depend on an answer which is still missing
 */
export function operationsOf(
  { project: asksForProject, simulate, finaliseAfterUpload }: FlowEnd,
  { project, model, reuse }: RequestState,
  { undecided = false } = {},
): BodyOperation[] {
  const makesProject = project === undefined ? asksForProject && undecided : isNewProject(project);
  const makesModel = reuse === undefined && (model === undefined ? undecided : model === 'files');
  const makesSimulation = simulate && (!makesModel || finaliseAfterUpload);
  return [
    ...(makesProject ? (['createProject'] as const) : []),
    // A model that is not finalised now may be finalised later, when no user can be prompted.
    ...(makesModel ? (['createModel', 'finaliseModel'] as const) : []),
    ...(makesSimulation ? (['createSimulation'] as const) : []),
  ];
}

/** Whether the user chose to create a project, named already or not. */
export function isNewProject(project: ProjectState['project']): boolean {
  return project === 'new' || (project !== undefined && 'newName' in project);
}

/**
 * Plans a launch of the chosen files: a new model, with a simulation if it is to be finalised, or a simulation of an
 * identical existing model.
 */
export function planLaunch(
  settings: FinaliseSetting,
  state: Omit<UploadState & PromptState, 'service'>,
  project: ProjectChoice,
): NewLaunch {
  const { reuse } = state;
  if (reuse !== undefined) return planSimulation(state, reuse, project);
  const model = planNewModel(settings, state);
  return { ...model, project, simulate: model.finalise };
}

/** Plans a simulation of an existing model. */
export function planSimulation(
  { answers }: Omit<PromptState, 'service'>,
  { id, name }: Exclude<ModelChoice, 'files'>,
  project: ProjectChoice,
): NewLaunch {
  const plan = { project, model: { id, name }, finalise: true, simulate: true };
  return { ...plan, ...(answers && { answers }) };
}

export function planNewModel(
  { finaliseAfterUpload }: FinaliseSetting,
  { files = [], modelName = '', answers }: Omit<UploadState & PromptState, 'service'>,
): Omit<NewLaunch, 'simulate'> {
  return {
    model: { name: modelName, files: files.map(toSnapshot) },
    finalise: finaliseAfterUpload,
    ...(answers && { answers }),
  };
}

/** A launch as a flow plans it; the flow's service is added later. */
export type NewLaunch = Omit<LaunchPlan, 'service' | 'source' | 'protectionAsked'>;
