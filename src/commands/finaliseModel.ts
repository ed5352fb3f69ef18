import * as vscode from 'vscode';
import type { KnownModel } from '../launch/modelLedger';
import type { CommandContext } from './context';
import { knownModelItem } from './modelStep';
import { nextSteps } from './nextSteps';
import { isLeft } from './projectSteps';
import { pickOne } from './quickInput';
import { runFinalise } from './runLaunch';

/** Finalises a model that was uploaded from this machine and not finalised then. */
export async function finaliseModel(context: CommandContext): Promise<void> {
  const { baseUrl, variant } = context.connection.address();
  const waiting = context.ledger.list(baseUrl.href, variant).filter((model) => model.state === 'uploaded');
  if (waiting.length === 0) {
    void vscode.window.showInformationMessage(
      vscode.l10n.t('No model that was uploaded from this machine is waiting to be finalised.'),
    );
    return;
  }
  const answer = await pickOne<KnownModel>({
    title: vscode.l10n.t('Finalise Model'),
    placeholder: vscode.l10n.t('Choose the model to finalise'),
    choices: () => Promise.resolve(waiting.map((model) => ({ ...knownModelItem(model), value: model }))),
  });
  if (!isLeft(answer)) await finaliseKnownModel(context, answer);
}

export async function finaliseKnownModel(context: CommandContext, model: KnownModel): Promise<void> {
  const service = await context.connection.service();
  await runFinalise(context, { title: vscode.l10n.t('Finalise Model'), model, service }, nextSteps(context));
}
