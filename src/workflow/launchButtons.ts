import * as vscode from 'vscode';
import type { CommandId } from '../contributions';
import type { Button } from '../ui/showWithButtons';
import { markOwnButton } from '../views/ownRows';

/**
 * A button of a message that runs a command for a launch. It names the command instead of calling it, so that what shows
 * the end of a launch need not know what starts one.
 * @param launch identifier of the launch
 */
export function createLaunchButton(label: string, command: CommandId, launch: string): Button {
  return { label, run: () => runForLaunch(command, launch) };
}

/** Runs a command for a launch, as a click on a button does. @param launch identifier of the launch */
export async function runForLaunch(command: CommandId, launch: string): Promise<void> {
  await vscode.commands.executeCommand(command, markOwnButton({ launch: { id: launch } }));
}
