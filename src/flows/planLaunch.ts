import type { CommandContext } from '../context';
import type { ConnectedService } from '../session/service';
import { runSteps } from '../ui/multiStep';
import { createFolderStep } from './folderStep';
import { type DraftStep, isNewProject, type LaunchDraft } from './launchDraft';
import { createModelStep } from './modelStep';
import { createProjectSteps } from './projectSteps';
import { createRequestSteps } from './requestSteps';
import { askToReuseModel } from './reuseModelStep';
import { createModelNameStep, createPlanStep } from './uploadSteps';

/** What the questions of a flow need: the lists of the service, the settings, and the answers of last time. */
export type FlowContext = Pick<
  CommandContext,
  'choices' | 'connection' | 'documents' | 'launches' | 'log' | 'projects' | 'reusableModels' | 'settings'
>;

/** How a flow begins. */
export interface FlowStart {
  readonly title: string;
  readonly service: ConnectedService;
  /** `files`: they are chosen first, for a new model. `model`: the user chooses the project and then the model. */
  readonly from: 'files' | 'model';
  readonly goal: 'model' | 'simulation';
  /** Answers that are there already and are not asked for, all of them of this service. */
  readonly known?: Pick<LaunchDraft, 'selections' | 'project' | 'model'>;
  /** A table has the answers of many launches. Nothing of it can be saved as a task. */
  readonly table?: {
    /** Whether the table also names the files, so that they are not asked for. */
    readonly hasFiles: boolean;
    /** Whether it is likely that its rows are files, so that Enter does not accept a model of the service. */
    readonly isOfFiles: boolean;
    /** Absolute path of its folder, which is proposed for the files. */
    readonly folder: string;
    /** Leaves the table out of the files of the model. */
    readonly leaveOut: (draft: LaunchDraft) => LaunchDraft;
  };
}

/** Asks for everything that a launch needs. @returns nothing when the user left it */
export async function planLaunch(context: FlowContext, start: FlowStart): Promise<LaunchDraft | undefined> {
  const { title, service, from, goal, known } = start;
  const finalise = service.finaliseAfterUpload;
  const files = from === 'files' ? ({ model: 'files' } as const) : {};
  const stepsFor = createSteps(context, start);
  return await runSteps({ ...known, ...files, title, service, goal, finalise }, stepsFor);
}

function createSteps(
  context: FlowContext,
  { from, goal, known = {}, table }: FlowStart,
): (draft: LaunchDraft) => DraftStep[] {
  const requests = createRequestSteps(context);
  const project = createProjectSteps(context);
  const folder = createFolderStep(context, table?.folder);
  const plan = createPlanStep(context, { showBodies: requests.show, mayBeTask: table === undefined });
  const planWithoutTable: DraftStep = (draft, position) => plan(table?.leaveOut(draft) ?? draft, position);
  const name = createModelNameStep();
  const model = createModelStep(context, { prefersFiles: table?.isOfFiles === true });
  const projectStepsFor = (draft: LaunchDraft): DraftStep[] => [
    ...(known.project === undefined ? [project.choose] : []),
    // Counted while the project is not chosen, so that no step comes after the last one.
    ...(draft.project === undefined || isNewProject(draft.project) ? [project.name] : []),
  ];
  const fileStepsFor = (draft: LaunchDraft): DraftStep[] => [
    ...(known.selections === undefined ? [folder] : []),
    planWithoutTable,
    ...(draft.same === undefined ? [] : [askToReuseModel]),
    ...(draft.reuse === undefined ? [name] : []),
  ];
  // Only the project is the same for all rows of a table.
  const promptsFor = (draft: LaunchDraft) =>
    requests.prompts(table === undefined ? draft : { ...draft, goal: 'project' });
  if (table?.hasFiles === true) return (draft) => [...projectStepsFor(draft), ...promptsFor(draft)];
  if (from === 'files') {
    return (draft) => [
      ...fileStepsFor(draft),
      ...(goal === 'model' ? [] : projectStepsFor(draft)),
      ...promptsFor(draft),
    ];
  }
  return (draft) => [
    ...projectStepsFor(draft),
    ...(known.model === undefined ? [model] : []),
    ...(draft.model === 'files' ? fileStepsFor(draft) : []),
    ...promptsFor(draft),
  ];
}
