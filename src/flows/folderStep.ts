import path from 'node:path';
import * as vscode from 'vscode';
import type { CommandContext } from '../context';
import { isDismissed, type StepAnswer, type StepPosition } from '../ui/multiStep';
import { type Choice, pickOne } from '../ui/quickInput';
import { SelectionError } from '../upload/errors';
import type { DraftStep } from './launchDraft';
import { selectionsOf } from './selection';

/** Limit for the files searched to find the folders of a workspace; more would only lengthen the list. */
const maxFiles = 5000;

/** For flows that start without a selection: asks which folder of the workspace to upload. */
export function createFolderStep(context: Pick<CommandContext, 'settings'>): DraftStep {
  return async (state, position) => {
    const answer = await pickFolder(state.title, position);
    return isDismissed(answer) ? answer : { ...state, selections: selectionsOf([answer], context.settings) };
  };
}

/** Asks which folder of the workspace to work with. @throws SelectionError if there is none with files */
export async function pickFolder(title: string, position?: StepPosition): Promise<StepAnswer<vscode.Uri>> {
  const active = vscode.window.activeTextEditor?.document.uri.fsPath;
  return await pickOne<vscode.Uri>(
    {
      title,
      placeholder: vscode.l10n.t('Select the folder with the files of the model'),
      choices: listFolderChoices,
      preselect: (folder) => active !== undefined && path.dirname(active) === folder.fsPath,
    },
    position,
  );
}

async function listFolderChoices(): Promise<Choice<vscode.Uri>[]> {
  const files = await vscode.workspace.findFiles('**/*', '**/node_modules/**', maxFiles);
  const counts = new Map<string, number>();
  for (const { fsPath } of files) {
    for (const folder of listFoldersAbove(fsPath)) counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  if (counts.size === 0) throw new SelectionError('noFiles');
  return [...counts]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([folder, count]) => createFolderChoice(folder, count));
}

/** The folders from a file's own up to its workspace folder. */
function listFoldersAbove(file: string): string[] {
  const root = vscode.workspace.getWorkspaceFolder(vscode.Uri.file(file))?.uri.fsPath;
  if (root === undefined) return [];
  const folders: string[] = [];
  let folder = path.dirname(file);
  while (folder.length > root.length) {
    folders.push(folder);
    folder = path.dirname(folder);
  }
  return [...folders, root];
}

function createFolderChoice(folder: string, count: number): Choice<vscode.Uri> {
  const uri = vscode.Uri.file(folder);
  const root = vscode.workspace.getWorkspaceFolder(uri);
  const isRoot = root?.uri.fsPath === folder;
  return {
    label: isRoot ? root.name : vscode.workspace.asRelativePath(uri),
    description: count === 1 ? vscode.l10n.t('1 file') : vscode.l10n.t('{0} files', count),
    iconPath: new vscode.ThemeIcon(isRoot ? 'root-folder' : 'folder'),
    value: uri,
  };
}
