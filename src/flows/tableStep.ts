import path from 'node:path';
import * as vscode from 'vscode';
import { escapeInvisible } from '../client/text/visibleText';
import { showMessage } from '../platform/output';
import { tablePattern } from '../study/readTableFile';
import { askModally } from '../ui/askModally';
import { isDismissed } from '../ui/multiStep';
import { type Choice, pickOne } from '../ui/quickInput';
import { findActiveFile } from './selection';
import { findUnsaved, showUnsaved } from './unsavedFiles';

/** Limit for the name of a table in a sentence; characters. */
const maxNameLength = 100;

/** Limit for the tables offered. */
const maxTables = 1000;

/** For commands without a selection: the table of the active editor, or the one that the user picks. */
export async function chooseTable(title: string): Promise<vscode.Uri | undefined> {
  const active = findActiveFile();
  if (active !== undefined && isTable(active)) return active;
  const found = await vscode.workspace.findFiles(tablePattern, '**/node_modules/**', maxTables);
  if (found.length === 0) {
    void showMessage('information', vscode.l10n.t('The workspace has no table (.csv).'));
    return undefined;
  }
  const answer = await pickOne<vscode.Uri>({
    title,
    placeholder:
      found.length >= maxTables
        ? vscode.l10n.t('There are too many to list all. For others, use their menus in the Explorer.')
        : vscode.l10n.t('Select the table with one row for each simulation'),
    choices: found.map(createChoice).sort((a, b) => (a.label < b.label ? -1 : 1)),
  });
  return isDismissed(answer) ? undefined : answer;
}

export function isTable({ path: name }: vscode.Uri): boolean {
  return path.posix.extname(name).toLowerCase() === '.csv';
}

/** Saves a table that has unsaved changes, because the file is read and not the editor. @returns whether to continue */
export async function askToSaveTable(table: string): Promise<boolean> {
  const [unsaved] = findUnsaved([{ root: path.dirname(table), items: [table], exclude: [] }]);
  if (unsaved === undefined) return true;
  const chosen = await askModally({
    severity: 'warning',
    text: vscode.l10n.t('“{0}” has unsaved changes.', escapeInvisible(path.basename(table), maxNameLength)),
    detail: [vscode.l10n.t('The table is read from the file.')],
    harmless: [{ label: 'showFiles', show: () => showUnsaved([unsaved]) }],
    acting: { save: vscode.l10n.t('Save') },
  });
  if (chosen !== 'save') return false;
  return (await vscode.workspace.save(unsaved)) !== undefined;
}

function createChoice(value: vscode.Uri): Choice<vscode.Uri> {
  return { label: vscode.workspace.asRelativePath(value), iconPath: new vscode.ThemeIcon('table'), value };
}
