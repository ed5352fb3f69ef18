import * as vscode from 'vscode';
import { mayBeSameService, type ConnectedService } from '../session/connection';
import { OtherServiceError } from '../launch/errors';
import type { ServiceRef } from '../launch/journalEntry';
import type { CommandContext } from '../context';
import { givenItem, parseListEntry } from './commandArguments';
import { modelStep } from '../flows/modelStep';
import { projectSteps, rememberProject } from '../flows/projectSteps';
import { requestSteps } from '../flows/requestSteps';
import { startLaunch } from './startLaunch';
import { runSteps, type Step } from '../flows/multiStep';
import { isNewProject, planLaunch, planSimulation } from '../flows/launchPlan';
import type { UploadState, ProjectState, ModelChoice, ModelState, PromptState } from '../flows/flowState';
import { uploadSteps } from '../flows/uploadSteps';

interface SimulationState extends UploadState, ProjectState, ModelState, PromptState {}

/**
 * Called from the palette, or from the row of a project or reusable model, which then answers that step.
 * @throws OtherServiceError for a row of another service
 */
export async function createSimulation(context: CommandContext, node?: unknown): Promise<void> {
  const service = await context.connection.service();
  const row = parseListEntry(node);
  // A tree shows the previous service's rows until the new list has loaded.
  const item = givenItem(node);
  const from = context.projects.serviceOf(item) ?? context.reusableModels.serviceOf(item);
  if (from !== undefined && from.key !== service.key) throw new OtherServiceError(from.baseUrl.host);
  await createSimulationAt(context, service, row === undefined ? {} : { [row.kind]: row.item });
}

/**
 * Creates a simulation of a model at a launch's service.
 * @throws OtherServiceError when this window uses another service
 */
export async function createSimulationOf(
  context: CommandContext,
  at: ServiceRef,
  model: ModelChoice,
): Promise<void> {
  const service = await context.connection.service();
  if (!mayBeSameService(at, service)) throw new OtherServiceError(new URL(at.origin).host);
  await createSimulationAt(context, service, { model });
}

/** @param known answers that need no question, all from this service */
export async function createSimulationAt(
  context: CommandContext,
  service: ConnectedService,
  known: Pick<SimulationState, 'project' | 'model'>,
): Promise<void> {
  const title = vscode.l10n.t('Create Simulation');
  const project = projectSteps<SimulationState>(context, title);
  const model = modelStep<SimulationState>(context, title);
  const requests = requestSteps<SimulationState>(context, { title, service, project: true, simulate: true });
  const upload = uploadSteps<SimulationState>(context, title, false, requests.show);
  const stepsFor = (state: SimulationState): Step<SimulationState>[] => [
    ...(known.project === undefined ? [project.choose] : []),
    ...(isNewProject(state.project) ? [project.name] : []),
    ...(known.model === undefined ? [model] : []),
    ...(state.model === 'files' ? upload(state) : []),
    ...requests.prompts(state),
  ];
  const state = await runSteps<SimulationState>({ service, ...known }, stepsFor);
  if (state?.project === undefined || state.project === 'new' || state.model === undefined) return;

  await rememberProject(context, service, state.project);
  if (state.model !== 'files') await context.memory.remember('model', service, state.model.id);
  const plan =
    state.model === 'files'
      ? planLaunch(context.settings, state, state.project)
      : planSimulation(state, state.model, state.project);
  await startLaunch(context, title, service, plan);
}
