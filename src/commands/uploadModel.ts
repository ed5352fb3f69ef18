import * as vscode from 'vscode';
import type { CommandContext } from '../context';
import type { LaunchDraft } from '../flows/launchDraft';
import { planLaunch } from '../flows/planLaunch';
import { parseExplorerUris, selectionsOf } from '../flows/selection';
import { assertTrusted } from '../platform/trust';
import { createSimulationAt } from './createSimulation';
import { startDraft } from './startDraft';

/** Files → a new, finalised model. */
export async function uploadModel(
  context: CommandContext,
  clicked?: unknown,
  selected?: unknown,
): Promise<void> {
  assertTrusted();
  const title = vscode.l10n.t('Upload as New Model');
  const service = await context.connection.service();
  const known = knownSelections(context, clicked, selected);
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
  const title = vscode.l10n.t('Upload and Create Simulation');
  const service = await context.connection.service();
  const known = knownSelections(context, clicked, selected);
  const draft = await planLaunch(context, { title, service, from: 'files', goal: 'simulation', known });
  if (draft !== undefined) await startDraft(context, title, draft);
}

/** The selection in the Explorer, if the command was called there. */
function knownSelections(
  context: CommandContext,
  clicked: unknown,
  selected: unknown,
): Pick<LaunchDraft, 'selections'> {
  const uris = parseExplorerUris(clicked, selected);
  return uris === undefined ? {} : { selections: selectionsOf(uris, context.settings) };
}
