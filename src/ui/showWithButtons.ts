import * as vscode from 'vscode';
import { type Severity, showMessage } from '../platform/output';

export interface Button {
  readonly label: string;
  readonly run: () => void | Promise<void>;
  /** The message comes back afterwards, because another button of it is the next step. */
  readonly isFirstStep?: boolean;
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
  let button: Button | undefined;
  do {
    const chosen = await showMessage(severity, text, ...buttons.map(({ label }) => label));
    button = buttons.find(({ label }) => label === chosen);
    await button?.run();
  } while (button?.isFirstStep === true);
}

/** Says that a file was written, and opens it if the user wants that. */
export async function offerToOpen(file: vscode.Uri, text: string): Promise<void> {
  const run = async () => {
    await vscode.commands.executeCommand('vscode.open', file);
  };
  await showWithButtons('information', text, [{ label: vscode.l10n.t('Open'), run }]);
}
