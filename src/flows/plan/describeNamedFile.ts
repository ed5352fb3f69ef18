import path from 'node:path';
import * as vscode from 'vscode';
import { describeFinding, formatName } from '../../messages/deckFindings';
import { formatCount, formatLine } from '../../platform/format';
import type { NamedFile } from './deckFindings';

/** Says beside its name where a file is named. */
export function describePlaces({ finding: { deck, line }, otherPlaces }: NamedFile): string {
  const first = vscode.l10n.t(
    '{0}, line {1}',
    formatName(deck.name || path.basename(deck.path)),
    formatCount(line),
  );
  return otherPlaces === 0
    ? first
    : vscode.l10n.t('{0}, and other places: {1}', first, formatCount(otherPlaces));
}

/** Says why a file that is named may not be found, as Problems does; undefined where it is just not selected. */
export function describeDoubt({ finding }: NamedFile): string | undefined {
  const { state, hasBackslashes = false } = finding;
  const isPlain = (state === 'found' || state === 'notSelected') && !hasBackslashes;
  return isPlain ? undefined : describeFinding(finding);
}

/** As {@link describePlaces} and {@link describeDoubt}, in one line of a document. */
export function describeNamedFile(file: NamedFile): string {
  const doubt = describeDoubt(file);
  const places = describePlaces(file);
  return doubt === undefined ? places : formatLine(places, doubt);
}
