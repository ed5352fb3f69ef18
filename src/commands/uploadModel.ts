import * as vscode from 'vscode';
import { assertTrusted } from '../platform/trust';
import type { Selection } from '../upload/uploadPlan';
import type { CommandContext } from '../context';
import { createSimulationAt } from './createSimulation';
import { projectSteps, rememberProject } from '../flows/projectSteps';
import { startLaunch } from './startLaunch';
import { isNewProject, planLaunch, planNewModel } from '../flows/launchPlan';
import { requestSteps } from '../flows/requestSteps';
import { explorerUris, selectionsOf } from '../flows/selection';
import { runSteps } from '../flows/multiStep';
import { uploadSteps } from '../flows/uploadSteps';
import type { UploadState, ProjectState, PromptState } from '../flows/flowState';

interface UploadFlowState extends UploadState, PromptState {
  readonly model: 'files';
}

/** Files → a new, finalised model. */
export async function uploadModel(
  context: CommandContext,
  clicked?: unknown,
  selected?: unknown,
): Promise<void> {
  assertTrusted();
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
    // Reusing an existing model has its own flow.
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
  assertTrusted();
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

function givenSelections(
  context: CommandContext,
  clicked: unknown,
  selected: unknown,
): Selection[] | undefined {
  const uris = explorerUris(clicked, selected);
  return uris && selectionsOf(uris, context.settings);
}
