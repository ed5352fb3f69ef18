import * as vscode from 'vscode';
import { type Severity, showMessage } from '../platform/output';

export interface Button {
  readonly label: string;
  readonly run: () => void | Promise<void>;
}

/** A message in a corner of the window. */
export interface Message {
  readonly severity: Severity;
  readonly text: string;
  readonly buttons: readonly Button[];
}

/** Shows a message and runs the button that the user chooses, if any. */
export async function showWithButtons(
  severity: Severity,
  text: string,
  buttons: readonly Button[],
): Promise<void> {
  const chosen = await showMessage(severity, text, ...buttons.map(({ label }) => label));
  await buttons.find(({ label }) => label === chosen)?.run();
}

/** Says that a file was written, and opens it if the user wants that. */
export async function offerToOpen(file: vscode.Uri, text: string): Promise<void> {
  const run = async () => {
    await vscode.commands.executeCommand('vscode.open', file);
  };
  await showWithButtons('information', text, [{ label: vscode.l10n.t('Open'), run }]);
}
