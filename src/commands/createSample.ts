import path from 'node:path';
import * as vscode from 'vscode';
import type { CommandContext } from '../context';
import { commands, contextKeys } from '../contributions';
import { showMessage } from '../platform/output';
import { copySample } from '../platform/sampleModel';
import { assertTrusted } from '../platform/trust';

const sampleName = 'cantilever';

/** A table with a template, in a folder of its own. */
const sampleStudyName = 'cantilever-study';

/** Creates the sample model and the sample study in the workspace. Without a workspace, in a folder that is then opened. */
export async function createSample({ extension }: Pick<CommandContext, 'extension'>): Promise<void> {
  assertTrusted();
  const folders = vscode.workspace.workspaceFolders ?? [];
  const parent = folders.length === 0 ? await chooseFolder() : await chooseWorkspaceFolder(folders);
  if (parent === undefined) return;
  const samples = vscode.Uri.joinPath(extension.extensionUri, 'media', 'sample');
  const copy = async (name: string) =>
    vscode.Uri.file(await copySample(vscode.Uri.joinPath(samples, name).fsPath, parent.fsPath));
  const created = await copy(sampleName);
  await copy(sampleStudyName);
  await vscode.commands.executeCommand('setContext', contextKeys.sampleCreated, true);
  if (folders.length === 0) await vscode.commands.executeCommand('vscode.openFolder', parent);
  else await showSample(created);
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

async function showSample(folder: vscode.Uri): Promise<void> {
  const main = vscode.Uri.joinPath(folder, `${sampleName}.inp`);
  // A preview would replace the walkthrough.
  await vscode.window.showTextDocument(main, { preview: false });
  await vscode.commands.executeCommand('revealInExplorer', main);
  void offerUpload(folder);
}

async function offerUpload(folder: vscode.Uri): Promise<void> {
  const upload = vscode.l10n.t('Upload and Create Simulation…');
  const text = vscode.l10n.t(
    'The sample model was created in “{0}”. Right-click its folder in the Explorer to upload it.',
    path.basename(folder.fsPath),
  );
  const chosen = await showMessage('information', text, upload);
  if (chosen === upload) await vscode.commands.executeCommand(commands.uploadAndSimulate, folder);
}
