import path from 'node:path';
import * as vscode from 'vscode';
import type { CommandContext } from '../context';
import { isDismissed, type StepAnswer, type StepPosition } from '../ui/multiStep';
import { type Choice, pickOne } from '../ui/quickInput';
import { SelectionError } from '../upload/errors';
import type { DraftStep } from './launchDraft';
import { type ListedFolder, type ListedFolders, listFolders } from './listFolders';
import { selectionsOf } from './selection';

/** Limit for the files searched to find the folders of a workspace: each is sent to this process. */
const maxFiles = 20_000;

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
  let isCut = false;
  return await pickOne<vscode.Uri>(
    {
      title,
      placeholder: () =>
        isCut
          ? vscode.l10n.t('There are too many to list all. For others, use their menus in the Explorer.')
          : vscode.l10n.t('Select the folder with the files of the model'),
      choices: async () => {
        const found = await findFolders();
        isCut = found.isCut;
        return found.folders.map(createFolderChoice);
      },
      preselect: (folder) => active !== undefined && path.dirname(active) === folder.fsPath,
    },
    position,
  );
}

async function findFolders(): Promise<ListedFolders> {
  const files = await vscode.workspace.findFiles('**/*', '**/node_modules/**', maxFiles);
  const rootOf = (file: string) => vscode.workspace.getWorkspaceFolder(vscode.Uri.file(file))?.uri.fsPath;
  const found = listFolders(
    files.map(({ fsPath }) => fsPath),
    rootOf,
    maxFiles,
  );
  if (found.folders.length === 0) throw new SelectionError('noFiles');
  return found;
}

function createFolderChoice({ folder, count }: ListedFolder): Choice<vscode.Uri> {
  const uri = vscode.Uri.file(folder);
  const root = vscode.workspace.getWorkspaceFolder(uri);
  const isRoot = root?.uri.fsPath === folder;
  return {
    label: isRoot ? root.name : vscode.workspace.asRelativePath(uri),
    ...(count !== undefined && {
      description: count === 1 ? vscode.l10n.t('1 file') : vscode.l10n.t('{0} files', count),
    }),
    iconPath: new vscode.ThemeIcon(isRoot ? 'root-folder' : 'folder'),
    value: uri,
  };
}
