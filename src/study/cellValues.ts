import { parseAnswer, type Prompt } from '../client/mapping/prompts';
import { showBriefly } from '../request/launchRequest';
import { isBlank, type Table } from './readTable';
import type { NumberProblem, Place, ReportProblem } from './studyProblem';

export type DecimalSign = ',' | '.';

/** How the cells of a column are used. A column of plain text has no `prompts`, and its `isFilled` is false. */
export interface ColumnUse {
  /** The questions that the column answers with a number or a choice, each with its key. */
  readonly prompts: readonly (readonly [key: string, Exclude<Prompt, { readonly type: 'text' }>])[];
  /** Whether its cells fill in templates. */
  readonly isFilled: boolean;
}

/** The cells of a table as they are sent, filled into templates and shown: all three are the same text. */
export interface TableValues {
  /** The decimal sign of the numbers in the table; absent if no number has one. */
  readonly decimalSign?: DecimalSign;
  /** By row and column. Numbers have a decimal point. */
  readonly rows: readonly (readonly string[])[];
}

/** Matches a number with at most one sign, which is in the first or second group. `1.5d0` is one for Fortran. */
const plainNumber = /^[+-]?(?:\d+([.,])?\d*|([.,])\d+)(?:[ed][+-]?\d+)?$/i;
/** Matches one whose sign may separate thousands. */
const groupShape = /^[+-]?[1-9]\d{0,2}[.,]\d{3}$/;
/** Matches one with signs that certainly separate thousands, in Switzerland and India too, and its decimals. */
const groupedNumber =
  /^([+-]?(?:[1-9]\d{0,2}(?:\.\d{3})+(?=,|$)|[1-9]\d{0,2}(?:,\d{2,3})*,\d{3}(?=\.|$)|[1-9]\d{0,2}(?:['’]\d{3})+))([.,]\d*)?$/;
const typographicMinus = /^[\u2012-\u2014\u2212]/;
/** Matches a text that begins with a number, such as `0,5 mm`. */
const numberWithComma = /^[+-]?\d+,\d+(?=[^\d.,])/;
/** Matches one that begins with separated thousands, such as `1.000 mm`, where commas are decimal. */
const groupedWithUnit = /^[+-]?[1-9]\d{0,2}(?:\.\d{3})+(?:,\d+)?(?=\s*[^\d.,\s])/;
/** Before or behind an amount of money. */
const currency =
  /^(?:[€$£¥]|(?:CHF|EUR|USD|GBP|SFr|Fr)\b\.?)\s*|\s*(?:[€$£¥]|\b(?:CHF|EUR|USD|GBP|SFr|Fr)\.?)$/g;
/** Further signs and blanks that separate thousands. */
const otherGroups = /(?<=\d)(?:[ \u00a0\u202f´`]|'')(?=\d{3}(?!\d))/g;

/**
 * Reads the cells of a table. All its numbers have one decimal sign, since one program wrote them. A number of which
 * the sign is not certain is refused, because a wrong guess would simulate another case.
 */
export function readValues(table: Table, uses: readonly ColumnUse[], report: ReportProblem): TableValues {
  return new ValueReader(table, uses, report).read();
}

class ValueReader {
  readonly #table: Table;
  readonly #uses: readonly ColumnUse[];
  readonly #sign: DecimalSign | undefined;
  /** Columns with a number whose point is certainly a decimal point. */
  readonly #withPoint = new Set<number>();
  /** Columns with a plain number, so that another cell is one as well, however it is formatted. */
  readonly #withNumber = new Set<number>();
  readonly #report: ReportProblem;
  #isSignUsed = false;

  constructor(table: Table, uses: readonly ColumnUse[], report: ReportProblem) {
    this.#table = table;
    this.#uses = uses;
    this.#report = report;
    this.#sign = this.#findSign();
  }

  read(): TableValues {
    const rows = this.#table.rows.map(({ line, cells }) =>
      cells.map((cell, column) => this.#readCell(cell, { row: line, column: column + 1 })),
    );
    return { rows, ...(this.#isSignUsed && this.#sign && { decimalSign: this.#sign }) };
  }

  /** The decimal sign of the table, if any cell proves one. */
  #findSign(): DecimalSign | undefined {
    const { delimiter, rows } = this.#table;
    let hasComma = false;
    for (const { cells } of rows)
      for (const [column, cell] of cells.entries()) {
        const use = this.#uses[column];
        const text = cell.trim();
        if (plainNumber.test(text)) this.#withNumber.add(column);
        const sign = isNumeric(use, cell) ? signOf(text) : undefined;
        if (sign === undefined || groupShape.test(text)) continue;
        if (sign === '.') this.#withPoint.add(column);
        // Where the list separator is no semicolon, a comma in a template may as well separate two values.
        else hasComma ||= delimiter === ';' || (use?.prompts.length ?? 0) > 0;
      }
    const hasPoint = this.#withPoint.size > 0;
    if (delimiter === ';') return hasComma ? ',' : hasPoint ? '.' : undefined;
    return hasComma && !hasPoint ? ',' : hasPoint || delimiter === ',' ? '.' : undefined;
  }

  #readCell(cell: string, place: Place): string {
    const use = this.#uses[place.column - 1];
    if (isBlank(cell) || !isNumeric(use, cell)) return this.#choose(cell, place, use);
    const text = cell.trim();
    const problem = this.#findProblem(text, place, use);
    if (problem !== undefined) {
      this.#report({ ...place, ...problem });
      return cell;
    }
    const sign = signOf(text);
    if (sign !== undefined) this.#isSignUsed = true;
    const point = sign === ',' ? text.replace(',', '.') : text;
    if (use.prompts.length === 0) return cell.replace(text, () => point);
    return this.#choose(point, place, use);
  }

  /** Why nobody can tell which number the text is. */
  #findProblem(text: string, { column }: Place, { isFilled }: ColumnUse): NumberProblem | undefined {
    const sign = signOf(text);
    if (sign !== undefined && groupShape.test(text)) {
      const isCertain =
        sign === this.#sign &&
        (sign === ',' || this.#table.delimiter === ',' || this.#withPoint.has(column - 1));
      if (isCertain) return undefined;
      const [whole = '', decimals = ''] = text.replace(/0+$/, '').split(/[.,]/);
      // With a fourth digit, it is certainly a decimal sign.
      const fraction = decimals.length === 3 ? `${decimals}0` : decimals;
      const decimal = fraction === '' ? whole : `${whole}${this.#sign ?? '.'}${fraction}`;
      return { kind: 'ambiguousNumber', text, readings: [text.replace(/[.,]/, ''), decimal] };
    }
    if (sign === ',' && this.#sign !== ',')
      return { kind: 'decimalComma', text, reading: text.replace(',', '.') };
    if (sign === '.' && this.#sign === ',')
      return { kind: 'decimalPoint', text, reading: text.replace('.', ',') };
    if (sign !== undefined) return undefined;
    const reading = findReading(text) ?? (this.#withNumber.has(column - 1) ? findFormatted(text) : undefined);
    if (reading !== undefined) return { kind: 'unfitNumber', text: showBriefly(text), reading };
    if (!isFilled || this.#sign !== ',') return undefined;
    const [grouped] = groupedWithUnit.exec(text) ?? [];
    if (grouped === undefined && !numberWithComma.test(text)) return undefined;
    const ungrouped = text.replace(grouped ?? '', (grouped ?? '').replaceAll('.', ''));
    const withPoints = showBriefly(ungrouped.replace(/(?<=\d),(?=\d)/g, '.'));
    return { kind: 'unfitNumber', text: showBriefly(text), reading: withPoints };
  }

  /** The text as the questions of its column take it. */
  #choose(text: string, place: Place, use: ColumnUse | undefined): string {
    return (use?.prompts ?? []).reduce((value, [key, prompt]) => {
      if (isBlank(value)) return value;
      const answer = parseAnswer(value, prompt) ?? parseAnswer(value.trim(), prompt);
      if (answer !== undefined) return String(answer);
      const kind = prompt.type === 'number' ? 'notANumber' : 'notAChoice';
      this.#report({ ...place, kind, key, text: showBriefly(value) });
      return value;
    }, text);
  }
}

/** Whether a number in the cell is read as a number. A cell that equals a configured choice is read as text. */
function isNumeric(use: ColumnUse | undefined, cell: string): use is ColumnUse {
  if (use === undefined || (use.prompts.length === 0 && !use.isFilled)) return false;
  return !use.prompts.some(
    ([, prompt]) =>
      prompt.type === 'choice' && prompt.choices.some((one) => one === cell || one === cell.trim()),
  );
}

function signOf(text: string): DecimalSign | undefined {
  const [, first, second] = plainNumber.exec(text) ?? [];
  return (first ?? second) as DecimalSign | undefined;
}

/** The number that people read in a text that programs do not read as one, written so that both can read it. */
function findReading(text: string): string | undefined {
  const [, whole, decimals = ''] = groupedNumber.exec(text) ?? [];
  if (whole !== undefined) return whole.replace(/[.,'’]/g, '') + decimals;
  if (!typographicMinus.test(text)) return undefined;
  const negative = text.replace(typographicMinus, '-');
  return plainNumber.test(negative) ? negative : findReading(negative);
}

/** As {@link findReading} for a number that a spreadsheet has formatted: as money, or negative with its minus elsewhere. */
function findFormatted(text: string): string | undefined {
  const negative = /^\(.*\)$/.test(text) || /^[^-]*\d-$/.test(text);
  const bare = text
    .replace(/^\(|\)$|(?<=\d)-$/g, '')
    .replace(currency, '')
    .replace(otherGroups, "'");
  const number = (negative ? '-' : '') + bare.trim();
  if (number === text) return undefined;
  return plainNumber.test(number) ? number : findReading(number);
}
