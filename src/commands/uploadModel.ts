import * as vscode from 'vscode';
import type { ConnectedService } from '../session/connection';
import { freezeAgain, requireOpenFolders } from '../launch/fileSnapshot';
import type { PlannedLaunch } from '../launch/journalEntry';
import type { LaunchRecord } from '../launch/launchRecord';
import { requireTrust } from '../platform/trust';
import type { Selection } from '../upload/uploadPlan';
import type { CommandContext } from '../context';
import { createSimulationAt } from './createSimulation';
import { folderStep } from '../flows/folderStep';
import { projectSteps, type ProjectChoice, type ProjectState } from '../flows/projectSteps';
import { startLaunch } from './startLaunch';
import { isNewProject, planLaunch, planNewModel } from '../flows/launchPlan';
import type { PromptState } from '../flows/promptSteps';
import { requestSteps } from '../flows/requestSteps';
import { explorerUris, selectionsOf } from '../flows/selection';
import { sameModelStep } from '../flows/reuseModelStep';
import { runSteps, type Step } from '../flows/multiStep';
import { modelNameStep, planStep, type UploadState } from '../flows/uploadSteps';
import type { NewLaunch } from '../flows/launchPlan';

interface UploadFlowState extends UploadState, PromptState {
  readonly model: 'files';
}

/** Files → a new, finalised model. */
export async function uploadModel(
  context: CommandContext,
  clicked?: unknown,
  selected?: unknown,
): Promise<void> {
  requireTrust();
  const title = vscode.l10n.t('Upload as New Model');
  const service = await context.connection.service();
  const given = givenSelections(context, clicked, selected);
  const initial: UploadFlowState = {
    ...{ service, model: 'files' },
    ...(given && { selections: given }),
  };
  const requests = requestSteps<UploadFlowState>(context, {
    title,
    service,
    project: false,
    simulate: false,
  });
  const upload = uploadSteps<UploadFlowState>(context, title, given !== undefined, requests.show);
  const state = await runSteps(initial, (soFar) => [
    ...upload(soFar),
    // A model that is there already has a flow of its own.
    ...(soFar.reuse === undefined ? requests.prompts(soFar) : []),
  ]);
  if (state === undefined) return;
  if (state.reuse !== undefined) {
    await createSimulationAt(context, service, { model: state.reuse });
    return;
  }
  await startLaunch(context, title, service, { ...planNewModel(context.settings, state), simulate: false });
}

interface UploadAndSimulateState extends UploadFlowState, ProjectState {}

/** Files → a new model → a simulation of it. */
export async function uploadAndSimulate(
  context: CommandContext,
  clicked?: unknown,
  selected?: unknown,
): Promise<void> {
  requireTrust();
  const title = vscode.l10n.t('Upload and Create Simulation');
  const service = await context.connection.service();
  const given = givenSelections(context, clicked, selected);
  const initial: UploadAndSimulateState = {
    ...{ service, model: 'files' },
    ...(given && { selections: given }),
  };
  const project = projectSteps<UploadAndSimulateState>(context, title);
  const requests = requestSteps<UploadAndSimulateState>(context, {
    ...{ title, service },
    ...{ project: true, simulate: true },
  });
  const upload = uploadSteps<UploadAndSimulateState>(context, title, given !== undefined, requests.show);
  const state = await runSteps(initial, (soFar) => [
    ...upload(soFar),
    project.choose,
    ...(isNewProject(soFar.project) ? [project.name] : []),
    ...requests.prompts(soFar),
  ]);
  if (state?.project === undefined || state.project === 'new') return;
  await rememberProject(context, service, state.project);
  await startLaunch(context, title, service, planLaunch(context.settings, state, state.project));
}

/** The steps from files to a named model; the folder is asked for when no files are given. */
export function uploadSteps<S extends UploadState>(
  context: CommandContext,
  title: string,
  given: boolean,
  showBodies: (state: S) => void,
): (state: S) => Step<S>[] {
  const folder = folderStep<S>(context, title);
  const plan = planStep<S>(context, title, showBodies);
  const same = sameModelStep<S>(title);
  const name = modelNameStep<S>(title);
  return (state) => [
    ...(given ? [] : [folder]),
    plan,
    ...(state.same === undefined ? [] : [same]),
    ...(state.reuse === undefined ? [name] : []),
  ];
}

export async function rememberProject(
  context: CommandContext,
  service: ConnectedService,
  project: ProjectChoice,
): Promise<void> {
  if ('id' in project) await context.memory.remember('project', service, project.id);
}

function givenSelections(
  context: CommandContext,
  clicked: unknown,
  selected: unknown,
): Selection[] | undefined {
  const uris = explorerUris(clicked, selected);
  return uris && selectionsOf(uris, context.settings);
}

/**
 * The plan of an earlier launch with its files as they are now, for a new model. The rules are those of a new selection.
 *
 * @throws FileChangedError, FileUnreadableError, LinkedFolderError, FolderNotOpenError naming a file
 */
export async function uploadModelAgain({ plan, project }: LaunchRecord): Promise<NewLaunch | undefined> {
  if (!('files' in plan.model)) return undefined;
  const open = (vscode.workspace.workspaceFolders ?? []).filter(({ uri }) => uri.scheme === 'file');
  await requireOpenFolders(
    plan.model.files,
    open.map(({ uri }) => uri.fsPath),
  );
  const files = await Promise.all(plan.model.files.map(freezeAgain));
  const { finalise, simulate, answers } = plan;
  const same = { finalise, simulate, ...(answers && { answers }) };
  return { ...same, model: { ...plan.model, files }, ...projectAgain(plan, project) };
}

function projectAgain(plan: PlannedLaunch, project: LaunchRecord['project']): Pick<NewLaunch, 'project'> {
  const again = project ?? plan.project;
  if (again === undefined) return {};
  // The list from before the earlier launch says nothing of what is there before this one.
  return { project: 'newName' in again ? { newName: again.newName } : again };
}
