import * as vscode from 'vscode';
import type { CommandContext } from '../context';
import { pickFolder } from '../flows/folderStep';
import { type CheckedSelections, checkSelections } from '../flows/plan/deckCheckStep';
import { findActiveFile, parseExplorerUris, selectionsOf } from '../flows/selection';
import { findUnsaved } from '../flows/unsavedFiles';
import { isWorthShowing } from '../messages/deckFindings';
import { describeDeckReport } from '../messages/deckReport';
import { formatCount } from '../platform/format';
import { withStoppableProgress } from '../ui/cancellableProgress';
import { isDismissed } from '../ui/multiStep';
import { type Button, showWithButtons } from '../ui/showWithButtons';
import type { Selection } from '../upload/uploadPlan';
import { DeckProblems } from '../views/deckProblems';

/** Created with the first check, because most windows never run one. It lasts as long as the window. */
let problems: DeckProblems | undefined;

/** Files → what their decks name, in Problems. Sends nothing, so the workspace need not be trusted. */
export async function showDeckCheck(
  context: Pick<CommandContext, 'log' | 'settings'>,
  clicked?: unknown,
  selected?: unknown,
): Promise<void> {
  const uris = parseExplorerUris(clicked, selected) ?? (await chooseUris());
  if (uris === undefined) return;
  const { settings, log } = context;
  const selections = selectionsOf(uris, settings);
  const check = (signal: AbortSignal) => checkSelections(selections, settings, signal);
  const checked = await withStoppableProgress(vscode.l10n.t('Checking which files are named…'), check);
  if (checked === undefined) return;
  problems ??= new DeckProblems((error) => log.failed(error));
  problems.show({
    uris,
    report: checked.report,
    checkAgain: async (signal) => (await check(signal)).report,
  });
  void showSummary(checked, selections);
}

/** @returns undefined when the user dismissed the question */
async function chooseUris(): Promise<vscode.Uri[] | undefined> {
  const file = findActiveFile();
  if (file !== undefined) return [file];
  const folder = await pickFolder(vscode.l10n.t('Check Deck'));
  return isDismissed(folder) ? undefined : [folder];
}

async function showSummary(
  { plan, report }: CheckedSelections,
  selections: readonly Selection[],
): Promise<void> {
  const text = describeDeckReport(report, plan, formatCount);
  const isUnsaved = findUnsaved(selections).length > 0;
  const shown = report.findings.filter(isWorthShowing);
  const hasRows = shown.length + report.partlyRead.length > 0;
  const show: Button = {
    label: vscode.l10n.t('Show Problems'),
    run: () => void vscode.commands.executeCommand('workbench.actions.view.problems'),
  };
  await showWithButtons(
    plan.files.length === 0 || shown.some(({ state }) => state !== 'cannotCheck') ? 'warning' : 'information',
    isUnsaved ? `${text} ${vscode.l10n.t('Unsaved changes were not checked.')}` : text,
    hasRows ? [show] : [],
  );
}
