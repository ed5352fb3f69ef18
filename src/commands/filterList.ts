import * as vscode from 'vscode';
import { isDismissed } from '../ui/multiStep';
import { enterText } from '../ui/quickInput';

/** Asks for a list's filter, with the current one as default. */
export async function filterList(view: { filter: string }, title: string): Promise<void> {
  const answer = await enterText({
    title,
    prompt: vscode.l10n.t('Part of a name or ID. Leave empty to show all.'),
    value: view.filter,
    problem: () => undefined,
  });
  if (!isDismissed(answer)) view.filter = answer;
}
