import { showBriefly } from '../request/launchRequest';
import { ColumnCounts, withoutGuard } from './alteredNumber';
import { isPlainNumber } from './numberText';
import type { StudyProblem } from './studyProblem';
import { isDash, isUnit } from './unitText';

export interface TableRow {
  /** First line of the row in the file, from 1. */
  readonly line: number;
  readonly cells: readonly string[];
}

/** A row of a table that is no case, or its labels of rows. */
export interface PassedOverRow {
  /**
   * The header that stands there again, as in files that were joined; the units or types of values below it; the sums
   * of columns; the labels of rows, which are the first column.
   */
  readonly kind: 'comment' | 'header' | 'units' | 'totals' | 'labels';
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

/** Matches the types of values that programs write below a header. */
const valueType =
  /^(?:u?int(?:eger)?(?:8|16|32|64)?|float(?:16|32|64)?|double|real|num(?:ber|eric)?|str(?:ing)?|text|char(?:acter)?|chr|dbl|object|bool(?:ean)?|lgl)$/iu;

/** Matches units that are also words or the names of values. */
const wordLikeUnit = /^(?:\p{L}|min|in|var|cal|bar|mil|rev|day|days|week|month|year)$/u;

const totalLabel =
  /^(?:(?:grand |sub[- ]?)?totals?|(?:zwischen|gesamt)?summe|gesamt(?:ergebnis)?|sum|somme|suma|soma|totale|total g[eé]n[eé]ra[l]|totaal|итого|всего|合計|总计|總計|합계|Σ|∑)\s*:?$/iu;

const meanLabel =
  /^(?:mean|average|avg|mittel(?:wert)?|durchschnitt|moyenne|media|promedio|média|gemiddelde?|średnia|среднее|平均(?:值)?|평균|ø)\s*\.?:?$/iu;

class CaseFinder {
  readonly #columns: readonly string[];
  readonly #names: ReadonlySet<string>;
  /** By the code of a character in ASCII, whether a name may begin with it. */
  readonly #initials: readonly boolean[];
  readonly #headerLine: number;
  readonly #rows: readonly TableRow[];
  readonly #kinds = new Map<TableRow, PassedOverRow['kind']>();
  readonly #problems: StudyProblem[] = [];

  constructor(columns: readonly string[], rows: readonly TableRow[], headerLine: number) {
    this.#columns = columns.map(fold);
    this.#names = new Set(this.#columns.filter((name) => name !== ''));
    // A header may begin with the mark of a comment, and `sep=` may stand there again.
    const initials = new Set(
      [...this.#names, '#', '%', 's'].map((name) => name.normalize('NFD').charCodeAt(0)),
    );
    this.#initials = Array.from({ length: 0x7f }, (_, code) => code <= 0x20 || initials.has(toSmall(code)));
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
      if (!this.#mayHaveNames(row)) continue;
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

  /** Whether cells begin like names: in a large table, hardly any do, so that most need not be compared. */
  #mayHaveNames({ cells }: TableRow): boolean {
    for (const cell of cells) if (cell !== '' && (this.#initials[cell.charCodeAt(0)] ?? true)) return true;
    return false;
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
    const certain = rows.filter(({ cells }) => isComment(cells));
    // Where all rows look like comments, they are names, unless they lack cells.
    const mayBeNames = certain.length === rows.length;
    for (const row of certain)
      if (!mayBeNames || row.cells.length !== this.#columns.length) this.#kinds.set(row, 'comment');
    const others = this.#listCases();
    const mayBe = others.filter(({ cells }) => comment.test(cells[0] ?? ''));
    if (mayBe.length === 0) return;
    const isNumbers = this.#isOfNumbers(0, others);
    const marked = mayBe.filter((row) => isLikelyComment(row, isNumbers));
    // Where all rows begin so, these are their names.
    if (marked.length === others.length) return;
    // Decks have names such as `*ELASTIC` and `$t0`, and one beside them may be `none`.
    const isCommon = 2 * marked.length > others.length;
    for (const row of marked)
      if (!isCommon || !/^\s*[$*]\S/.test(row.cells[0] ?? '')) this.#kinds.set(row, 'comment');
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
    const labelled = others.filter(({ cells }) => isTotalsLabel(cellOf(cells, 0))).length;
    if (labelled === 0 && cellOf(others.at(-1)?.cells ?? [], 0) !== '') return;
    // A name that most rows have says nothing.
    if (2 * labelled > others.length) return;
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
      if (text !== '' && !isUnit(text)) counts.count(withoutGuard(text));
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

/**
 * Whether a row has units. Beside them, there may be labels, but a single unit that is a word or a letter could then be a
 * value of a case: `base,min`.
 * @param isOfNumbers whether a column has numbers
 */
function isRowOfUnits({ cells }: TableRow, isOfNumbers: (column: number) => boolean): boolean {
  if (isRowOfTypes(cells, isOfNumbers)) return true;
  const units: string[] = [];
  let others = 0;
  let areOthersOverNumbers = false;
  let unitsOverNumbers = 0;
  for (const [column, cell] of cells.entries()) {
    const text = cell.trim();
    if (isPlainNumber(text)) return false;
    if (text === '' || isDash(text) || unitLabel.test(text)) continue;
    if (isUnit(text)) {
      units.push(text);
      if (isOfNumbers(column)) unitsOverNumbers++;
    } else {
      others++;
      areOthersOverNumbers ||= isOfNumbers(column);
    }
  }
  if (unitsOverNumbers === 0) return false;
  if (others === 0 || units.length > 2 * others) return true;
  return !areOthersOverNumbers && (unitsOverNumbers > 1 || units.some((unit) => !wordLikeUnit.test(unit)));
}

/** Whether each cell is the type of the values below it. */
function isRowOfTypes(cells: readonly string[], isOfNumbers: (column: number) => boolean): boolean {
  const types = cells.map((cell) => cell.trim().replace(/^[<[(](.*)[>\])]$/, '$1'));
  return types.every((type) => valueType.test(type)) && types.some((_, column) => isOfNumbers(column));
}

function isTotalsLabel(text: string): boolean {
  return totalLabel.test(text) || meanLabel.test(text);
}

/** The cases above a row that may have their sums. */
class RowsAbove {
  #count = 0;
  /** By column: the sum of all cases, and of those since the last sum; how many have a value. */
  readonly #sums: number[] = [];
  #groupSums: number[] = [];
  readonly #values: number[] = [];
  /** By column, the number that all cases have; NaN if they have several. */
  readonly #same: number[] = [];

  add({ cells }: TableRow): void {
    this.#count++;
    for (const [column, cell] of cells.entries()) {
      const text = cell.trim();
      if (text === '') continue;
      const number = toNumber(text);
      this.#values[column] = (this.#values[column] ?? 0) + 1;
      this.#sums[column] = (this.#sums[column] ?? 0) + number;
      this.#groupSums[column] = (this.#groupSums[column] ?? 0) + number;
      if ((this.#same[column] ??= number) !== number) this.#same[column] = Number.NaN;
    }
  }

  beginGroup(): void {
    this.#groupSums = [];
  }

  /**
   * Whether a row has sums of the cases above, or their means. A row that says so in words needs only one of them, or a
   * blank cell or a formula where all cases have a value; the last row may have no name instead.
   */
  isTotals({ cells }: TableRow, isLast: boolean): boolean {
    if (this.#count < 2) return false;
    const label = cellOf(cells, 0);
    const isLabelled = isTotalsLabel(label);
    if (!isLabelled && !(label === '' && isLast && this.#isFull(0))) return false;
    const numbers = [...cells.keys()].filter((column) => isPlainNumber(cellOf(cells, column)));
    const count = meanLabel.test(label) ? this.#count : 1;
    const sums = numbers.filter((column) =>
      this.#isSum(cellOf(cells, column), { column, count, isLabelled }),
    );
    if (!isLabelled) return sums.length > 0 && sums.length === numbers.length;
    // A case with all loads at once has the same number of cores as each of the others.
    const isSame = (column: number) => count === 1 && toNumber(cellOf(cells, column)) === this.#same[column];
    if (numbers.some((column) => !sums.includes(column) && this.#same[column] !== 0 && isSame(column)))
      return false;
    const isUnlike = (cell: string, column: number) =>
      cell.startsWith('=') || (cell.trim() === '' && this.#isFull(column));
    return sums.length > 0 || cells.some(isUnlike);
  }

  #isFull(column: number): boolean {
    return this.#values[column] === this.#count;
  }

  /** A row that says that it has sums may have rounded them. */
  #isSum(text: string, { column, count, isLabelled }: SumOfColumn): boolean {
    const number = toNumber(text);
    // Nothing comes to nothing in any row.
    if (number === 0) return false;
    const rounding = isLabelled ? maxRoundingOf(text) : 0;
    return [this.#sums[column] ?? 0, this.#groupSums[column] ?? 0].some(
      (sum) => Math.abs(sum / count - number) <= rounding + 1e-6 * Math.max(1, Math.abs(sum)),
    );
  }
}

interface SumOfColumn {
  readonly column: number;
  /** By which the sum is divided: 1, or for a mean the number of cases. */
  readonly count: number;
  readonly isLabelled: boolean;
}

/** Half of the last digit of a number with decimals. */
function maxRoundingOf(text: string): number {
  const [, decimals] = /^[+-]?\d*[.,](\d+)$/.exec(text) ?? [];
  return decimals === undefined ? 0 : 0.5 * 10 ** -decimals.length;
}

/** Near enough for a sum; texts count as zero, as in spreadsheets. */
function toNumber(text: string): number {
  return isPlainNumber(text) ? Number(text.replace(',', '.').replace(/d/i, 'e')) : 0;
}

function cellOf(cells: readonly string[], column: number): string {
  return (cells[column] ?? '').trim();
}

/** The code of a letter in ASCII as that of the small one. */
function toSmall(code: number): number {
  return code >= 0x41 && code <= 0x5a ? code + 0x20 : code;
}

/** The text in which names of columns are compared here. */
function fold(cell: string): string {
  return cell.trim().normalize().toLowerCase();
}

/**
 * Finds the first column if it has no name and tells the rows apart, as in the tables that data frames write with their
 * index. Nothing asks for a column without a name, so its values are not needed.
 */
export function findLabels(
  columns: readonly string[],
  rows: readonly TableRow[],
  headerLine: number,
): PassedOverRow | undefined {
  if (columns.length < 2 || columns[0] !== '' || rows.length === 0) return undefined;
  const labels = rows.map(({ cells }) => cellOf(cells, 0));
  if (new Set(labels).size < labels.length || labels.includes('')) return undefined;
  return { kind: 'labels', line: headerLine, text: showValues(labels.slice(0, 3)) };
}

function showRow({ cells }: TableRow): string {
  return showValues(cells);
}

function showValues(cells: readonly string[]): string {
  const values = cells.map((cell) => cell.trim()).filter((cell) => cell !== '');
  return showBriefly(values.join(' | '));
}
