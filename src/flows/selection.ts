import path from 'node:path';
import * as vscode from 'vscode';
import type { Settings } from '../session/settings';
import { SelectionError } from '../upload/errors';
import type { Selection } from '../upload/uploadPlan';
import { maxUris } from '../upload/uriList';

/**
 * The entries that the Explorer passes to a command: the one that was clicked and all that are selected. A click
 * outside the selection means that entry alone. The tab of an editor passes its file, and where the tab is. The title of a
 * view passes the row that has the focus, which says nothing about files. Any extension, keybinding or agent may call a command too, so all
 * other arguments are rejected: a question instead would hide that they were not understood.
 *
 * @returns `undefined` without files, as from the command palette or from the title of a view
 * @throws SelectionError
 */
export function parseExplorerUris(clicked: unknown, selected: unknown): vscode.Uri[] | undefined {
  if (selected === undefined || isPlaceOfTab(selected)) {
    if (clicked === undefined || isViewRow(clicked)) return undefined;
    return [parseUri(clicked)];
  }
  if (isBesideEntries(clicked, selected)) return undefined;
  const entry = parseUri(clicked);
  if (!Array.isArray(selected) || selected.length > maxUris) throw new SelectionError('badArguments');
  const all = Array.from(selected, parseUri);
  return all.some((uri) => uri.toString() === entry.toString()) ? all : [entry];
}

/** Whether a value is what VS Code passes with the file of a tab. */
function isPlaceOfTab(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'groupId' in value && 'editorIndex' in value;
}

/** Whether a value is a row of one of the views of this extension. */
function isViewRow(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'kind' in value && typeof value.kind === 'string';
}

/**
 * Whether the user clicked below the entries of an Explorer with several folders, which passes an empty object and
 * no selection.
 */
function isBesideEntries(clicked: unknown, selected: unknown): boolean {
  if (typeof clicked !== 'object' || clicked === null || Array.isArray(clicked)) return false;
  return Object.keys(clicked).length === 0 && Array.isArray(selected) && selected.length === 0;
}

function parseUri(value: unknown): vscode.Uri {
  if (value instanceof vscode.Uri) return value;
  throw new SelectionError('badArguments');
}

/** One selection for each workspace folder. @throws SelectionError */
export function selectionsOf(uris: readonly vscode.Uri[], settings: Settings): Selection[] {
  if (uris.length === 0) throw new SelectionError('noFiles');
  const byRoot = new Map<string, { folder: vscode.WorkspaceFolder; items: Set<string> }>();
  for (const uri of uris) {
    const item = getPathOnDisk(uri);
    const folder = vscode.workspace.getWorkspaceFolder(vscode.Uri.file(item));
    if (folder === undefined) throw new SelectionError('outsideWorkspace');
    const root = byRoot.get(folder.uri.fsPath) ?? { folder, items: new Set() };
    root.items.add(item);
    byRoot.set(folder.uri.fsPath, root);
  }
  return [...byRoot.values()].map(({ folder, items }) => ({
    root: folder.uri.fsPath,
    items: [...items],
    exclude: settings.exclude(folder.uri),
  }));
}

/** As {@link selectionsOf}. @param files absolute paths; none for no selection */
export function selectFiles(files: Iterable<string>, settings: Settings): Selection[] {
  const uris = [...files].map((file) => vscode.Uri.file(file));
  return uris.length === 0 ? [] : selectionsOf(uris, settings);
}

/** The path without `..`: VS Code compares it literally with those of the workspace folders. */
function getPathOnDisk(uri: vscode.Uri): string {
  if (uri.scheme !== 'file') throw new SelectionError('notOnDisk');
  if (uri.fsPath.includes('\0')) throw new SelectionError('badArguments');
  return path.resolve(uri.fsPath);
}

/** The file of the active editor, if it is on disk and in the workspace. */
export function findActiveFile(): vscode.Uri | undefined {
  const tab = vscode.window.tabGroups.activeTabGroup.activeTab;
  const uri = tab === undefined ? undefined : getTabUri(tab);
  const isFile = uri?.scheme === 'file' && vscode.workspace.getWorkspaceFolder(uri) !== undefined;
  return isFile ? uri : undefined;
}

/** The file that a tab shows, if it shows one in a single editor. */
export function getTabUri(tab: vscode.Tab): vscode.Uri | undefined {
  const input = tab.input;
  const known =
    input instanceof vscode.TabInputText ||
    input instanceof vscode.TabInputNotebook ||
    input instanceof vscode.TabInputCustom;
  return known ? input.uri : undefined;
}
