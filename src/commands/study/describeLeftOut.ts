import * as vscode from 'vscode';
import { formatCount, formatTime } from '../../platform/format';
import type { StudyRow } from '../../study/study';
import { formatSentText } from '../../workflow/quotedText';

/** Rows that are left out, and when the rows of other studies with the same content began; ms since the epoch. */
export type LeftOutRows = readonly {
  readonly row: Pick<StudyRow, 'name'>;
  readonly otherRow: { readonly at: number };
}[];

/** Limit for the rows that are named one by one. */
const maxNamedRows = 3;

/** Limit for the name of a row; characters. */
const maxNameLength = 60;

/** Names the rows that are left out, because rows of other studies have the same content. */
export function describeLeftOut(leftOut: LeftOutRows): readonly string[] {
  const named = leftOut
    .slice(0, maxNamedRows)
    .map(({ row, otherRow: { at } }) => describeTaken(row.name, at));
  const more = leftOut.length - named.length;
  if (more === 0) return named;
  return [...named, vscode.l10n.t('More rows that other studies started: {0}.', formatCount(more))];
}

function describeTaken(name: string, at: number): string {
  return vscode.l10n.t(
    '“{0}” was started by another study at {1}.',
    formatSentText(name, maxNameLength),
    formatTime(at),
  );
}
