import type { BodyOperation } from '../client/core/types';
import { type Answer, parseAnswer, type Prompt, toPromptName } from '../client/mapping/prompts';
import type { ServiceMapping } from '../client/mapping/serviceMapping';
import { escapeInvisible } from '../client/text/visibleText';
import type { LaunchAnswers } from '../launch/journalEntry';
import { showBriefly } from '../request/launchRequest';
import type { ColumnUse } from './cellValues';
import { findNearName } from './nearName';
import { isBlank, type Table } from './readTable';
import type { ReportProblem } from './studyProblem';

export interface MatchOptions {
  /** The requests with bodies of each row. */
  readonly operations: readonly BodyOperation[];
  readonly mapping: Pick<ServiceMapping, 'templates'>;
  /** The names of placeholders of templates. */
  readonly placeholders: ReadonlySet<string>;
  /** The names of placeholders for which there is no column. */
  readonly missing: readonly string[];
  /** Whether there may be other placeholders, because not all templates could be read. */
  readonly mayBeMore: boolean;
  /** Where the files of rows come from. Only models that are created have files and a name. */
  readonly source: 'model' | 'files' | 'perRow';
}

/** The columns by what they answer. */
export interface MatchedColumns {
  /** Each question, with the index of its column; a question without a column is sent with its default. */
  readonly questions: readonly {
    readonly operation: BodyOperation;
    readonly prompt: Prompt;
    readonly key: string;
    readonly column?: number;
  }[];
  /** Index of the column `name`. */
  readonly name?: number;
  /** By index of the column. */
  readonly uses: readonly ColumnUse[];
  /** The names that columns may have; present only if none has one of them, or one that is near. */
  readonly unmatched?: ReadonlySet<string>;
}

/**
 * Matches columns to questions by name: `cores` for every body that asks for it, `createSimulation.cores` for one. The
 * column `files` has the files of a row, and `name` the name of its model, unless a question has that name. Any column
 * may also fill in templates.
 */
export function matchColumns(table: Table, options: MatchOptions, report: ReportProblem): MatchedColumns {
  const { operations, mapping, placeholders, missing, mayBeMore, source } = options;
  const { columns, headerLine: row } = table;
  const used = new Set(columns.filter((name) => placeholders.has(name)));
  const questions = operations.flatMap((operation) =>
    (mapping.templates[operation]?.prompts ?? []).map((prompt) => {
      const key = toPromptName(prompt.placeholder);
      // Beside the column for this body alone, the other one may answer other bodies, or nothing at all.
      const header = [`${operation}.${key}`, key].find((name) => columns.includes(name));
      if (header !== undefined) used.add(header);
      const column = header === undefined ? -1 : columns.indexOf(header);
      if (column < 0 && prompt.default === undefined)
        report({ kind: 'missingAnswer', row, column: columns.length + 1, key, operation });
      return { operation, prompt, key, ...(column >= 0 && { column }) };
    }),
  );
  const isAsked = questions.some(({ column }) => column !== undefined && columns[column] === 'name');
  const name = isAsked || source === 'model' ? -1 : columns.indexOf('name');
  if (name >= 0) used.add('name');
  if (source === 'perRow') {
    if (columns.includes('files')) used.add('files');
    else report({ kind: 'missingColumn', row, column: columns.length + 1, name: 'files' });
  }
  const known = [
    ...questions.map(({ key }) => key),
    ...questions.map(({ operation, key }) => `${operation}.${key}`),
    ...missing,
    ...(source === 'model' ? [] : ['name', 'files']),
  ];
  let isMatched = used.size > 0;
  for (const [index, header] of columns.entries()) {
    if (header === '' || used.has(header)) continue;
    const place = { row, column: index + 1, name: showBriefly(header) };
    if (header === 'files' || header === 'name') report({ kind: 'unusedColumn', ...place });
    else if (!mayBeMore) {
      const near = findNearName(
        header,
        known.filter((one) => !columns.includes(one)),
      );
      isMatched ||= near !== undefined;
      const isSingle = columns.length === 1 && near === undefined;
      if (isSingle && /[\s|]/.test(header)) report({ kind: 'unseparated', ...place });
      else
        report({ kind: 'unknownColumn', ...place, ...(near !== undefined && { near: showBriefly(near) }) });
    }
  }
  const uses = columns.map((header, index): ColumnUse => ({
    prompts: questions.flatMap(({ prompt, key, column }) =>
      column === index && prompt.type !== 'text' ? [[key, prompt] as const] : [],
    ),
    isText: questions.some(({ prompt, column }) => column === index && prompt.type === 'text'),
    isFilled: placeholders.has(header),
  }));
  const unmatched = isMatched ? undefined : new Set([...known, ...placeholders]);
  return { questions, ...(name >= 0 && { name }), uses, ...(unmatched && { unmatched }) };
}

/** Limit for the name of a model, in UTF-16 units. */
const maxNameLength = 200;

/**
 * The answers of a row. An empty cell stands for the default of its question.
 * @param values the cells as {@link readValues} reads them
 */
export function readAnswers(
  line: number,
  values: readonly string[],
  { questions, name: nameColumn }: MatchedColumns,
  report: ReportProblem,
): { readonly answers: LaunchAnswers; readonly name?: string } {
  const answers: Partial<Record<BodyOperation, Record<string, Answer>>> = {};
  for (const { operation, prompt, key, column } of questions) {
    const value = column === undefined ? '' : (values[column] ?? '');
    const answer = isBlank(value) ? prompt.default : parseAnswer(value, prompt);
    if (answer !== undefined) (answers[operation] ??= {})[prompt.placeholder] = answer;
    else if (column !== undefined && isBlank(value))
      report({ kind: 'missingAnswer', row: line, column: column + 1, key, operation });
  }
  const name = nameColumn === undefined ? '' : (values[nameColumn] ?? '').trim();
  if (name.length > maxNameLength || escapeInvisible(name, maxNameLength) !== name)
    report({ kind: 'unfitName', row: line, column: (nameColumn ?? 0) + 1 });
  return { answers, ...(name !== '' && { name }) };
}
