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

/** How a flow goes on once everything is answered. */
export interface FlowEnd extends FinaliseSetting {
  /** Whether the flow asks for a project. */
  readonly project: boolean;
  /** Whether it ends with a simulation, if the model is finalised by then. */
  readonly simulate: boolean;
}

/**
 * The requests with bodies that a flow leads to, in order.
 * @param options `undecided`: also those that depend on an answer that was not given yet
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
    // A model that is not finalised now may be later, when nobody can be asked.
    ...(makesModel ? (['createModel', 'finaliseModel'] as const) : []),
    ...(makesSimulation ? (['createSimulation'] as const) : []),
  ];
}

/** Whether the name of a new project is still to be asked, or was just given. */
export function isNewProject(project: ProjectState['project']): boolean {
  return project === 'new' || (project !== undefined && 'newName' in project);
}

/** A model of the chosen files, or one of the same files, for a simulation; it needs a model that is finalised. */
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

/** A simulation of a model that is there already. */
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

/** The findings of a flow about a launch; the service of the flow decides where it goes. */
export type NewLaunch = Omit<LaunchPlan, 'service' | 'source' | 'protectionAsked'>;
