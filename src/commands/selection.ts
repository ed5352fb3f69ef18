import path from 'node:path';
import * as vscode from 'vscode';
import type { Settings } from '../settings';
import type { Selection } from '../upload/uploadPlan';
import { isInside } from '../upload/paths';

/** A command was called with something that it does not upload. */
export class SelectionError extends Error {
  override readonly name = 'SelectionError';

  constructor(readonly reason: 'noFiles' | 'notOnDisk' | 'outsideWorkspace') {
    super(`the selection cannot be uploaded: ${reason}`);
  }
}

/**
 * What the Explorer passes to a command: the entry that was clicked and all that are selected. A click
 * outside the selection means that entry alone.
 *
 * @returns `undefined` when there are no arguments, as from the command palette.
 */
export function explorerUris(clicked: unknown, selected: unknown): vscode.Uri[] | undefined {
  if (!(clicked instanceof vscode.Uri)) return undefined;
  const all = Array.isArray(selected) ? selected.filter((uri) => uri instanceof vscode.Uri) : [];
  return all.some((uri) => uri.toString() === clicked.toString()) ? all : [clicked];
}

/** One selection for each workspace folder. @throws SelectionError */
export function selectionsOf(uris: readonly vscode.Uri[], settings: Settings): Selection[] {
  if (uris.length === 0) throw new SelectionError('noFiles');
  const byRoot = new Map<string, { folder: vscode.WorkspaceFolder; items: string[] }>();
  for (const uri of uris) {
    if (uri.scheme !== 'file') throw new SelectionError('notOnDisk');
    const folder = vscode.workspace.getWorkspaceFolder(uri);
    if (folder === undefined) throw new SelectionError('outsideWorkspace');
    const root = byRoot.get(folder.uri.fsPath) ?? { folder, items: [] };
    root.items.push(withoutTrailingSeparator(uri.fsPath));
    byRoot.set(folder.uri.fsPath, root);
  }
  return [...byRoot.values()].map(({ folder, items }) => ({
    root: folder.uri.fsPath,
    items,
    exclude: settings.exclude(folder.uri),
  }));
}

/** Documents with unsaved changes that belong to the selection, of every kind of editor. */
export function unsavedIn(selections: readonly Selection[]): vscode.Uri[] {
  const items = selections.flatMap((selection) => selection.items);
  const documents = [...vscode.workspace.textDocuments, ...vscode.workspace.notebookDocuments];
  const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs);
  const unsaved = [
    ...documents.filter((document) => document.isDirty).map((document) => document.uri),
    ...tabs.filter((tab) => tab.isDirty).flatMap((tab) => tabUri(tab) ?? []),
  ];
  const distinct = new Map(unsaved.map((uri) => [uri.toString(), uri]));
  return [...distinct.values()].filter(
    (uri) => uri.scheme === 'file' && items.some((item) => isInside(item, uri.fsPath)),
  );
}

function tabUri(tab: vscode.Tab): vscode.Uri | undefined {
  const input = tab.input;
  const known =
    input instanceof vscode.TabInputText ||
    input instanceof vscode.TabInputNotebook ||
    input instanceof vscode.TabInputCustom;
  return known ? input.uri : undefined;
}

function withoutTrailingSeparator(fsPath: string): string {
  return fsPath.length > 1 && fsPath.endsWith(path.sep) ? fsPath.slice(0, -1) : fsPath;
}
