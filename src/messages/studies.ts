import * as l10n from '@vscode/l10n';
import { escapeInvisible } from '../client/text/visibleText';
import type { PassedOverRow } from '../study/caseRows';
import type { PreparedStudy, StopReason, StudyRow, TextAmongNumbers } from '../study/study';
import type { StudyState } from '../study/studyState';

/**
 * Counts the rows of a study: "1 unknown, 1 failed, 20 of 48 started". A row of a view is cut at its end, so whatever needs
 * attention comes first.
 * @param format formats a number
 */
export function describeStudyCounts(
  { rows, started, failed, unknown, leftOut }: StudyState['counts'],
  format: (count: number) => string,
): string {
  return [
    ...(unknown === 0 ? [] : [l10n.t('{0} unknown', format(unknown))]),
    ...(failed === 0 ? [] : [l10n.t('{0} failed', format(failed))]),
    l10n.t('{0} of {1} started', format(started), format(rows)),
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
    probeFailed: l10n.t(
      'It stopped after the first row that it tried, because the others would probably end in the same way.',
    ),
    threeFailed: l10n.t('It stopped because three consecutive rows failed.'),
    noAnswer: l10n.t('It stopped because the service did not answer after a row with an unknown outcome.'),
    error: l10n.t('It stopped because of a problem on this computer.'),
  }[reason];
}

/** Limits for what one line of a question names. */
const maxNamed = 5;
/** Limit for the columns of which a question names cells. */
const maxColumns = 5;

/**
 * Says in lines what a person may not expect of a table: its rows that are no cases, and the texts in columns of
 * numbers.
 */
export function describeOddities({
  passedOver,
  textsAmongNumbers,
}: Pick<PreparedStudy, 'passedOver' | 'textsAmongNumbers'>): string[] {
  const kinds = [...new Set(passedOver.map(({ kind }) => kind))];
  const isOfText = ({ isShortened }: TextAmongNumbers) => isShortened === true;
  const namesOf = (texts: readonly TextAmongNumbers[]) => [...new Set(texts.map(({ column }) => column))];
  const columns = namesOf(textsAmongNumbers.filter((text) => !isOfText(text)));
  const moreColumns = columns.length - maxColumns;
  return [
    ...kinds.map((kind) =>
      describePassedOver(
        kind,
        passedOver.filter((row) => row.kind === kind),
      ),
    ),
    ...columns.slice(0, maxColumns).map((column) =>
      describeTexts(
        column,
        textsAmongNumbers.filter((text) => text.column === column),
      ),
    ),
    ...namesOf(textsAmongNumbers.filter(isOfText)).map((column) =>
      describeShortened(
        column,
        textsAmongNumbers.filter((text) => text.column === column),
      ),
    ),
    ...(moreColumns > 0 ? [l10n.t('{0} more columns have texts among their numbers.', moreColumns)] : []),
  ];
}

/** Describes a row that is no case: "line 7, “# second series”". */
export function describePassedOverRow({ line, text }: PassedOverRow): string {
  return l10n.t('line {0}, “{1}”', line, text);
}

function describePassedOver(kind: PassedOverRow['kind'], rows: readonly PassedOverRow[]): string {
  const named = nameFirst(rows.map(describePassedOverRow));
  return {
    comment: () => l10n.t('Passed over as comments: {0}', named),
    header: () => l10n.t('Passed over as headers: {0}', named),
    units: () => l10n.t('Passed over as units: {0}', named),
    totals: () => l10n.t('Passed over as totals: {0}', named),
    labels: () => l10n.t('Passed over as labels of the rows, because the column has no name: {0}', named),
  }[kind]();
}

function describeTexts(column: string, texts: readonly TextAmongNumbers[]): string {
  return l10n.t(
    'Cells of {0} that are no numbers ({1}): {2}',
    escapeInvisible(column),
    texts.length,
    nameTexts(texts),
  );
}

function describeShortened(column: string, texts: readonly TextAmongNumbers[]): string {
  return l10n.t(
    'A spreadsheet may have shortened texts of {0}, so that different ones look alike: {1}',
    escapeInvisible(column),
    nameTexts(texts),
  );
}

function nameTexts(texts: readonly TextAmongNumbers[]): string {
  return nameFirst(texts.map(({ row, text }) => l10n.t('row {0}, “{1}”', row, text)));
}

function nameFirst(parts: readonly string[]): string {
  return [...parts.slice(0, maxNamed), ...(parts.length > maxNamed ? ['…'] : [])].join('; ');
}
