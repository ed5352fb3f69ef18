import path from 'node:path';
import * as vscode from 'vscode';
import type { CommandContext } from '../context';
import { describeFileCount } from '../messages/counts';
import { isNameOfSample, sampleDeck, sampleName } from '../platform/sampleModel';
import { isDismissed, type StepAnswer, type StepPosition } from '../ui/multiStep';
import { type Choice, pickOne } from '../ui/quickInput';
import { SelectionError } from '../upload/errors';
import type { DraftStep } from './launchDraft';
import { type ListedFolder, listFolders, proposeFolder } from './listFolders';
import { findActiveFile, selectionsOf } from './selection';

/** Limit for the files searched to find the folders of a workspace: each is sent to this process. */
const maxFiles = 20_000;

/**
 * For flows that start without a selection: asks which folder of the workspace to upload.
 * @param wanted absolute path of a folder to propose, before that of an open editor
 */
export function createFolderStep(context: Pick<CommandContext, 'settings'>, wanted?: string): DraftStep {
  return async (state, position) => {
    const answer = await pickFolder(state.title, { wanted, position });
    return isDismissed(answer) ? answer : { ...state, selections: selectionsOf([answer], context.settings) };
  };
}

interface FolderQuestion {
  /** Absolute path of a folder to propose, before that of an open editor. */
  readonly wanted?: string | undefined;
  readonly position?: StepPosition;
}

/** Asks which folder of the workspace to work with. @throws SelectionError if there is none with files */
export async function pickFolder(
  title: string,
  { wanted, position }: FolderQuestion = {},
): Promise<StepAnswer<vscode.Uri>> {
  let isCut = false;
  let proposed: string | undefined;
  return await pickOne<vscode.Uri>(
    {
      title,
      placeholder: () =>
        isCut
          ? vscode.l10n.t('There are too many to list all. For others, use their menus in the Explorer.')
          : vscode.l10n.t('Select the folder with the files of the model'),
      choices: async () => {
        const files = await findFiles();
        const found = listFolders(files, getRootOf, maxFiles);
        if (found.folders.length === 0) throw new SelectionError('noFiles');
        isCut = found.isCut;
        const known = [
          ...(wanted === undefined ? [] : [wanted]),
          ...listOpenFolders(),
          ...listSamples(files),
        ];
        proposed = proposeFolder(found.folders, known)?.folder;
        return found.folders.map(createFolderChoice);
      },
      preselect: ({ fsPath }) => fsPath === proposed,
    },
    position,
  );
}

async function findFiles(): Promise<string[]> {
  const files = await vscode.workspace.findFiles('**/*', '**/node_modules/**', maxFiles);
  return files.map(({ fsPath }) => fsPath);
}

function getRootOf(file: string): string | undefined {
  return vscode.workspace.getWorkspaceFolder(vscode.Uri.file(file))?.uri.fsPath;
}

/** The folders of the files in the editors that are in sight, the active one first. */
function listOpenFolders(): string[] {
  const active = findActiveFile();
  const visible = vscode.window.visibleTextEditors.map(({ document }) => document.uri);
  return [...(active === undefined ? [] : [active]), ...visible].map(({ fsPath }) => path.dirname(fsPath));
}

/** The folders of the sample model, the newest one first. */
function listSamples(files: readonly string[]): string[] {
  return files
    .filter((file) => path.basename(file) === sampleDeck)
    .map((file) => path.dirname(file))
    .filter((folder) => isNameOfSample(sampleName, path.basename(folder)))
    .sort((a, b) => b.length - a.length || (a < b ? 1 : -1));
}

function createFolderChoice({ folder, count, isRoot }: ListedFolder): Choice<vscode.Uri> {
  const uri = vscode.Uri.file(folder);
  const root = vscode.workspace.getWorkspaceFolder(uri);
  return {
    label: isRoot && root !== undefined ? root.name : vscode.workspace.asRelativePath(uri),
    ...(count !== undefined && {
      description: describeFileCount(count),
    }),
    iconPath: new vscode.ThemeIcon(isRoot ? 'root-folder' : 'folder'),
    value: uri,
  };
}
