import * as vscode from 'vscode';
import type { Remedy } from '../messages/remedies';
import { showSetting } from '../platform/showSetting';
import type { Button } from './showWithButtons';

/** Runs the command or opens the setting that helps with an error. */
export async function runRemedy(remedy: Remedy): Promise<void> {
  if ('command' in remedy) await vscode.commands.executeCommand(remedy.command, remedy.argument);
  else await showSetting(remedy.setting);
}

/** A button that runs the command or opens the setting that helps with an error. */
export function toButton(remedy: Remedy): Button {
  return { label: remedy.label, run: () => runRemedy(remedy) };
}
