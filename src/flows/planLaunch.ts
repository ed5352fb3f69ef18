import * as vscode from 'vscode';
import type { CommandContext } from '../context';
import type { ConnectedService } from '../session/service';
import { runSteps } from '../ui/multiStep';
import { FlowService } from './flowService';
import { createFolderStep } from './folderStep';
import { type DraftStep, isNewProject, type LaunchDraft } from './launchDraft';
import { createModelStep } from './modelStep';
import { createProjectSteps } from './projectSteps';
import { requestSteps } from './requestSteps';
import { createReuseModelStep } from './reuseModelStep';
import { createModelNameStep, planStep } from './uploadSteps';

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
    /** Leaves the table out of the files of the model. */
    readonly leaveOut: (draft: LaunchDraft) => LaunchDraft;
  };
}

/** Asks for everything that a launch needs. @returns nothing when the user left it */
export async function planLaunch(
  context: CommandContext,
  start: FlowStart,
): Promise<LaunchDraft | undefined> {
  const { service, from, goal, known = {} } = start;
  const finalise = context.settings.finaliseAfterUpload;
  const initial: LaunchDraft = {
    service,
    goal,
    finalise,
    ...(from === 'files' && { model: 'files' }),
    ...known,
  };
  const flow = new FlowService(service, context.connection);
  const shared = { flow, plan: createPlanStep(context, start) };
  const launching = stepsOf(context, start, shared);
  const saving = stepsOf(context, { ...start, title: vscode.l10n.t('Save as Task') }, shared);
  const stepsFor = (draft: LaunchDraft) => (draft.isTask === true ? saving : launching)(draft);
  return await runSteps(initial, (draft) => stepsFor(draft).map((step) => flow.bind(step)));
}

function createPlanStep(context: CommandContext, { title, table }: FlowStart): DraftStep {
  const { show } = requestSteps(context, title);
  const showPlan = planStep(context, title, { showBodies: show, mayBeTask: table === undefined });
  return async (draft, position) => await showPlan(table?.leaveOut(draft) ?? draft, position);
}

/** Shared by the steps of one flow, whatever their title is. */
interface SharedParts {
  readonly flow: FlowService;
  /** It remembers what was ticked. */
  readonly plan: DraftStep;
}

function stepsOf(
  context: CommandContext,
  { title, from, goal, known = {}, table }: FlowStart,
  { flow, plan }: SharedParts,
): (draft: LaunchDraft) => DraftStep[] {
  const requests = requestSteps(context, title);
  const project = createProjectSteps(context, { title, service: flow });
  const folder = createFolderStep(context, title);
  const same = createReuseModelStep(title);
  const name = createModelNameStep(title);
  const model = createModelStep(context, title, flow);
  const projectStepsFor = (draft: LaunchDraft): DraftStep[] => [
    ...(known.project === undefined ? [project.choose] : []),
    // Counted while the project is not chosen, so that no step comes after the last one.
    ...(draft.project === undefined || isNewProject(draft.project) ? [project.name] : []),
  ];
  const fileStepsFor = (draft: LaunchDraft): DraftStep[] => [
    ...(known.selections === undefined ? [folder] : []),
    plan,
    ...(draft.same === undefined ? [] : [same]),
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
