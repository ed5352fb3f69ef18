import { createHash } from 'node:crypto';
import path from 'node:path';
import { stringifyExactly } from '../client/core/exactJson';
import { totalSizeOf } from '../client/core/totalSize';
import type { BodyOperation } from '../client/core/types';
import { endsStep, runSteps, type Steps } from '../client/core/yieldToEventLoop';
import { previewBody } from '../client/mapping/requestBodies';
import type { LaunchAnswers } from '../launch/journalEntry';
import type { PreparingService } from '../request/prepareLaunch';
import type { RequestFolders } from '../request/requestFolders';
import type { TableRow } from './caseRows';
import { readValues, type TableValues } from './cellValues';
import { matchColumns, type MatchedColumns, readAnswers } from './matchColumns';
import { readTable, type Table } from './readTable';
import type { PreparedModel, PreparedStudy, StudyPlan, StudyRow } from './study';
import { type FileSet, renderFiles, renderModel, StudyFiles } from './studyFiles';
import { StudyChangedError, StudyError, type StudyProblem } from './studyProblem';

/** The model of the rows: one that exists, one from the same files for all, or one for each row (column `files`). */
export type StudySource =
  | { readonly id: FrozenModelId; readonly name: string }
  | {
      /** Paths or patterns, as in a launch request. */
      readonly files: readonly string[];
      readonly exclude: readonly string[];
      /** The name of the models of rows without a cell `name`. */
      readonly name: string;
    }
  | { readonly perRow: true; readonly exclude: readonly string[]; readonly name: string };

type FrozenModelId = Extract<PreparedModel, { readonly id: unknown }>['id'];

/** A table, and everything that is the same for all of its rows. */
export interface StudyDraft {
  /** Where files of models may be. */
  readonly folders: RequestFolders;
  /** Absolute path of the table, in one of the folders. */
  readonly table: string;
  readonly model: StudySource;
  readonly project: StudyPlan['project'];
  /** Lines of rows that are read but left out of the study, because another study has started them. */
  readonly excluded?: ReadonlySet<number>;
}

export interface PrepareStudyOptions {
  readonly service: Pick<PreparingService, 'key' | 'mapping'>;
  readonly signal: AbortSignal;
  /** Limit for the rows of the table; {@link maxTableRows} by default. */
  readonly maxRows?: number;
}

/**
 * Finds out what a table would create. Reads the files, and requests nothing. Run before the user is asked and again
 * afterwards; see {@link assertSameStudy}.
 * @param bytes those of the table
 * @throws StudyError with everything that is wrong, or the reason of the signal
 */
export async function prepareStudy(
  draft: StudyDraft,
  bytes: Uint8Array,
  options: PrepareStudyOptions,
): Promise<PreparedStudy> {
  return await new StudyPreparation(draft, bytes, options).run();
}

/** @throws StudyChangedError unless the study is still the one that was shown */
export function assertSameStudy(shown: PreparedStudy, now: PreparedStudy): void {
  if (shown.hash !== now.hash) throw new StudyChangedError();
}

class StudyPreparation {
  readonly #draft: StudyDraft;
  readonly #options: PrepareStudyOptions;
  readonly #table: Table;
  readonly #problems: StudyProblem[] = [];
  readonly #report = (problem: StudyProblem) => void this.#problems.push(problem);
  readonly #files: StudyFiles;
  /** By name. */
  readonly #columns: ReadonlyMap<string, number>;
  /** Each model that is created, by what it is made of, in the order of the models. */
  readonly #modelOf = new Map<string, number>();

  constructor(draft: StudyDraft, bytes: Uint8Array, options: PrepareStudyOptions) {
    this.#draft = draft;
    this.#options = options;
    this.#table = readTable(bytes, options.maxRows);
    this.#columns = new Map(this.#table.columns.map((name, index) => [name, index]));
    const { folders } = draft;
    const { columns } = this.#table;
    this.#files = new StudyFiles({ folders, columns, signal: options.signal, report: this.#report });
  }

  async run(): Promise<PreparedStudy> {
    const { model, project } = this.#draft;
    const fileSets = await this.#findFileSets();
    const placeholders = new Set(
      [...new Set(fileSets)].flatMap((set) => set?.placeholders.map(({ name }) => name) ?? []),
    );
    const columns = matchColumns(
      this.#table,
      {
        operations: listOperations(model),
        mapping: this.#options.service.mapping,
        placeholders,
        missing: this.#problems.flatMap((one) => (one.kind === 'unknownPlaceholder' ? [one.name] : [])),
        mayBeMore:
          (fileSets.length > 0 && fileSets.every((set) => set === undefined)) ||
          this.#problems.some(hidesPlaceholders),
        source: 'id' in model ? 'model' : 'perRow' in model ? 'perRow' : 'files',
      },
      this.#report,
    );
    const read = readValues(this.#table, columns.uses, this.#report);
    const { rows, values, models } = await runSteps(this.#readRows(columns, read.rows, fileSets));
    if (this.#problems.length > 0) throw new StudyError(this.#problems);
    const { sha256, delimiter, columns: names } = this.#table;
    const table = { path: this.#draft.table, sha256, delimiter, columns: names };
    return {
      ...{ table, project, rows, values, models },
      ...(read.decimalSign && { decimalSign: read.decimalSign }),
      textsAmongNumbers: listTexts(read.textsAmongNumbers, rows, names),
      passedOver: this.#table.passedOver,
      hash: this.#hash(rows),
      bytes: models.reduce((sum, one) => sum + ('id' in one ? 0 : one.bytes), 0),
    };
  }

  /** By index of the row; undefined for an existing model, and for a row with problems. */
  async #findFileSets(): Promise<readonly (FileSet | undefined)[]> {
    const { model, table } = this.#draft;
    if ('id' in model) return [];
    if (!('perRow' in model)) {
      const set = await this.#files.find(model, { row: this.#table.headerLine, column: 1 });
      return this.#table.rows.map(() => set);
    }
    const column = this.#table.columns.indexOf('files');
    const sets: (FileSet | undefined)[] = [];
    for (const { line, cells } of column < 0 ? [] : this.#table.rows) {
      const place = { row: line, column: column + 1 };
      const from = { tableFolder: path.dirname(table), exclude: model.exclude };
      sets.push(await this.#files.findOfCell(cells[column] ?? '', place, from));
    }
    return sets;
  }

  *#readRows(
    columns: MatchedColumns,
    valuesOfTable: TableValues['rows'],
    fileSets: readonly (FileSet | undefined)[],
  ): Steps<Pick<PreparedStudy, 'rows' | 'values' | 'models'>> {
    const { model } = this.#draft;
    const models: PreparedModel[] = 'id' in model ? [{ id: model.id, name: model.name }] : [];
    const existing = 'id' in model ? String(model.id) : '';
    const firstOf = new Map<string, number>();
    const firstNamed = new Map<string, { readonly row: number; readonly model: number }>();
    const rows: StudyRow[] = [];
    const values: (readonly string[])[] = [];
    for (const [index, row] of this.#table.rows.entries()) {
      if (endsStep(index)) yield;
      this.#options.signal.throwIfAborted();
      if (this.#isLeftOut(row)) continue;
      const number = rows.length + 1;
      const ofRow = valuesOfTable[index] ?? [];
      values.push(ofRow);
      const read = readAnswers(row.line, ofRow, columns, this.#report);
      const set = fileSets[index];
      const name = read.name ?? ('perRow' in model ? nameOf(set, model.name) : model.name);
      const bodies = this.#previewBodies(name, read.answers);
      const made = { columns, models, values: ofRow, bodies: bodies.slice(0, -1) };
      const key = set === undefined ? existing : yield* this.#findModel(row, set, made);
      const place = this.#modelOf.get(key) ?? 0;
      const sent = hashOf([this.#options.service.key, key, name, ...bodies]);
      const equalTo = firstOf.get(sent);
      if (equalTo === undefined) firstOf.set(sent, number);
      const named = firstNamed.get(name) ?? { row: number, model: place };
      firstNamed.set(name, named);
      rows.push({
        ...{ row: number, line: row.line, cells: row.cells, name, model: place, sent },
        ...(Object.keys(read.answers).length > 0 && { answers: read.answers }),
        ...(equalTo !== undefined && { equalTo }),
        ...(named.model !== place && { namedAs: named.row }),
      });
    }
    return { rows, values, models };
  }

  #isLeftOut({ line }: TableRow): boolean {
    return this.#draft.excluded?.has(line) === true;
  }

  /** Finds the model of a row, or adds it. @returns what it is made of: files and requests */
  *#findModel(row: TableRow, set: FileSet, { columns, models, values, bodies }: ModelsOfRow): Steps<string> {
    const columnOf = (name: string) => this.#columns.get(name) ?? -1;
    const cellOf = (name: string) => values[columnOf(name)] ?? '';
    const placeOf = (name: string) => ({ row: row.line, column: columnOf(name) + 1 });
    for (const { name, at } of set.placeholders) {
      const kind = findUnfitCell(cellOf(name), this.#isAnswer(name, columns));
      if (kind !== undefined) this.#report({ kind, name, at, ...placeOf(name) });
    }
    const rendered = yield* renderModel(set, cellOf, ({ name, width, at }) =>
      this.#report({ kind: 'tooWide', name, width, at, ...placeOf(name) }),
    );
    const key = JSON.stringify([set.digest, rendered.map((one) => [one.name, one.sha256]), bodies]);
    if (this.#modelOf.has(key)) return key;
    this.#modelOf.set(key, models.length);
    models.push({
      files: set.files,
      rendered,
      bytes: set.bytes + totalSizeOf(rendered),
      plan: set.plan,
      render: () => renderFiles(set, cellOf),
    });
    return key;
  }

  #isAnswer(name: string, { questions }: MatchedColumns): boolean {
    const column = this.#columns.get(name);
    return questions.some((question) => question.column === column);
  }

  #hash(rows: readonly StudyRow[]): string {
    const { project, table } = this.#draft;
    const sent = rows.map((row) => [row.model, row.sent ?? '']);
    return hashOf([this.#options.service.key, String(project.id), table, this.#table.sha256, sent]);
  }

  /** The bodies that a row sends, as far as they are known. */
  #previewBodies(name: string, answers: LaunchAnswers): readonly string[] {
    const { mapping } = this.#options.service;
    return listOperations(this.#draft.model).map((operation) =>
      stringifyExactly(previewBody(operation, mapping, { name }, answers[operation] ?? {}) ?? null),
    );
  }
}

/** Whether a template may have placeholders that are not known because of the problem. */
function hidesPlaceholders({ kind }: StudyProblem): boolean {
  return ['templateNotUtf8', 'templateTooLarge', 'unclosedPlaceholder', 'invalidPlaceholder'].includes(kind);
}

/** The texts of rows that are in the study. */
function listTexts(
  texts: TableValues['textsAmongNumbers'],
  rows: readonly StudyRow[],
  columns: readonly string[],
): PreparedStudy['textsAmongNumbers'] {
  const rowOf = new Map(rows.map(({ line, row }) => [line, row]));
  return texts.flatMap(({ row: line, column, text }) => {
    const row = rowOf.get(line);
    return row === undefined ? [] : [{ row, column: columns[column - 1] ?? '', text }];
  });
}

interface ModelsOfRow {
  readonly columns: MatchedColumns;
  readonly values: readonly string[];
  /** Those that create and finalise its model. */
  readonly bodies: readonly string[];
  readonly models: PreparedModel[];
}

/** In a template, a cell of spaces is a blank on purpose; in a column that answers a question, it means the default. */
function findUnfitCell(cell: string, isAnswer: boolean): 'emptyPlaceholder' | 'lineBreak' | undefined {
  if ((isAnswer ? cell.trim() : cell) === '') return 'emptyPlaceholder';
  return /[\r\n]/.test(cell) ? 'lineBreak' : undefined;
}

/** The requests of a row; the last one is for its simulation. */
function listOperations(model: StudySource): readonly BodyOperation[] {
  return 'id' in model ? ['createSimulation'] : ['createModel', 'finaliseModel', 'createSimulation'];
}

function hashOf(parts: readonly unknown[]): string {
  return createHash('sha256').update(stringifyExactly(parts)).digest('hex');
}

/** A row without a name of its own is named after its folder or file. */
function nameOf(set: FileSet | undefined, otherwise: string): string {
  return set?.label === undefined || set.label === '' ? otherwise : set.label;
}
