import * as vscode from 'vscode';
import type { CommandContext } from '../context';
import type { LaunchDraft, ModelChoice } from '../flows/launchDraft';
import { planLaunch } from '../flows/planLaunch';
import { OtherServiceError } from '../launch/errors';
import type { ServiceRef } from '../launch/journalEntry';
import { type ConnectedService, isPossiblySameService } from '../session/service';
import { parseItem, parseListEntry } from './commandArguments';
import { startDraft } from './startDraft';

/**
 * Called from the palette, or from the row of a project or reusable model, which then answers that step.
 * @throws OtherServiceError for a row of another service
 */
export async function createSimulation(context: CommandContext, node?: unknown): Promise<void> {
  const service = await context.connection.service();
  const row = parseListEntry(node);
  // A tree shows the previous service's rows until the new list has loaded.
  const item = parseItem(node);
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
  if (!isPossiblySameService(at, service)) throw new OtherServiceError(new URL(at.origin).host);
  await createSimulationAt(context, service, { model });
}

/** @param known answers that need no question, all from this service */
export async function createSimulationAt(
  context: CommandContext,
  service: ConnectedService,
  known: Pick<LaunchDraft, 'project' | 'model'>,
): Promise<void> {
  const title = vscode.l10n.t('Create Simulation');
  const draft = await planLaunch(context, { title, service, from: 'model', goal: 'simulation', known });
  if (draft !== undefined) await startDraft(context, title, draft);
}
