import * as vscode from 'vscode';
import { escapeInvisible } from '../../client/text/visibleText';
import { formatListedFile } from '../../messages/listedFile';
import { describePassedOverRow } from '../../messages/studies';
import { formatBytes, formatCount } from '../../platform/format';
import { listShownValues } from '../../study/shownValues';
import type { PreparedModel, PreparedStudy, StudyPlan, StudyRow } from '../../study/study';
import { formatSentText } from '../../workflow/quotedText';
import { describeDeckSections, formatReview, formatSection } from '../../workflow/reviewSections';
import type { StudyProposal } from './prepareTable';

/** Limit for the models whose files are listed one by one. */
const maxListedModels = 20;

/** Limits for the texts in the list of rows. */
const maxNameLength = 60;
const maxValueLength = 4096;

/** The document behind Review: what a user may want to know before saying yes, with a line for each row. */
export function formatStudyReview(
  { study, deck, startedRows }: StudyProposal,
  details: readonly string[],
): string {
  return formatReview(details, [
    ...formatSection(
      vscode.l10n.t('Rows'),
      alignColumns([listTitles(), ...study.rows.map((row) => listCells(row, study, startedRows))]),
    ),
    ...formatSection(vscode.l10n.t('Passed over in the table'), study.passedOver.map(describePassedOverRow)),
    ...study.models
      .slice(0, maxListedModels)
      .flatMap((model, index) =>
        'id' in model ? [] : formatSection(describeModelTitle(study, index), listFiles(model)),
      ),
    ...(study.models.length > maxListedModels
      ? ['', vscode.l10n.t('… and {0} more', formatCount(study.models.length - maxListedModels))]
      : []),
    ...describeDeckSections(deck),
  ]);
}

/** The document behind Review of a study that goes on: a line for each of the rows that are still to be created. */
export function formatRowsReview(
  { table }: StudyPlan,
  rows: readonly StudyRow[],
  details: readonly string[],
): string {
  const titles = [
    vscode.l10n.t('Row'),
    vscode.l10n.t('Line'),
    vscode.l10n.t('Model'),
    vscode.l10n.t('Values'),
  ];
  const cells = rows.map((row) => [
    String(row.row),
    String(row.line),
    formatSentText(row.name, maxNameLength),
    formatValues(row, table.columns, row.cells, ['name']).join('  '),
  ]);
  return formatReview(details, formatSection(vscode.l10n.t('Rows'), alignColumns([titles, ...cells])));
}

function formatValues(...row: Parameters<typeof listShownValues>): string[] {
  return listShownValues(...row).map(
    ([key, value]) => `${escapeInvisible(key)}: ${formatSentText(value, maxValueLength)}`,
  );
}

function listTitles(): string[] {
  return [
    vscode.l10n.t('Row'),
    vscode.l10n.t('Line'),
    vscode.l10n.t('Model'),
    vscode.l10n.t('Files'),
    vscode.l10n.t('Values as they are sent'),
  ];
}

function listCells(studyRow: StudyRow, study: PreparedStudy, startedRows: readonly StudyRow[]): string[] {
  const { row, line, name, model: index, equalToRow, sameNameAsRow } = studyRow;
  const planned = study.models[index];
  const shown = formatValues(studyRow, study.table.columns, study.values[row - 1] ?? [], ['files', 'name']);
  const equal =
    equalToRow === undefined ? [] : [vscode.l10n.t('(equal to row {0})', formatCount(equalToRow))];
  const started = startedRows.includes(studyRow) ? [vscode.l10n.t('(started before)')] : [];
  const named =
    sameNameAsRow === undefined ? [] : [vscode.l10n.t('(named like row {0})', formatCount(sameNameAsRow))];
  const texts = study.textsAmongNumbers.filter((one) => one.row === row);
  const noNumbers = texts.map(({ column, isShortened }) =>
    isShortened === true
      ? vscode.l10n.t('(shortened: {0})', escapeInvisible(column))
      : vscode.l10n.t('(no number: {0})', escapeInvisible(column)),
  );
  const firstRow = study.rows.find((one) => one.model === index)?.row ?? row;
  const shownName = formatSentText(name, maxNameLength);
  // A model of several rows is uploaded once, under the name of the first of them.
  const modelName =
    firstRow === row ? shownName : vscode.l10n.t('{0} (model of row {1})', shownName, formatCount(firstRow));
  // The model of all rows is named above.
  const model = planned === undefined || 'id' in planned ? undefined : planned;
  return [
    String(row),
    String(line),
    model === undefined ? '' : modelName,
    model === undefined ? '' : formatFiles(model),
    [...shown, ...noNumbers, ...equal, ...named, ...started].join('  '),
  ];
}

type NewModel = Exclude<PreparedModel, { readonly id: unknown }>;

function formatFiles({ files, rendered, bytes }: NewModel): string {
  return `${formatCount(files.length + rendered.length)}, ${formatBytes(bytes)}`;
}

function describeModelTitle({ rows, models }: PreparedStudy, index: number): string {
  if (models.length === 1) return vscode.l10n.t('Files of the model');
  const used = rows.filter(({ model }) => model === index).map(({ row }) => formatCount(row));
  return vscode.l10n.t('Files of the model for these rows: {0}', used.join(', '));
}

function listFiles({ files, rendered }: NewModel): string[] {
  const made = new Set(rendered.map(({ name }) => name));
  return [...files, ...rendered]
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .map((file) => {
      const shown = formatListedFile(file, formatBytes);
      return made.has(file.name) ? `${shown}  ${vscode.l10n.t('(filled in from its template)')}` : shown;
    });
}

/** Pads cells, except for the last ones, so that they stand below each other. Leaves out columns without any cell. */
function alignColumns([titles = [], ...rows]: readonly (readonly string[])[]): string[] {
  const used = titles.map((_, column) => rows.some((row) => (row[column] ?? '') !== ''));
  const shown = [titles, ...rows].map((row) => row.filter((_, column) => used[column]));
  const widths = (shown[0] ?? []).map((_, column) =>
    Math.max(...shown.map((row) => (row[column] ?? '').length)),
  );
  return shown.map((row) =>
    row
      .map((cell, column) => (column === row.length - 1 ? cell : cell.padEnd(widths[column] ?? 0)))
      .join('  ')
      .trimEnd(),
  );
}
