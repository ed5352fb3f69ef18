import * as vscode from 'vscode';
import type { DeckReport } from '../../deck/finding';
import { toPlanFindings } from '../../flows/plan/deckFindings';
import { describeNamedFile } from '../../flows/plan/describeNamedFile';
import { formatName } from '../../messages/deckFindings';

/** The document that shows everything before a yes. */
export function formatReview(details: readonly string[], sections: readonly string[]): string {
  return [
    vscode.l10n.t('Close this editor to return to the question.'),
    '',
    ...details,
    ...sections,
    '',
  ].join('\n');
}

/** A heading with lines below it, for the document that shows everything before a yes; nothing without lines. */
export function formatSection(title: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : ['', title, ...lines.map((line) => `  ${line}`)];
}

/** The files that decks name, as far as the user may have to do something about them. */
export function describeDeckSections(deck: DeckReport): readonly string[] {
  const { missing, others } = toPlanFindings(deck);
  const list = (files: typeof missing) =>
    files.map((file) => `${formatName(file.finding.name)}  ${describeNamedFile(file)}`);
  return [
    ...formatSection(vscode.l10n.t('Named in the deck, but not among the files'), list(missing)),
    ...formatSection(vscode.l10n.t('To check in the deck'), list(others)),
  ];
}
