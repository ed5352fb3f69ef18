import * as l10n from '@vscode/l10n';
import { escapeInvisible } from '../client/text/visibleText';
import type { StopReason, StudyRow } from '../study/study';
import type { StudyState } from '../study/studyState';

/** Counts the rows of a study: "20 of 48 started, 1 failed, 1 unknown". @param format formats a number */
export function describeStudyCounts(
  { rows, started, failed, unknown, leftOut }: StudyState['counts'],
  format: (count: number) => string,
): string {
  return [
    l10n.t('{0} of {1} started', format(started), format(rows)),
    ...(failed === 0 ? [] : [l10n.t('{0} failed', format(failed))]),
    ...(unknown === 0 ? [] : [l10n.t('{0} unknown', format(unknown))]),
    ...(leftOut === 0 ? [] : [l10n.t('{0} left out', format(leftOut))]),
  ].join(', ');
}

/** Limits for the cells of one row in a question. */
const maxCellLength = 60;
const maxCells = 30;

/** The cells of a row with the names of their columns, for a question: long ones are cut. */
export function listCells(columns: readonly string[], { cells }: Pick<StudyRow, 'cells'>): readonly string[] {
  const named = cells.flatMap((cell, index) => {
    const column = columns[index] ?? '';
    if (column === '' && cell === '') return [];
    return [`${escapeInvisible(column, maxCellLength)}: ${escapeInvisible(cell, maxCellLength)}`];
  });
  return named.length <= maxCells ? named : [...named.slice(0, maxCells), '…'];
}

/** Says why a study is not running although rows wait. */
export function describeStopReason(reason: StopReason): string {
  return {
    stopped: l10n.t('It was stopped.'),
    firstRowOnly: l10n.t('It stopped after its first row, as you chose.'),
    probeFailed: l10n.t('It stopped because the first row failed, and the others would probably fail too.'),
    threeFailed: l10n.t('It stopped because three consecutive rows failed.'),
    noAnswer: l10n.t('It stopped because the service did not answer after a row with an unknown outcome.'),
    error: l10n.t('It stopped because of a problem on this computer.'),
  }[reason];
}
