import path from 'node:path';
import * as vscode from 'vscode';
import type { CommandContext } from '../context';
import { commands, contextKeys } from '../contributions';
import { withEllipsis } from '../messages/labels';
import { copySample, findSample, sampleDeck, sampleName } from '../platform/sampleModel';
import { assertTrusted } from '../platform/trust';
import { showWithButtons } from '../ui/showWithButtons';

/** A table with a template, in a folder of its own. */
const sampleStudyName = 'cantilever-study';

/**
 * Creates the sample model and the sample study in the workspace, unless they are there. Without a workspace, in a folder
 * that is then opened.
 */
export async function createSample(context: Pick<CommandContext, 'connection' | 'extension'>): Promise<void> {
  assertTrusted();
  const folders = vscode.workspace.workspaceFolders ?? [];
  const found = await findSampleModel(context);
  const parent =
    folders.length === 0 ? await chooseFolder() : (found?.parent ?? (await chooseWorkspaceFolder(folders)));
  if (parent === undefined) return;
  const model = await provide(context, sampleName, parent);
  await provide(context, sampleStudyName, parent);
  await vscode.commands.executeCommand('setContext', contextKeys.sampleCreated, true);
  if (folders.length === 0) await vscode.commands.executeCommand('vscode.openFolder', parent);
  else await showSample(context, model);
}

/** Finds the sample model in the folders of the workspace. */
export async function findSampleModel(
  context: Pick<CommandContext, 'extension'>,
): Promise<{ readonly model: vscode.Uri; readonly parent: vscode.Uri } | undefined> {
  for (const { uri: parent } of vscode.workspace.workspaceFolders ?? []) {
    const model = await findSample(locate(context, sampleName), parent.fsPath);
    if (model !== undefined) return { model: vscode.Uri.file(model), parent };
  }
  return undefined;
}

function locate({ extension }: Pick<CommandContext, 'extension'>, name: string): string {
  return vscode.Uri.joinPath(extension.extensionUri, 'media', 'sample', name).fsPath;
}

/** @returns the folder of a sample, which is created unless there is one */
async function provide(
  context: Pick<CommandContext, 'extension'>,
  name: string,
  { fsPath: parent }: vscode.Uri,
): Promise<vscode.Uri> {
  const sample = locate(context, name);
  return vscode.Uri.file((await findSample(sample, parent)) ?? (await copySample(sample, parent)));
}

async function chooseFolder(): Promise<vscode.Uri | undefined> {
  const chosen = await vscode.window.showOpenDialog({
    title: vscode.l10n.t('Create Sample Model'),
    openLabel: vscode.l10n.t('Create Here and Open'),
    canSelectFiles: false,
    canSelectFolders: true,
  });
  return chosen?.[0];
}

async function chooseWorkspaceFolder(
  folders: readonly vscode.WorkspaceFolder[],
): Promise<vscode.Uri | undefined> {
  if (folders.length === 1) return folders[0]?.uri;
  const placeHolder = vscode.l10n.t('Select the folder for the sample model');
  return (await vscode.window.showWorkspaceFolderPick({ placeHolder }))?.uri;
}

async function showSample(context: Pick<CommandContext, 'connection'>, folder: vscode.Uri): Promise<void> {
  const main = vscode.Uri.joinPath(folder, sampleDeck);
  // Beside the walkthrough, so that its next step stays in sight. A preview would be replaced by the next file.
  const isEmpty = vscode.window.tabGroups.activeTabGroup.activeTab === undefined;
  const viewColumn = isEmpty ? vscode.ViewColumn.Active : vscode.ViewColumn.Beside;
  // The Explorer follows it where it is open; opening it would hide the views in which the newcomer sees what happens.
  await vscode.window.showTextDocument(main, { preview: false, viewColumn });
  void offerUpload(context, folder);
}

/** Without a service, the emulator is started for it. */
async function offerUpload(
  { connection }: Pick<CommandContext, 'connection'>,
  folder: vscode.Uri,
): Promise<void> {
  const upload = async () => {
    await vscode.commands.executeCommand(commands.uploadAndSimulate, folder);
  };
  const startAndUpload = async () => {
    await vscode.commands.executeCommand(commands.startEmulator);
    if (connection.addressOrUndefined !== undefined) await upload();
  };
  const text = vscode.l10n.t(
    'The sample model is in “{0}”. Right-click its folder in the Explorer to upload it.',
    path.basename(folder.fsPath),
  );
  await showWithButtons('information', text, [
    connection.addressOrUndefined === undefined
      ? { label: vscode.l10n.t('Start Local Emulator'), run: startAndUpload }
      : { label: withEllipsis(vscode.l10n.t('Upload and Create Simulation')), run: upload },
  ]);
}
