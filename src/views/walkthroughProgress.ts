import * as vscode from 'vscode';
import { contextKeys } from '../contributions';
import type { LaunchStore } from '../session/launchStore';
import type { LaunchesView } from './launchesView';

/**
 * Reports to the walkthrough, by context keys, that a simulation was created and that its launch was shown. VS Code
 * remembers completed steps, so the keys need not outlive the window.
 */
export function followSteps(launches: LaunchStore, { tree }: LaunchesView): vscode.Disposable {
  let isCreated = false;
  const look = async (): Promise<void> => {
    // Launches change often during an upload, and each read has a cost.
    isCreated ||= (await launches.list(launches.changedAt)).some(({ state }) => state === 'launched');
    if (!isCreated) return;
    await markDone(contextKeys.simulationCreated);
    if (tree.visible) await markDone(contextKeys.launchSeen);
  };
  return vscode.Disposable.from(
    launches.onDidChange(() => void look().catch(ignore)),
    tree.onDidChangeVisibility(() => void look().catch(ignore)),
  );
}

/** Ignores an error of reading the journal, because the views report it. */
function ignore(): void {}

async function markDone(key: string): Promise<void> {
  await vscode.commands.executeCommand('setContext', key, true);
}
