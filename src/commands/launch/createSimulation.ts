import * as vscode from 'vscode';
import { escapeInvisible } from '../../client/text/visibleText';
import type { CommandContext } from '../../context';
import {
  decidedProjectOf,
  existingModelOf,
  type LaunchDraft,
  type ModelChoice,
} from '../../flows/launchDraft';
import { planLaunch } from '../../flows/planLaunch';
import { OtherServiceError } from '../../launch/errors';
import type { ServiceRef } from '../../launch/journalEntry';
import { type ConnectedService, isPossiblySameService } from '../../session/service';
import { startDraft } from '../../workflow/startDraft';
import { answersOfRow } from './commandArguments';

/**
 * Called from the palette, or from the row of a project or reusable model, which then answers that step.
 * @throws OtherServiceError for a row of another service
 */
export async function createSimulation(context: CommandContext, node?: unknown): Promise<void> {
  const service = await context.connection.service();
  await createSimulationAt(context, service, await answersOfRow(context, service, node));
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
  const title = titleOf(known);
  const draft = await planLaunch(context, { title, service, from: 'model', goal: 'simulation', known });
  if (draft !== undefined) await startDraft(context, vscode.l10n.t('Create Simulation'), draft);
}

/** Maximum length of a name in a title; a step and buttons have to fit beside it. */
export const maxNameInTitle = 50;

/** Names what was clicked, because no question asks for it any more. */
function titleOf(known: Pick<LaunchDraft, 'project' | 'model'>): string {
  const project = decidedProjectOf(known);
  if (project !== undefined && 'id' in project) {
    return vscode.l10n.t('Create Simulation in “{0}”', escapeInvisible(project.name, maxNameInTitle));
  }
  const model = existingModelOf(known);
  return model === undefined
    ? vscode.l10n.t('Create Simulation')
    : vscode.l10n.t('Create Simulation of “{0}”', escapeInvisible(model.name, maxNameInTitle));
}
