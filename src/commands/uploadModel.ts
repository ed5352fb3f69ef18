import * as vscode from 'vscode';
import { escapeInvisible } from '../client/text/visibleText';
import type { CommandContext } from '../context';
import { readDroppedUris } from '../flows/droppedFiles';
import { decidedProjectOf, type LaunchDraft } from '../flows/launchDraft';
import { type FlowStart, planLaunch } from '../flows/planLaunch';
import { parseExplorerUris, selectionsOf } from '../flows/selection';
import { assertTrusted } from '../platform/trust';
import type { ConnectedService } from '../session/service';
import { startDraft } from '../workflow/startDraft';
import { answersOfRow } from './launch/commandArguments';
import { createSimulationAt, maxNameInTitle } from './launch/createSimulation';

/** Files → a new, finalised model. */
export async function uploadModel(
  context: CommandContext,
  clicked?: unknown,
  selected?: unknown,
): Promise<void> {
  assertTrusted();
  const title = vscode.l10n.t('Upload as New Model');
  const service = await context.connection.service();
  const uris = parseExplorerUris(clicked, selected);
  const known = { selections: uris && selectionsOf(uris, context.settings) };
  const draft = await planLaunch(context, { title, service, from: 'files', goal: 'model', known });
  if (draft === undefined) return;
  // Reusing an existing model has its own flow.
  if (draft.reuse !== undefined) await createSimulationAt(context, service, { model: draft.reuse });
  else await startDraft(context, title, draft);
}

/** Files → a new model → a simulation of it. */
export async function uploadAndSimulate(
  context: CommandContext,
  clicked?: unknown,
  selected?: unknown,
): Promise<void> {
  assertTrusted();
  const service = await context.connection.service();
  await uploadAndSimulateAt(context, service, { from: 'files', uris: parseExplorerUris(clicked, selected) });
}

/**
 * The same in the project of a row. Called from the palette, it asks for the project first, and then for the files.
 * @throws OtherServiceError for a row of another service
 */
export async function uploadFilesHere(context: CommandContext, node?: unknown): Promise<void> {
  assertTrusted();
  const service = await context.connection.service();
  const { project } = await answersOfRow(context, service, node);
  await uploadAndSimulateAt(context, service, { from: 'model', project });
}

/**
 * The same with files that were dropped, in the project on whose row they were dropped; elsewhere it is asked for.
 * @throws OtherServiceError for a row of another service
 */
export async function uploadDropped(
  context: CommandContext,
  node: unknown,
  dropped: vscode.DataTransfer,
): Promise<void> {
  const uris = await readDroppedUris(dropped);
  if (uris === undefined) return;
  assertTrusted();
  const service = await context.connection.service();
  const { project } = await answersOfRow(context, service, node);
  await uploadAndSimulateAt(context, service, { from: 'files', uris, project });
}

/** What is known before the first question. */
interface UploadStart extends Pick<FlowStart, 'from'> {
  /** Absent if they are asked for. */
  readonly uris?: readonly vscode.Uri[] | undefined;
  readonly project?: LaunchDraft['project'];
}

async function uploadAndSimulateAt(
  context: CommandContext,
  service: ConnectedService,
  { from, uris, project }: UploadStart,
): Promise<void> {
  const title = vscode.l10n.t('Upload and Create Simulation');
  const chosen = decidedProjectOf({ project });
  const draft = await planLaunch(context, {
    // Names the project that was chosen by the row, because no question asks for it any more.
    title:
      chosen !== undefined && 'id' in chosen
        ? vscode.l10n.t('Upload and Create Simulation in “{0}”', escapeInvisible(chosen.name, maxNameInTitle))
        : title,
    service,
    from,
    goal: 'simulation',
    known: { selections: uris && selectionsOf(uris, context.settings), project, model: 'files' },
  });
  if (draft !== undefined) await startDraft(context, title, draft);
}
