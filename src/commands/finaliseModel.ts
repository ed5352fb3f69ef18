import * as vscode from 'vscode';
import { createUploadedModelItem, listUploadedModels } from '../flows/uploadedModels';
import { showMessage } from '../platform/output';
import { isPossiblySameService } from '../session/service';
import { isDismissed } from '../ui/multiStep';
import { pickOne } from '../ui/quickInput';
import type { WorkflowContext } from '../workflow/followLaunch';
import { resumeLaunch } from '../workflow/resumeLaunch';

/** Finalises a model that was uploaded from this computer but not finalised. */
export async function finaliseModel(context: WorkflowContext): Promise<void> {
  const models = await listUploadedModels(context, await context.connection.service(), isPossiblySameService);
  const waiting = models.filter(({ state }) => state === 'uploaded');
  if (waiting.length === 0) {
    void showMessage(
      'information',
      vscode.l10n.t('No model that was uploaded from this computer is waiting to be finalised.'),
    );
    return;
  }
  const answer = await pickOne<string>({
    title: vscode.l10n.t('Finalise Model'),
    placeholder: vscode.l10n.t('Select the model to finalise'),
    choices: waiting.map((launch) => ({ ...createUploadedModelItem(launch), value: launch.id })),
  });
  if (!isDismissed(answer)) await resumeLaunch(context, answer, { finalise: true });
}
