import path from 'node:path';
import { isPauseDue, pause } from '../client/core/pause';
import { totalSizeOf } from '../client/core/totalSize';
import type { PreparingService } from '../request/prepareLaunch';
import type { RequestFolders } from '../request/requestFolders';
import type { TableRow } from './caseRows';
import { readValues, type TableValues } from './cellValues';
import { findHeaderWith } from './headerBelow';
import { matchColumns, type MatchedColumns, readAnswers } from './matchColumns';
import { readTable, type Table } from './readTable';
import { hashOf, hashRow, listRowOperations, previewRowBodies } from './rowContent';
import type { ContentCounts } from './sameRows';
import type { PreparedModel, PreparedStudy, RenderedFile, StudyPlan, StudyRow } from './study';
import { type FileSet, StudyFiles } from './studyFiles';
import { StudyError, type StudyProblem } from './studyProblem';

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
  /** Rows that are read but left out of the study, as often as other studies have their content. */
  readonly excluded?: ContentCounts | undefined;
}

export interface PrepareStudyOptions {
  readonly service: Pick<PreparingService, 'key' | 'mapping'> & {
    /** Equal for two services at the same address, where the rows of both are. */
    readonly place: string;
  };
  readonly signal: AbortSignal;
  /** Limit for the rows of the table; {@link maxTableRows} by default. */
  readonly maxRows?: number | undefined;
}

/**
 * Finds out what a table would create. Reads the files, and requests nothing. Run before the user is asked and again
 * afterwards: the hash says whether it is still the same.
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

class StudyPreparation {
  readonly #draft: StudyDraft;
  readonly #options: PrepareStudyOptions;
  /** Those of the table. */
  readonly #bytes: Uint8Array;
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
    this.#bytes = bytes;
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
        operations: listRowOperations('id' in model ? 'existing' : 'new'),
        mapping: this.#options.service.mapping,
        placeholders,
        missing: this.#problems.flatMap((one) => (one.kind === 'unknownPlaceholder' ? [one.name] : [])),
        mayBeMore: fileSets.some((set) => set === undefined) || this.#problems.some(hidesPlaceholders),
        source: 'id' in model ? 'model' : 'perRow' in model ? 'perRow' : 'files',
      },
      this.#report,
    );
    const below = columns.unmatched && findHeaderWith(columns.unmatched, this.#bytes, this.#table.headerLine);
    // Nothing else can be said of a table without its header.
    if (below !== undefined) throw new StudyError([below]);
    const read = readValues(this.#table, columns.uses, this.#report);
    const { rows, values, models } = await this.#readRows(columns, read.rows, fileSets);
    if (this.#problems.length > 0) throw new StudyError(this.#problems);
    const { sha256, delimiter, columns: names } = this.#table;
    const table = { path: this.#draft.table, sha256, delimiter, columns: names };
    return {
      table,
      project,
      rows,
      values,
      models,
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

  async #readRows(
    columns: MatchedColumns,
    valuesOfTable: TableValues['rows'],
    fileSets: readonly (FileSet | undefined)[],
  ): Promise<Pick<PreparedStudy, 'rows' | 'values' | 'models'>> {
    const { model } = this.#draft;
    const models: PreparedModel[] = 'id' in model ? [{ id: model.id, name: model.name }] : [];
    const existing = 'id' in model ? String(model.id) : '';
    const origin = 'id' in model ? 'existing' : 'new';
    const firstOf = new Map<string, number>();
    const firstNamed = new Map<string, { readonly row: number; readonly model: number }>();
    const excluded = new Map(this.#draft.excluded);
    const rows: StudyRow[] = [];
    const values: (readonly string[])[] = [];
    for (const [index, row] of this.#table.rows.entries()) {
      if (isPauseDue(index)) await pause();
      this.#options.signal.throwIfAborted();
      const number = rows.length + 1;
      const ofRow = valuesOfTable[index] ?? [];
      const read = readAnswers(row.line, ofRow, columns, this.#report);
      const set = fileSets[index];
      const name = read.name ?? ('perRow' in model ? nameOf(set, model.name) : model.name);
      const { place: servicePlace, mapping } = this.#options.service;
      const bodies = previewRowBodies({ name, answers: read.answers }, origin, mapping);
      const of = { columns, values: ofRow, bodies: bodies.slice(0, -1) };
      const found = set === undefined ? undefined : await this.#renderModel(row, set, of);
      const modelHash = hashOf([servicePlace, found?.content ?? existing]);
      const contentHash = hashRow({ modelHash, name, answers: read.answers }, origin, mapping);
      const left = excluded.get(contentHash) ?? 0;
      excluded.set(contentHash, left - 1);
      if (left > 0) continue;
      values.push(ofRow);
      const place = found === undefined ? 0 : this.#addModel(found, models);
      const equalToRow = firstOf.get(contentHash);
      if (equalToRow === undefined) firstOf.set(contentHash, number);
      const named = firstNamed.get(name) ?? { row: number, model: place };
      firstNamed.set(name, named);
      rows.push({
        row: number,
        line: row.line,
        cells: row.cells,
        name,
        model: place,
        modelHash,
        contentHash,
        ...(Object.keys(read.answers).length > 0 && { answers: read.answers }),
        ...(equalToRow !== undefined && { equalToRow }),
        ...(named.model !== place && { sameNameAsRow: named.row }),
      });
    }
    return { rows, values, models };
  }

  /** Finds out what the model of a row is made of. */
  async #renderModel(
    row: TableRow,
    set: FileSet,
    { columns, values, bodies }: ModelOfRow,
  ): Promise<FoundModel> {
    const columnOf = (name: string) => this.#columns.get(name) ?? -1;
    const cellOf = (name: string) => values[columnOf(name)] ?? '';
    const placeOf = (name: string) => ({ row: row.line, column: columnOf(name) + 1 });
    for (const { name, at } of set.placeholders) {
      const kind = findUnfitCell(cellOf(name), this.#isAnswer(name, columns));
      if (kind !== undefined) this.#report({ kind, name, at, ...placeOf(name) });
    }
    const rendered = await this.#files.describeRendered(set, cellOf, ({ name, width, at }) =>
      this.#report({ kind: 'tooWide', name, width, at, ...placeOf(name) }),
    );
    const made = rendered.map((one) => [one.name, one.sha256]);
    return {
      key: JSON.stringify([set.digest, made, bodies]),
      content: hashContents([...set.contents, ...rendered]),
      model: {
        files: set.files,
        rendered,
        bytes: set.bytes + totalSizeOf(rendered),
        plan: set.plan,
        render: async () => await this.#files.render(set, cellOf),
      },
    };
  }

  /** @returns its place among the models; the same one for everything that is made alike */
  #addModel({ key, model }: FoundModel, models: PreparedModel[]): number {
    const known = this.#modelOf.get(key);
    if (known !== undefined) return known;
    this.#modelOf.set(key, models.length);
    return models.push(model) - 1;
  }

  #isAnswer(name: string, { questions }: MatchedColumns): boolean {
    const column = this.#columns.get(name);
    return questions.some((question) => question.column === column);
  }

  #hash(rows: readonly StudyRow[]): string {
    const { project, table } = this.#draft;
    const contents = rows.map((row) => [row.model, row.contentHash]);
    return hashOf([this.#options.service.key, String(project.id), table, this.#table.sha256, contents]);
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
  return texts.flatMap(({ row: line, column, ...text }) => {
    const row = rowOf.get(line);
    return row === undefined ? [] : [{ row, column: columns[column - 1] ?? '', ...text }];
  });
}

interface ModelOfRow {
  readonly columns: MatchedColumns;
  readonly values: readonly string[];
  /** Those that create and finalise its model. */
  readonly bodies: readonly string[];
}

/** The model that a row creates. */
interface FoundModel {
  readonly model: PreparedModel;
  /** Equal if the files, in their states, and the requests are the same: such rows have one model. */
  readonly key: string;
  /** Equal if the bytes of the files are the same, wherever these are. */
  readonly content: string;
}

/** Files with the same names and bytes have the same hash, wherever they are and whether they were filled in. */
function hashContents(files: readonly RenderedFile[]): string {
  const sorted = files.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  return hashOf(sorted.map(({ name, sha256 }) => [name, sha256]));
}

/** In a template, a cell of spaces is a blank on purpose; in a column that answers a question, it means the default. */
function findUnfitCell(cell: string, isAnswer: boolean): 'emptyPlaceholder' | 'lineBreak' | undefined {
  if ((isAnswer ? cell.trim() : cell) === '') return 'emptyPlaceholder';
  return /[\r\n]/.test(cell) ? 'lineBreak' : undefined;
}

/** A row without a name of its own is named after its folder or file. */
function nameOf(set: FileSet | undefined, otherwise: string): string {
  return set?.label === undefined || set.label === '' ? otherwise : set.label;
}
