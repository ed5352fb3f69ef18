import { mkdir, readdir } from 'node:fs/promises';
import * as vscode from 'vscode';
import { variants } from './client/core/apiVariant';
import { contextKeys, settings } from './contributions';
import { settingTable } from './settingTable';
import { studiesFolder } from './study/studiesFolder';

/** The settings that show in a window without a click: the status bar may name a service, and one view depends on it. */
const shownSettings = [settings.baseUrl, settings.variant, settings.environment];

/**
 * Calls `use` once this window has something to show that nobody asked it for: a service in the status bar, or
 * launches, including those of other windows. To be called after the activation, because VS Code waits for that, and a
 * window is ready without this work.
 */
export function watchForUse(journalFolder: string, use: () => void): vscode.Disposable {
  const launches = new vscode.RelativePattern(vscode.Uri.file(journalFolder), '*.launch');
  let watcher: vscode.FileSystemWatcher | undefined;
  const look = async () => {
    // A watcher notices late when a missing folder is created. Starting a launch reports that it cannot be.
    await mkdir(journalFolder, { recursive: true }).catch(() => undefined);
    watcher = vscode.workspace.createFileSystemWatcher(launches);
    watcher.onDidCreate(use);
    if (isServiceShown() || (await hasRecords(journalFolder))) use();
    else await vscode.commands.executeCommand('setContext', contextKeys.reusableModelsOffered, isOffered());
  };
  const waiting = setImmediate(() => void look());
  return vscode.Disposable.from(
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (shownSettings.some((key) => event.affectsConfiguration(key))) use();
    }),
    new vscode.Disposable(() => {
      clearImmediate(waiting);
      watcher?.dispose();
    }),
  );
}

/** Whether the status bar names the service: an environment, or a connection that is not encrypted. */
function isServiceShown(): boolean {
  return (
    findSetting(settings.environment) !== undefined ||
    /^\s*http:/i.test(String(findSetting(settings.baseUrl)))
  );
}

function isOffered(): boolean {
  const name = findSetting(settings.variant);
  const variant = Object.entries(variants).find(([key]) => key === name)?.[1];
  return (variant ?? variants[settingTable.variant.fallback]).reusableModels;
}

function findSetting(key: string): unknown {
  const found = vscode.workspace.getConfiguration().inspect<unknown>(key);
  return found?.globalValue ?? found?.workspaceValue;
}

/** Whether there are launches or studies. True if it cannot be known, so that the view says why. */
async function hasRecords(folder: string): Promise<boolean> {
  try {
    return (await readdir(folder, { recursive: true })).some((name) => name !== studiesFolder);
  } catch {
    return true;
  }
}
