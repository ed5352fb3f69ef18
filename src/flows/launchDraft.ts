import type { BodyOperation, Listing, ModelId, Project, ProjectId } from '../client/core/types';
import type { LaunchAnswers } from '../launch/journalEntry';
import type { LaunchPlan } from '../launch/launch';
import type { ConnectedService } from '../session/service';
import type { Step } from '../ui/multiStep';
import type { PlannedFile, Selection } from '../upload/uploadPlan';

/** A finalised model, uploaded from this computer, that has exactly the chosen files. */
export interface SameModel {
  readonly id: ModelId;
  readonly name: string;
  /** ms since the epoch */
  readonly finalisedAt: number;
}

/** An existing project, or the name of one to create after the last step. */
export type ProjectChoice = NonNullable<LaunchPlan['project']>;

/** A model that is ready for use, or `files`: a new one of files of the workspace. */
export type ModelChoice = { readonly id: ModelId; readonly name: string } | 'files';

/** The projects that a service has listed. */
export type ListedProjects = Pick<Listing<Pick<Project, 'id' | 'name'>>, 'items' | 'partial'>;

/** A launch that is being planned: its purpose, and the answers of the user so far. */
export interface LaunchDraft {
  /** The title of the questions. */
  readonly title: string;
  /** The service at the start of the flow, unless the user selected another one after a list had failed. */
  readonly service: ConnectedService;
  /** The result that the user wants. */
  readonly goal: 'project' | 'model' | 'simulation';
  /** Whether a new model is finalised after its upload: the setting as it was when the flow began. */
  readonly finalise: boolean;
  /** `new` when its name is asked next. */
  readonly project?: ProjectChoice | 'new' | undefined;
  /** Text that was typed while the project was chosen: the suggested name of a new one. */
  readonly typed?: string;
  /** The existing projects at that time, to tell a new one from them later. */
  readonly listed?: ListedProjects | undefined;
  readonly model?: ModelChoice | undefined;
  readonly selections?: readonly Selection[] | undefined;
  readonly files?: readonly PlannedFile[];
  /** Found when the files were chosen. */
  readonly same?: SameModel | undefined;
  /** Chosen instead of an upload. */
  readonly reuse?: SameModel;
  readonly modelName?: string;
  /** The answers to the prompts of the request bodies. */
  readonly answers?: LaunchAnswers;
  /** At the end, a task that does all this is saved, and nothing is launched. */
  readonly isTask?: boolean;
}

/** Asks one question about a launch. */
export type DraftStep = Step<LaunchDraft>;

/** A draft whose service does not matter. */
type Draft = Omit<LaunchDraft, 'title' | 'service'>;

/**
 * The requests with bodies that the answers so far lead to, in order.
 * @param options.withUndecided whether to add those that depend on an answer that was not given yet
 */
export function requestsOf(
  draft: Draft,
  { withUndecided = false }: { readonly withUndecided?: boolean } = {},
): BodyOperation[] {
  const { goal, finalise, project, model } = draft;
  const mayMakeProject = project === undefined ? withUndecided : isNewProject(project);
  const mayMakeModel = existingModelOf(draft) === undefined && (model !== undefined || withUndecided);
  const makesModel = goal !== 'project' && mayMakeModel;
  const makesSimulation = goal === 'simulation' && (!makesModel || finalise);
  return [
    ...(goal !== 'model' && mayMakeProject ? (['createProject'] as const) : []),
    // A model that is not finalised now may be finalised later, when no user can be prompted.
    ...(makesModel ? (['createModel', 'finaliseModel'] as const) : []),
    ...(makesSimulation ? (['createSimulation'] as const) : []),
  ];
}

/** Whether the user chose to create a project, named already or not. */
export function isNewProject(project: LaunchDraft['project']): boolean {
  return project === 'new' || (project !== undefined && 'newName' in project);
}

/** The projects that exist before another one is created; unknown if not all of them were listed. */
export function listProjectsBefore(
  listed: ListedProjects | undefined,
): { readonly existingProjects: readonly ProjectId[] } | undefined {
  if (listed === undefined || listed.partial !== undefined) return undefined;
  return { existingProjects: listed.items.map(({ id }) => id) };
}

/** The project, once it is chosen or named. */
export function decidedProjectOf({ project }: Pick<LaunchDraft, 'project'>): ProjectChoice | undefined {
  return project === 'new' ? undefined : project;
}

/** The model that is used as it is, if one was chosen. */
export function existingModelOf({
  reuse,
  model,
}: Pick<LaunchDraft, 'reuse' | 'model'>): Exclude<ModelChoice, 'files'> | undefined {
  return reuse ?? (model === 'files' ? undefined : model);
}

/** @returns nothing while a question about the launch is open */
export function planOf(draft: Draft): LaunchPlan | undefined {
  const project = decidedProjectOf(draft);
  const { goal, finalise, answers } = draft;
  if (goal === 'model')
    return { model: newModelOf(draft), finalise, simulate: false, ...withAnswers(answers) };
  if (project === undefined) return undefined;
  const common = { project, ...withAnswers(answers) };
  if (goal === 'project') {
    const name = 'newName' in project ? project.newName : project.name;
    return { ...common, model: { name, projectOnly: true }, finalise: false, simulate: false };
  }
  const existing = existingModelOf(draft);
  if (existing !== undefined) {
    const { id, name } = existing;
    return { ...common, model: { id, name }, finalise: true, simulate: true };
  }
  if (draft.model === undefined) return undefined;
  // A simulation needs a model that is finalised.
  return { ...common, model: newModelOf(draft), finalise, simulate: finalise };
}

function newModelOf({ files = [], modelName = '' }: Draft): LaunchPlan['model'] {
  return { name: modelName, files };
}

function withAnswers(answers: LaunchAnswers | undefined): Pick<LaunchPlan, 'answers'> {
  return answers === undefined ? {} : { answers };
}
