import * as vscode from 'vscode';
import { walkthrough } from '../contributions';
import type { CommandContext } from '../context';

export async function openWalkthrough({ extension }: CommandContext): Promise<void> {
  const id = `${extension.id}#${walkthrough}`;
  await readWalkthroughs();
  await vscode.commands.executeCommand('workbench.action.openWalkthrough', id);
}

/**
 * VS Code reads the walkthroughs of extensions when it first needs one. Opened before that, VS Code 1.106 may show
 * another one in its place. What asks for a step that does not exist makes it read them, and does nothing else.
 */
async function readWalkthroughs(): Promise<void> {
  await vscode.commands.executeCommand('welcome.markStepIncomplete', 'none').then(undefined, () => undefined);
}
