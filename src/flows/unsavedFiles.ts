import path from 'node:path';
import * as vscode from 'vscode';
import { escapeInvisible } from '../client/text/visibleText';
import { isInside } from '../files/paths';
import { askModally } from '../ui/askModally';
import type { Selection } from '../upload/uploadPlan';
import { getTabUri } from './selection';

/** Unsaved documents that belong to the selection, of every kind of editor. */
export function findUnsaved(selections: readonly Selection[]): vscode.Uri[] {
  const items = selections.flatMap((selection) => selection.items);
  const documents = [...vscode.workspace.textDocuments, ...vscode.workspace.notebookDocuments];
  const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs);
  const unsaved = [
    ...documents.filter((document) => document.isDirty).map((document) => document.uri),
    ...tabs.filter((tab) => tab.isDirty).flatMap((tab) => getTabUri(tab) ?? []),
  ];
  const distinct = new Map(unsaved.map((uri) => [uri.toString(), uri]));
  return [...distinct.values()].filter(
    (uri) => uri.scheme === 'file' && items.some((item) => isInside(item, uri.fsPath)),
  );
}

/** Limit for the files that are shown at once. */
const maxShownFiles = 10;

/** Shows files with unsaved changes, in place of the question about them. */
export async function showUnsaved(unsaved: readonly vscode.Uri[]): Promise<'leave'> {
  for (const uri of unsaved.slice(0, maxShownFiles)) {
    await vscode.commands.executeCommand('vscode.open', uri, { preview: false });
  }
  return 'leave';
}

/** Asks what to do with unsaved changes in files that are to be uploaded. @returns whether to continue */
export async function askToSave(selections: readonly Selection[]): Promise<boolean> {
  const unsaved = findUnsaved(selections);
  const [first] = unsaved;
  if (first === undefined) return true;
  const show = () => showUnsaved(unsaved);
  const chosen = await askModally({
    severity: 'warning',
    text:
      unsaved.length === 1
        ? vscode.l10n.t('“{0}” has unsaved changes.', escapeInvisible(path.posix.basename(first.path)))
        : vscode.l10n.t('{0} of the selected files have unsaved changes.', unsaved.length),
    detail: unsaved.map((uri) => escapeInvisible(vscode.workspace.asRelativePath(uri))),
    harmless: [{ label: 'showFiles', show }],
    acting: {
      save: vscode.l10n.t('Save and Upload'),
      asOnDisk: vscode.l10n.t('Upload Without Saving'),
    },
  });
  if (chosen !== 'save') return chosen === 'asOnDisk';
  const saved = await Promise.all(unsaved.map((uri) => vscode.workspace.save(uri)));
  return saved.every((uri) => uri !== undefined);
}
