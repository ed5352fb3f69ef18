import type { BodyOperation } from '../client/core/types';
import { type Answer, findNumberProblem, type Prompt, toPromptName } from '../client/mapping/prompts';
import type { ServiceMapping } from '../client/mapping/serviceMapping';
import { escapeInvisible } from '../client/text/visibleText';
import type { LaunchAnswers } from '../launch/journalEntry';
import { showBriefly } from '../launch/launchRequest';
import type { Delimiter, Table, TableRow } from './readTable';
import type { StudyProblem } from './studyProblem';

export interface MatchOptions {
  /** The requests with bodies of each row. */
  readonly operations: readonly BodyOperation[];
  readonly mapping: Pick<ServiceMapping, 'templates'>;
  /** The names of placeholders of templates. */
  readonly placeholders: ReadonlySet<string>;
  /** Where the files of rows come from. Only models that are created have files and a name. */
  readonly source: 'model' | 'files' | 'perRow';
}

/** The columns by what they answer. */
export interface MatchedColumns {
  /** Each question, with the index of its column; without one, its default is sent. */
  readonly questions: readonly {
    readonly operation: BodyOperation;
    readonly prompt: Prompt;
    readonly key: string;
    readonly column?: number;
  }[];
  /** Index of the column `name`. */
  readonly name?: number;
  readonly problems: readonly StudyProblem[];
}

/**
 * Matches columns to questions by name: `cores` for every body that asks for it, `createSimulation.cores` for one. The
 * column `files` has the files of a row, and `name` the name of its model, unless a question has that name.
 */
export function matchColumns(table: Table, options: MatchOptions): MatchedColumns {
  const { operations, mapping, placeholders, source } = options;
  const { columns, headerLine: row } = table;
  const problems: StudyProblem[] = [];
  const used = new Set(columns.filter((name) => placeholders.has(name)));
  const questions = operations.flatMap((operation) =>
    (mapping.templates[operation]?.prompts ?? []).map((prompt) => {
      const key = toPromptName(prompt.placeholder);
      // Beside the column for this body alone, the other one may answer other bodies, or nothing at all.
      const header = [`${operation}.${key}`, key].find((name) => columns.includes(name));
      if (header !== undefined) used.add(header);
      const column = header === undefined ? -1 : columns.indexOf(header);
      if (column < 0 && prompt.default === undefined)
        problems.push({ kind: 'missingAnswer', row, column: columns.length + 1, key, operation });
      return { operation, prompt, key, ...(column >= 0 && { column }) };
    }),
  );
  problems.push(...questions.flatMap(({ prompt, column }) => findAmbiguousPoint(table, prompt, column)));
  const isFree = (name: string) => !used.has(name) && columns.includes(name);
  const name = isFree('name') && source !== 'model' ? columns.indexOf('name') : -1;
  if (name >= 0) used.add('name');
  if (source === 'perRow') {
    if (columns.includes('files')) used.add('files');
    else problems.push({ kind: 'missingColumn', row, column: columns.length + 1, name: 'files' });
  }
  for (const [index, header] of columns.entries()) {
    if (used.has(header)) continue;
    const kind = header === 'files' || header === 'name' ? 'unusedColumn' : 'unknownColumn';
    problems.push({ kind, row, column: index + 1, name: showBriefly(header) });
  }
  return { questions, ...(name >= 0 && { name }), problems };
}

/** The first number with a point in a column with decimal commas: it may be one that separates thousands. */
function findAmbiguousPoint(
  { delimiter, rows }: Table,
  { type }: Prompt,
  column: number | undefined,
): StudyProblem[] {
  if (delimiter !== ';' || type !== 'number' || column === undefined) return [];
  const has = ({ cells }: TableRow, one: string, other: string) =>
    cells[column]?.includes(one) === true && !cells[column].includes(other);
  if (!rows.some((row) => has(row, ',', '.'))) return [];
  const found = rows.find((row) => has(row, '.', ','));
  const text = showBriefly(found?.cells[column] ?? '');
  return found === undefined ? [] : [{ kind: 'ambiguousPoint', row: found.line, column: column + 1, text }];
}

/** Limit for the name of a model, in UTF-16 units. */
const maxNameLength = 200;

/** The answers of a row. An empty cell stands for the default of its question. */
export function readAnswers(
  { line, cells }: TableRow,
  { questions, name: nameColumn }: MatchedColumns,
  delimiter: Delimiter,
): { readonly answers: LaunchAnswers; readonly name?: string; readonly problems: readonly StudyProblem[] } {
  const problems: StudyProblem[] = [];
  const answers: Partial<Record<BodyOperation, Record<string, Answer>>> = {};
  for (const { operation, prompt, key, column } of questions) {
    const cell = column === undefined ? '' : (cells[column] ?? '');
    const place = { row: line, column: (column ?? 0) + 1 };
    const read = cell.trim() === '' ? prompt.default : readAnswer(cell, prompt, delimiter);
    if (typeof read === 'object') {
      problems.push({ ...place, kind: read.problem, key, text: showBriefly(cell) });
    } else if (read !== undefined) {
      const isUnfit = typeof read === 'string' && hasControlCharacter(read);
      if (isUnfit) problems.push({ ...place, kind: 'controlCharacter' });
      (answers[operation] ??= {})[prompt.placeholder] = read;
    } else if (column !== undefined) {
      problems.push({ ...place, kind: 'missingAnswer', key, operation });
    }
  }
  const name = nameColumn === undefined ? '' : (cells[nameColumn] ?? '').trim();
  if (name.length > maxNameLength || escapeInvisible(name, maxNameLength) !== name)
    problems.push({ kind: 'unfitName', row: line, column: (nameColumn ?? 0) + 1 });
  return { answers, ...(name !== '' && { name }), problems };
}

type AnswerProblem = { readonly problem: 'notANumber' | 'inexactNumber' | 'notAChoice' };

function readAnswer(cell: string, prompt: Prompt, delimiter: Delimiter): Answer | AnswerProblem {
  switch (prompt.type) {
    case 'text':
      return cell;
    case 'number':
      return readNumber(cell, delimiter);
    case 'choice': {
      const number = readNumber(cell, delimiter);
      const found =
        prompt.choices.find((choice) => choice === cell) ??
        prompt.choices.find((choice) => choice === cell.trim() || choice === number);
      return found ?? { problem: 'notAChoice' };
    }
  }
}

/** With semicolons between cells, a comma is a decimal one. @returns the cell with a decimal point instead */
function toDecimalPoint(cell: string, delimiter: Delimiter): string {
  return delimiter === ';' ? cell.replace(/^([^.,]*),([^.,]*)$/, '$1.$2') : cell;
}

/**
 * The cell as it goes into templates: as it is written, but a number that is also sent has the decimal point that it is
 * sent with.
 */
export function toTemplateText(
  cell: string,
  column: number,
  { questions }: Pick<MatchedColumns, 'questions'>,
  delimiter: Delimiter,
): string {
  const isNumber = questions.some((one) => one.column === column && one.prompt.type === 'number');
  return isNumber ? toDecimalPoint(cell, delimiter) : cell;
}

function readNumber(cell: string, delimiter: Delimiter): number | AnswerProblem {
  const text = toDecimalPoint(cell.trim(), delimiter);
  const problem = findNumberProblem(text);
  if (problem !== undefined) return { problem: problem === 'inexact' ? 'inexactNumber' : 'notANumber' };
  const value = Number(text);
  return Number.isFinite(value) ? value : { problem: 'inexactNumber' };
}

/** Line breaks and tabs are part of many descriptions. */
function hasControlCharacter(text: string): boolean {
  return /[\p{Cc}]/u.test(text.replace(/[\t\r\n]/g, ''));
}
