import * as vscode from 'vscode';
import type { ServiceAddress } from '../connection';
import type { LaunchPlan, NewModel } from '../launch/launch';
import type { Selection } from '../upload/uploadPlan';
import type { CommandContext } from './context';
import { folderStep } from './folderStep';
import { nextSteps } from './nextSteps';
import { projectSteps, type ProjectChoice, type ProjectState } from './projectSteps';
import { runLaunch } from './runLaunch';
import { explorerUris, selectionsOf } from './selection';
import { runSteps, type Step } from './steps';
import { modelNameStep, planStep, type UploadState } from './uploadSteps';

/** Files → a new, finalised model. */
export async function uploadModel(
  context: CommandContext,
  clicked?: unknown,
  selected?: unknown,
): Promise<void> {
  const title = vscode.l10n.t('Upload as New Model');
  const service = await context.connection.service();
  const given = givenSelections(context, clicked, selected);
  const initial: UploadState = given === undefined ? {} : { selections: given };
  const steps = uploadSteps(context, title, given !== undefined);
  const state = await runSteps(initial, () => steps);
  if (state === undefined) return;
  const plan: LaunchPlan = { model: newModel(context, state), simulate: false };
  await runLaunch(context, { title, plan, service }, nextSteps(context));
}

interface UploadAndSimulateState extends UploadState, ProjectState {
  readonly address: ServiceAddress;
}

/** Files → a new model → a simulation of it. */
export async function uploadAndSimulate(
  context: CommandContext,
  clicked?: unknown,
  selected?: unknown,
): Promise<void> {
  const title = vscode.l10n.t('Upload and Create Simulation');
  const service = await context.connection.service();
  const given = givenSelections(context, clicked, selected);
  const initial: UploadAndSimulateState = { address: service, ...(given && { selections: given }) };
  const project = projectSteps<UploadAndSimulateState>(context, title);
  const upload = uploadSteps<UploadAndSimulateState>(context, title, given !== undefined);
  const state = await runSteps(initial, ({ project: chosen }) => [
    ...upload,
    project.choose,
    ...(isNew(chosen) ? [project.name] : []),
  ]);
  if (state?.project === undefined || state.project === 'new') return;
  await rememberProject(context, service, state.project);
  const plan = launchPlan(context, state, state.project);
  await runLaunch(context, { title, plan, service }, nextSteps(context));
}

/** A model of the chosen files for a simulation; without finalising there cannot be one yet. */
export function launchPlan(context: CommandContext, state: UploadState, project: ProjectChoice): LaunchPlan {
  const model = newModel(context, state);
  return { project, model, simulate: model.finalise };
}

/** The steps from files to a named model; the folder is asked for when no files are given. */
export function uploadSteps<S extends UploadState>(
  context: CommandContext,
  title: string,
  given: boolean,
): readonly Step<S>[] {
  const steps = [planStep<S>(title), modelNameStep<S>(title)];
  return given ? steps : [folderStep<S>(context, title), ...steps];
}

export async function rememberProject(
  context: CommandContext,
  address: ServiceAddress,
  project: ProjectChoice,
): Promise<void> {
  if ('id' in project) await context.memory.remember('project', address, project.id);
}

/** Whether the name of a new project is still to be asked, or was just given. */
export function isNew(project: ProjectState['project']): boolean {
  return project === 'new' || (project !== undefined && 'newName' in project);
}

function givenSelections(
  context: CommandContext,
  clicked: unknown,
  selected: unknown,
): Selection[] | undefined {
  const uris = explorerUris(clicked, selected);
  return uris && selectionsOf(uris, context.settings);
}

function newModel(context: CommandContext, { files = [], modelName = '' }: UploadState): NewModel {
  return { name: modelName, files, finalise: context.settings.finaliseAfterUpload };
}
