import * as vscode from 'vscode';
import type { CommandContext } from '../context';
import { commands } from '../contributions';
import { describeError } from '../messages/describeError';
import { remediesFor, type Remedy } from '../messages/remedies';
import { showMessage } from '../platform/output';
import type { ActionRow } from './choiceRows';
import type { LoadOptions, OtherRows } from './loadRows';
import { withInterruption } from './quickInput';
import { runRemedy } from './remedyButtons';

/**
 * The rows in place of a list that could not be loaded: the reason, Try Again and the remedies. A remedy interrupts
 * the question; afterwards the list is requested again.
 */
export function createFailureRows(
  { log }: Pick<CommandContext, 'log'>,
  error: unknown,
  loadAgain: (options?: Pick<LoadOptions, 'unattended'>) => void,
): OtherRows<never> {
  log.failed(error);
  const tryAgain = createRow(vscode.l10n.t('Try Again'), 'refresh', () => loadAgain());
  const help = async (remedy: Remedy) => {
    await withInterruption(() => runRemedy(remedy));
    // A user who has just dismissed the sign-in is not asked once more.
    loadAgain({ unattended: true });
  };
  const remedies = remediesFor(error).map((remedy) =>
    createRow(remedy.label, 'tools', () => {
      const work = onlyShows(remedy) ? runRemedy(remedy) : help(remedy);
      work.catch((failure: unknown) => log.failed(failure));
    }),
  );
  return { rows: [createReasonRow(describeError(error)), tryAgain, ...remedies], active: tryAgain };
}

const shows: readonly string[] = [commands.showLog, commands.showResponse, commands.editRequestBody];

/** Whether the remedy only shows something: the question can stay open, and its list need not be requested again. */
function onlyShows(remedy: Remedy): boolean {
  return 'setting' in remedy || shows.includes(remedy.command);
}

/** A row has two lines, and VS Code cuts both; choosing it shows the whole text. */
function createReasonRow(text: string): ActionRow {
  const [, first = text, rest = ''] = /^(.{1,90}?[.:])\s+(.*)$/su.exec(text) ?? [];
  const row = createRow(first, 'error', () => void showMessage('error', text));
  return rest === '' ? row : { ...row, detail: rest };
}

/** @param icon the name of a product icon */
function createRow(label: string, icon: string, run: () => void): ActionRow {
  return { label, iconPath: new vscode.ThemeIcon(icon), alwaysShow: true, run };
}
