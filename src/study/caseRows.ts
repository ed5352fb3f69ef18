import { showBriefly } from '../request/launchRequest';
import { ColumnCounts } from './alteredNumber';
import { isPlainNumber } from './numberText';
import type { StudyProblem } from './studyProblem';
import { isDash, isUnit } from './unitText';

export interface TableRow {
  /** First line of the row in the file, from 1. */
  readonly line: number;
  readonly cells: readonly string[];
}

/** A row of a table that is no case. */
export interface PassedOverRow {
  /** The header that stands there again, as in files that were joined; the units below it; the sums of columns. */
  readonly kind: 'comment' | 'header' | 'units' | 'totals';
  /** Line of the table, from 1. */
  readonly line: number;
  /** Short and without invisible characters. */
  readonly text: string;
}

export interface FoundCases {
  readonly rows: readonly TableRow[];
  readonly passedOver: readonly PassedOverRow[];
  /** Headers with other columns, because nobody can tell what the rows below them mean. */
  readonly problems: readonly StudyProblem[];
}

/**
 * Tells the rows of a table that are cases from comments, headers that stand there again, units and totals.
 * @param rows those with a value; they may have more or fewer cells than there are columns
 */
export function findCases(
  columns: readonly string[],
  rows: readonly TableRow[],
  headerLine: number,
): FoundCases {
  return new CaseFinder(columns, rows, headerLine).find();
}

/** Matches a comment: its mark, and what follows it. */
const comment = /^\s*(#+|%+|!+|\/\/+|\/\*+|\$+|\*+|--+|;+)(.*)$/su;

/** Matches marks that also begin the names of things and variables, such as `#1`, `%x%`, `$t0` and `*`. */
const commonMark = /^[#%$*]$/;

/** Matches a cell of a line that separates the header from the rows. */
const line = /^(?:[-=_~]{2,}|:-+:?|-+:)$/;

/** Matches what stands before units instead of a name. */
const unitLabel = /^(?:units?|einheit(?:en)?|unit[àé]s?|unidad(?:es)?|eenhe(?:id|den))[.:]?$/iu;

const totalLabel =
  /^(?:(?:grand |sub[- ]?)?totals?|(?:zwischen|gesamt)?summe|gesamt(?:ergebnis)?|sum|somme|suma|soma|totale|total g[eé]n[eé]ra[l]|totaal|итого|всего|合計|总计|總計|합계|Σ|∑)\s*:?$/iu;

class CaseFinder {
  readonly #columns: readonly string[];
  readonly #names: ReadonlySet<string>;
  readonly #headerLine: number;
  readonly #rows: readonly TableRow[];
  readonly #kinds = new Map<TableRow, PassedOverRow['kind']>();
  readonly #problems: StudyProblem[] = [];

  constructor(columns: readonly string[], rows: readonly TableRow[], headerLine: number) {
    this.#columns = columns.map(fold);
    this.#names = new Set(this.#columns.filter((name) => name !== ''));
    this.#rows = rows;
    this.#headerLine = headerLine;
  }

  find(): FoundCases {
    this.#findHeaders();
    this.#findComments();
    this.#findUnits();
    this.#findTotals();
    const passedOver = this.#rows.flatMap((row): PassedOverRow[] => {
      const kind = this.#kinds.get(row);
      return kind === undefined ? [] : [{ kind, line: row.line, text: showRow(row) }];
    });
    return { rows: this.#listCases(), passedOver, problems: this.#problems };
  }

  /** The rows that are cases as far as it is known. */
  #listCases(): readonly TableRow[] {
    return this.#rows.filter((row) => !this.#kinds.has(row));
  }

  #findHeaders(): void {
    for (const row of this.#rows) {
      const cells = this.#foldHeader(row);
      const known = cells.filter((cell) => this.#names.has(cell)).length;
      if (known === 0 && !/^sep=/.test(cells[0] ?? '')) continue;
      const values = cells.filter((cell) => cell !== '');
      const inPlace = cells.filter((cell, index) => cell !== '' && cell === this.#columns[index]).length;
      const isSame = inPlace === this.#names.size && values.length === inPlace;
      const isSeparator = values.length === 1 && known === 0;
      const isLike = inPlace > 0 || cells.length !== this.#columns.length;
      // Files that were joined may have other columns, or the same ones in another order.
      const isOther =
        known >= 2 &&
        (known === values.length || (isLike && 2 * known >= values.length)) &&
        !values.some(isPlainNumber);
      if (isSame || isSeparator || isOther) this.#kinds.set(row, 'header');
      if (isOther && !isSame)
        this.#problems.push({
          kind: 'otherHeader',
          row: row.line,
          column: 1,
          headerLine: this.#headerLine,
        });
    }
  }

  /** A header may begin with the mark of a comment. */
  #foldHeader({ cells }: TableRow): readonly string[] {
    const folded = cells.map(fold);
    const [first = '', ...rest] = folded;
    const bare = first.replace(/^[#%]\s*/, '');
    return bare !== '' && bare === this.#columns[0] ? [bare, ...rest] : folded;
  }

  #findComments(): void {
    const rows = this.#listCases();
    const isNumbers = this.#isOfNumbers(0, rows);
    const certain = rows.filter(({ cells }) => isComment(cells));
    // Where all rows look like comments, they are names, unless they lack cells.
    const mayBeNames = certain.length === rows.length;
    for (const row of certain)
      if (!mayBeNames || row.cells.length !== this.#columns.length) this.#kinds.set(row, 'comment');
    const others = this.#listCases();
    const marked = others.filter((row) => isLikelyComment(row, isNumbers));
    if (2 * marked.length > others.length) return;
    for (const row of marked) this.#kinds.set(row, 'comment');
  }

  /** Units stand below a header, and in files that were joined again without one. */
  #findUnits(): void {
    const others = this.#listCases();
    const columns = new Map<number, boolean>();
    const isOfNumbers = (column: number) => {
      const isNumbers = columns.get(column) ?? this.#isOfNumbers(column, others);
      columns.set(column, isNumbers);
      return isNumbers;
    };
    let isBelowHeader = true;
    let known: string | undefined;
    for (const row of this.#rows) {
      const kind = this.#kinds.get(row);
      const isUnits: boolean =
        kind === undefined &&
        (isBelowHeader || (known !== undefined && showRow(row) === known)) &&
        isRowOfUnits(row, isOfNumbers);
      if (isUnits) {
        this.#kinds.set(row, 'units');
        known = showRow(row);
      }
      isBelowHeader = kind === 'header' || (isBelowHeader && (isUnits || kind !== undefined));
    }
  }

  #findTotals(): void {
    const others = this.#listCases();
    // A name that most rows have says nothing.
    const isName = 2 * others.filter(({ cells }) => totalLabel.test(cellOf(cells, 0))).length > others.length;
    if (isName) return;
    const above = new RowsAbove();
    for (const row of others) {
      if (above.isTotals(row, row === others.at(-1))) {
        this.#kinds.set(row, 'totals');
        above.beginGroup();
      } else above.add(row);
    }
  }

  /** Whether a column has numbers, whatever units are above them. */
  #isOfNumbers(column: number, rows: readonly TableRow[]): boolean {
    const counts = new ColumnCounts();
    for (const { cells } of rows) {
      const text = cellOf(cells, column);
      if (text !== '' && !isUnit(text)) counts.count(cells[column] ?? '');
    }
    return counts.isOfNumbers();
  }
}

/** Whether a row has nothing but a text behind the mark of a comment, or nothing but lines. */
export function isComment(cells: readonly string[]): boolean {
  const first = (cells[0] ?? '').trim();
  if (!/^[^\p{L}\d]/u.test(first)) return false;
  const values = cells.map((cell) => cell.trim()).filter((cell) => cell !== '');
  if (values.every((cell) => isDash(cell) || line.test(cell)) && values.some((cell) => line.test(cell)))
    return true;
  const [, mark, rest = ''] = comment.exec(cells[0] ?? '') ?? [];
  const isAlone = values.length === 1 && (rest.trim() === '' || /^\s/.test(rest));
  // An amount of money.
  return mark !== undefined && isAlone && !(mark === '$' && isNumberLike(rest));
}

/**
 * Whether a row begins with the mark of a comment, such as one that somebody has switched off: `# heavy,16,-500`.
 * @param isNumbers whether the first column has numbers: then, `$t0` is a text among them
 */
function isLikelyComment({ cells }: TableRow, isNumbers: boolean): boolean {
  const [, mark, rest = ''] = comment.exec(cells[0] ?? '') ?? [];
  if (mark === undefined || rest.trim() === '') return false;
  // `#1` is a name.
  if (commonMark.test(mark) && isNumberLike(rest)) return false;
  if (/^\s/.test(rest)) return true;
  const isName =
    rest.endsWith(mark) || /^[-;]/.test(mark) || (commonMark.test(mark) && /^[-+]?[.,]?\d/.test(rest));
  return !isName && !isNumbers;
}

function isNumberLike(text: string): boolean {
  return /^[-+]?[\d.,'\s]+$/.test(text.trim()) && /\d/.test(text);
}

/** @param isOfNumbers whether a column has numbers */
function isRowOfUnits({ cells }: TableRow, isOfNumbers: (column: number) => boolean): boolean {
  let units = 0;
  let others = 0;
  let isOverNumbers = false;
  for (const [column, cell] of cells.entries()) {
    const text = cell.trim();
    if (isPlainNumber(text)) return false;
    if (text === '' || isDash(text) || unitLabel.test(text)) continue;
    if (isUnit(text)) {
      units++;
      isOverNumbers ||= isOfNumbers(column);
    } else others++;
  }
  return isOverNumbers && (others === 0 || units > 2 * others);
}

/** The cases above a row that may have their sums. */
class RowsAbove {
  #count = 0;
  /** By column: the sum of all cases, and of those since the last sum; how many have a value. */
  readonly #sums: number[] = [];
  #groupSums: number[] = [];
  readonly #values: number[] = [];

  add({ cells }: TableRow): void {
    this.#count++;
    for (const [column, cell] of cells.entries()) {
      const text = cell.trim();
      if (text === '') continue;
      const number = toNumber(text);
      this.#values[column] = (this.#values[column] ?? 0) + 1;
      this.#sums[column] = (this.#sums[column] ?? 0) + number;
      this.#groupSums[column] = (this.#groupSums[column] ?? 0) + number;
    }
  }

  beginGroup(): void {
    this.#groupSums = [];
  }

  /**
   * Whether a row has sums of the cases above. A row that says so in words needs only one of them, or a blank cell or a
   * formula where all cases have a value; the last row may have no name instead.
   */
  isTotals({ cells }: TableRow, isLast: boolean): boolean {
    if (this.#count < 2) return false;
    const label = cellOf(cells, 0);
    const isLabelled = totalLabel.test(label);
    if (!isLabelled && !(label === '' && isLast && this.#isFull(0))) return false;
    const numbers = [...cells.keys()].filter((column) => isPlainNumber(cellOf(cells, column)));
    const sums = numbers.filter((column) => this.#isSum(cellOf(cells, column), column));
    if (!isLabelled) return sums.length > 0 && sums.length === numbers.length;
    const isUnlike = (cell: string, column: number) =>
      cell.startsWith('=') || (cell.trim() === '' && this.#isFull(column));
    return sums.length > 0 || cells.some(isUnlike);
  }

  #isFull(column: number): boolean {
    return this.#values[column] === this.#count;
  }

  #isSum(text: string, column: number): boolean {
    const number = toNumber(text);
    // Nothing comes to nothing in any row.
    if (number === 0) return false;
    return [this.#sums[column] ?? 0, this.#groupSums[column] ?? 0].some(
      (sum) => Math.abs(sum - number) <= 1e-6 * Math.max(1, Math.abs(sum)),
    );
  }
}

/** Near enough for a sum; texts count as zero, as in spreadsheets. */
function toNumber(text: string): number {
  return isPlainNumber(text) ? Number(text.replace(',', '.').replace(/d/i, 'e')) : 0;
}

function cellOf(cells: readonly string[], column: number): string {
  return (cells[column] ?? '').trim();
}

/** The text in which names of columns are compared here. */
function fold(cell: string): string {
  return cell.trim().normalize().toLowerCase();
}

function showRow({ cells }: TableRow): string {
  const values = cells.map((cell) => cell.trim()).filter((cell) => cell !== '');
  return showBriefly(values.join(' | '));
}
