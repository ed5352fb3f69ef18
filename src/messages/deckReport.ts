import path from 'node:path';
import * as l10n from '@vscode/l10n';
import type { DeckFile, DeckReport, Finding } from '../deck/finding';
import { formatLine } from '../platform/format';
import type { ExcludedEntry, RejectedEntry } from '../upload/uploadPlan';
import { describeExcludedDecks, formatName, isWorthShowing } from './deckFindings';
import { describeRejection } from './rejections';

interface CheckedPlan {
  readonly files: readonly { readonly name: string }[];
  readonly rejected: readonly RejectedEntry[];
  readonly excluded: readonly ExcludedEntry[];
}

/**
 * Says in a sentence what a check of decks has found, and whether it was cut short.
 * @param plan the files that were checked, and those that could not be
 * @param formatCount formats a number in the notation of the user's language
 */
export function describeDeckReport(
  { decks, findings, partlyRead }: DeckReport,
  plan: CheckedPlan,
  formatCount: (count: number) => string,
): string {
  const result =
    decks.length === 0 ? describeNoDeck(plan, formatCount) : describeResult(findings, decks, formatCount);
  const excluded = describeExcludedDecks(plan.excluded, formatCount).map((text) => l10n.t('{0}.', text));
  const cut = partlyRead.length === 0 ? [] : [l10n.t('Not everything could be checked.')];
  return [result, ...cut, ...excluded].join(' ');
}

function describeNoDeck({ files, rejected }: CheckedPlan, formatCount: (count: number) => string): string {
  const [file] = files;
  const [refusal] = rejected;
  if (file === undefined && refusal !== undefined)
    return formatLine(formatName(refusal.name), describeRejection(refusal));
  return file !== undefined && files.length === 1
    ? l10n.t('“{0}” was not recognised as a deck.', formatName(file.name))
    : l10n.t('No deck was recognised among {0} files.', formatCount(files.length));
}

function describeResult(
  findings: readonly Finding[],
  decks: readonly DeckFile[],
  formatCount: (count: number) => string,
): string {
  const where = describePlace(decks, formatCount);
  const isOpen = findings.some((finding) => finding.state === 'cannotCheck' && isWorthShowing(finding));
  const checked = findings.filter(({ state }) => state !== 'cannotCheck');
  const wrong = checked.filter(isWorthShowing);
  if (wrong.length > 0) {
    const naming =
      decks.length === 1 ? decks : [...new Map(wrong.map(({ deck }) => [deck.path, deck])).values()];
    return describeWrong(wrong, describePlace(naming, formatCount), formatCount);
  }
  if (checked.length > 0) {
    return isOpen
      ? l10n.t('All files named in {0} that can be checked are there.', where)
      : l10n.t('All files named in {0} are there.', where);
  }
  return isOpen
    ? l10n.t('No file named in {0} can be checked.', where)
    : l10n.t('No files are named in {0}.', where);
}

function describePlace(decks: readonly DeckFile[], formatCount: (count: number) => string): string {
  const [deck] = decks;
  return deck !== undefined && decks.length === 1
    ? formatName(deck.name || path.basename(deck.path))
    : l10n.t('{0} decks', formatCount(decks.length));
}

function describeWrong(
  wrong: readonly Finding[],
  where: string,
  formatCount: (count: number) => string,
): string {
  // A file that is named twice is one file. In other decks, the same name may mean another one.
  const keys = wrong.map(({ target, deck, name }) => target ?? JSON.stringify([deck.path, name]));
  const count = new Set(keys).size;
  const shown = formatCount(count);
  if (wrong.every(({ state }) => state === 'notSelected'))
    return l10n.t('Files named in {0} that are not selected: {1}.', where, shown);
  return wrong.every(({ state }) => state === 'missing')
    ? l10n.t('Files named in {0} that are missing: {1}.', where, shown)
    : l10n.t('Files named in {0} that the solver may not find: {1}.', where, shown);
}
