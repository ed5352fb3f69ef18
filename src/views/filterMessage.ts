import * as vscode from 'vscode';
import { escapeInvisible } from '../client/text/visibleText';

/** The message of a view that shows only some of its entries. VS Code shows it as plain text. */
export function describeFiltered(filter: string, shown: number, all: number): string {
  return vscode.l10n.t('Filtered by “{0}”: {1} of {2}.', escapeInvisible(filter, 120), shown, all);
}
