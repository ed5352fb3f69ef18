import path from 'node:path';
import * as vscode from 'vscode';
import type { Finding } from '../../deck/finding';
import { formatName, isNamedFromTop } from '../../messages/deckFindings';
import { formatCount } from '../../platform/format';
import type { NamedFile } from './deckFindings';

/** Says beside its name where a file is named, and why it may not be found; on one line. */
export function describeNamedFile({ finding, otherPlaces }: NamedFile): string {
  const { deck, line } = finding;
  const first = vscode.l10n.t(
    '{0}, line {1}',
    formatName(deck.name || path.basename(deck.path)),
    formatCount(line),
  );
  const places =
    otherPlaces === 0 ? first : vscode.l10n.t('{0}, and other places: {1}', first, formatCount(otherPlaces));
  const reasons = [
    describeReason(finding),
    finding.hasBackslashes === true ? describeBackslashes() : undefined,
  ].filter((reason) => reason !== undefined);
  return reasons.reduce(
    (text, reason, index) =>
      index === 0 ? vscode.l10n.t('{0}: {1}', text, reason) : vscode.l10n.t('{0}; {1}', text, reason),
    places,
  );
}

function describeBackslashes(): string {
  return vscode.l10n.t('backslashes, which only Windows understands');
}

function describeReason(finding: Finding): string | undefined {
  const { state, actual = '', pattern = '' } = finding;
  return {
    found: () => undefined,
    notSelected: () => undefined,
    excluded: () => vscode.l10n.t('excluded by {0}', formatName(pattern)),
    missing: () => vscode.l10n.t('no such file here'),
    notRegular: () => vscode.l10n.t('not a regular file'),
    outside: () => vscode.l10n.t('outside the workspace'),
    caseDiffers: () => vscode.l10n.t('the file is {0}, and only the case differs', formatName(actual)),
    encodingDiffers: () =>
      vscode.l10n.t('the file is {0}, and only the encoding of a character differs', formatName(actual)),
    nameDiffers: () => describeOtherName(finding),
    absolutePath: () => vscode.l10n.t('an absolute path, which the service may not have'),
    backslashes: describeBackslashes,
    cannotCheck: () => vscode.l10n.t('cannot be checked'),
  }[state]();
}

function describeOtherName({ name, actual = '', readAs }: Finding): string {
  if (readAs !== undefined) return vscode.l10n.t('read as {0}, without blanks', formatName(readAs));
  return isNamedFromTop({ name, actual })
    ? vscode.l10n.t('there only from the outermost folder of the model')
    : vscode.l10n.t('its name in the model is {0}', formatName(actual));
}

/** Says beside its name how far a deck was checked. */
export function describePartlyRead(line: number): string {
  return vscode.l10n.t('checked up to line {0}', formatCount(line));
}
