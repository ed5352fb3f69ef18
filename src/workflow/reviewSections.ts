import * as vscode from 'vscode';
import { stringifyExactly } from '../client/core/exactJson';
import { escapeInvisible } from '../client/text/visibleText';
import type { DeckReport } from '../deck/finding';
import { toPlanFindings } from '../flows/plan/deckFindings';
import { describeNamedFile } from '../flows/plan/describeNamedFile';
import type { LaunchPlan } from '../launch/launch';
import { formatName } from '../messages/deckFindings';
import { formatListedFile } from '../messages/listedFile';
import { formatBytes, formatCount } from '../platform/format';
import { type PreparedLaunch, previewBodies } from '../request/prepareLaunch';
import type { ServiceSnapshot } from '../session/service';
import type { PlannedFile } from '../upload/uploadPlan';

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

/** The files of a model that is uploaded. */
export function describeFiles(files: readonly Pick<PlannedFile, 'name' | 'size'>[]): readonly string[] {
  return formatSection(
    vscode.l10n.t('Files of the model'),
    files.map((file) => formatListedFile(file, formatBytes)),
  );
}

export function describeBodies(bodies: PreparedLaunch['bodies']): readonly string[] {
  return formatSection(
    vscode.l10n.t('Bodies of the requests that will be sent.'),
    stringifyExactly(bodies, 2).split('\n'),
  );
}

/** Everything that a new launch sends, as far as it is known before the first response. */
export function describeSent({ mapping }: ServiceSnapshot, launch: LaunchPlan): readonly string[] {
  const files = 'files' in launch.model ? launch.model.files : [];
  return [...describeFiles(files), ...describeBodies(previewBodies(mapping, launch))];
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

/** Limit for a text in a question, so that the other lines and the buttons stay in view; characters. */
const maxShownLength = 200;

/**
 * Formats a text that will be sent, for the question whether to send it. A long one is cut and says so: somebody else
 * may have written it, and what follows must not be sent unnoticed.
 */
export function formatSentText(text: string, maxLength = maxShownLength): string {
  const shown = escapeInvisible(text, maxLength);
  const isWhole = escapeInvisible(text, Infinity) === shown;
  return isWhole ? shown : vscode.l10n.t('{0} ({1} characters in all)', shown, formatCount(text.length));
}

/** In the sentence that asks. */
const maxLabelLength = 100;

/** Formats the label of a task for a sentence that quotes it, so that it cannot seem to end the quotation. */
export function formatLabel(label: string): string {
  return escapeInvisible(label, maxLabelLength).replace(
    /["\u00ab\u00bb\u2039\u203a\u201c-\u201f\u275d\u275e\u300c-\u300f\u301d-\u301f\uff02]/g,
    "'",
  );
}
