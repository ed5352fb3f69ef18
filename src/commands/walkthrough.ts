import * as vscode from 'vscode';
import { walkthrough } from '../contributions';
import type { CommandContext } from './context';

/**
 * Opened twice: VS Code reads the walkthroughs of extensions when it opens its first one, which in a new profile of
 * VS Code 1.106 is another one then. The second time finds ours, or has nothing left to do.
 */
export async function openWalkthrough({ extension }: CommandContext): Promise<void> {
  const id = `${extension.id}#${walkthrough}`;
  await vscode.commands.executeCommand('workbench.action.openWalkthrough', id);
  await vscode.commands.executeCommand('workbench.action.openWalkthrough', id);
}
