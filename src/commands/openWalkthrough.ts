import * as vscode from 'vscode';
import type { CommandContext } from '../context';
import { walkthrough } from '../contributions';

export async function openWalkthrough({ extension }: Pick<CommandContext, 'extension'>): Promise<void> {
  const id = `${extension.id}#${walkthrough}`;
  await readWalkthroughs();
  await vscode.commands.executeCommand('workbench.action.openWalkthrough', id);
}

/**
 * Makes VS Code read the walkthroughs of extensions, by naming a step that does not exist. It reads them on first
 * use only, and VS Code 1.106 may show the wrong one if opened earlier.
 */
async function readWalkthroughs(): Promise<void> {
  await vscode.commands.executeCommand('welcome.markStepIncomplete', 'none').then(undefined, () => undefined);
}
