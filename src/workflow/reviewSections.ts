import * as vscode from 'vscode';
import { stringifyExactly } from '../client/core/exactJson';
import type { DeckReport } from '../deck/finding';
import { toPlanFindings } from '../flows/plan/deckFindings';
import { describeNamedFile } from '../flows/plan/describeNamedFile';
import type { LaunchPlan } from '../launch/launch';
import { formatName } from '../messages/deckFindings';
import { formatListedFile } from '../messages/listedFile';
import { formatBytes } from '../platform/format';
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
