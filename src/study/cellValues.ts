import { findTextChoice, parseAnswer, type Prompt } from '../client/mapping/prompts';
import { showBriefly } from '../request/launchRequest';
import { ColumnCounts, findAlteration, isShortened, withoutGuard } from './alteredNumber';
import {
  type DecimalSign,
  findFormatted,
  findReading,
  findReadingBeforeText,
  isPlainNumber,
  mayBeThousands,
  signOf,
} from './numberText';
import { isBlank, type Table } from './readTable';
import type { NumberProblem, Place, ReportProblem } from './studyProblem';

/** How the cells of a column are used. A column of plain text has no `prompts`, and its `isFilled` is false. */
export interface ColumnUse {
  /** The questions that the column answers with a number or a choice, each with its key. */
  readonly prompts: readonly (readonly [key: string, Exclude<Prompt, { readonly type: 'text' }>])[];
  /** Whether it answers a question for a text. */
  readonly isText?: boolean;
  /** Whether its cells fill in templates. */
  readonly isFilled: boolean;
}

/** A text that is sent, but not without a word. */
export interface TextCell extends Place {
  readonly text: string;
  /** It answers a question for a text, and a spreadsheet has probably shortened it. */
  readonly isShortened?: true;
}

/** The cells of a table as they are sent, filled into templates and shown: all three are the same text. */
export interface TableValues {
  /** The decimal sign of the numbers in the table; absent if no number has one. */
  readonly decimalSign?: DecimalSign;
  /** By row and column. Numbers have a decimal point. */
  readonly rows: readonly (readonly string[])[];
  /** The texts that stand in columns of numbers and fill in templates, and answers that are shortened numbers. */
  readonly textsAmongNumbers: readonly TextCell[];
}

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
  readonly #counts: readonly ColumnCounts[];
  readonly #textsAmongNumbers: TextCell[] = [];
  readonly #report: ReportProblem;
  #isSignUsed = false;

  constructor(table: Table, uses: readonly ColumnUse[], report: ReportProblem) {
    this.#table = table;
    this.#uses = uses;
    this.#report = report;
    this.#counts = uses.map(() => new ColumnCounts());
    this.#sign = this.#findSign();
  }

  read(): TableValues {
    const rows = this.#table.rows.map(({ line, cells }) =>
      cells.map((cell, column) => this.#readCell(cell, { row: line, column: column + 1 })),
    );
    return {
      rows,
      textsAmongNumbers: this.#textsAmongNumbers,
      ...(this.#isSignUsed && this.#sign && { decimalSign: this.#sign }),
    };
  }

  /** The decimal sign of the table, if any cell proves one. Counts what the columns have. */
  #findSign(): DecimalSign | undefined {
    const { delimiter, rows } = this.#table;
    let hasComma = false;
    for (const { cells } of rows)
      for (const [column, cell] of cells.entries()) {
        const use = this.#uses[column];
        if (isBlank(cell) || !isNumeric(use, cell)) continue;
        const text = withoutGuard(cell).trim();
        const sign = signOf(text);
        this.#counts[column]?.count(text, sign !== undefined || isPlainNumber(text));
        if (sign === undefined || mayBeThousands(text)) continue;
        if (sign === '.') this.#withPoint.add(column);
        // Where the list separator is no semicolon, a comma in a template may as well separate two values.
        else hasComma ||= delimiter === ';' || use.prompts.length > 0;
      }
    const hasPoint = this.#withPoint.size > 0;
    if (delimiter === ';') return hasComma ? ',' : hasPoint ? '.' : undefined;
    return hasComma && !hasPoint ? ',' : hasPoint || delimiter === ',' ? '.' : undefined;
  }

  #readCell(cell: string, place: Place): string {
    const use = this.#uses[place.column - 1];
    if (use?.isText === true && !use.isFilled && isShortened(cell.trim()))
      this.#textsAmongNumbers.push({ ...place, text: showBriefly(cell.trim()), isShortened: true });
    if (isBlank(cell) || !isNumeric(use, cell)) return this.#choose(cell, place, use);
    const number = withoutGuard(cell);
    const text = number.trim();
    const sign = signOf(text);
    const isNumber = sign !== undefined || isPlainNumber(text);
    const problem = this.#findProblem({ text, sign, isNumber }, place, use);
    if (problem !== undefined) {
      this.#report({ ...place, ...problem });
      return cell;
    }
    if (sign !== undefined) this.#isSignUsed = true;
    const point = sign === ',' ? text.replace(',', '.') : text;
    if (use.prompts.length > 0) return this.#choose(point, place, use);
    if (!isNumber && this.#counts[place.column - 1]?.isOfNumbers() === true)
      this.#textsAmongNumbers.push({ ...place, text: showBriefly(text) });
    return number.replace(text, () => point);
  }

  /** Why nobody can tell which number the text is. */
  #findProblem(
    { text, sign, isNumber }: CellText,
    { column }: Place,
    { isFilled }: ColumnUse,
  ): NumberProblem | undefined {
    if (sign !== undefined && mayBeThousands(text)) {
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
    if (isNumber) return undefined;
    const counts = this.#counts[column - 1];
    const hasNumber = counts?.hasNumber === true;
    const reading = findReading(text) ?? (hasNumber ? findFormatted(text, this.#sign) : undefined);
    if (reading !== undefined) return { kind: 'unfitNumber', text: showBriefly(text), reading };
    // A column without a plain number may have all of this on purpose.
    const alteration = hasNumber && counts.isOfNumbers() ? findAlteration(text, this.#sign) : undefined;
    if (alteration !== undefined) return alteration;
    const withPoints = isFilled && this.#sign === ',' ? findReadingBeforeText(text) : undefined;
    if (withPoints === undefined) return undefined;
    return { kind: 'unfitNumber', text: showBriefly(text), reading: showBriefly(withPoints) };
  }

  /** The text as the questions of its column take it. */
  #choose(text: string, place: Place, use: ColumnUse | undefined): string {
    return (use?.prompts ?? []).reduce((value, [key, prompt]) => {
      if (isBlank(value)) return value;
      const answer = parseAnswer(value, prompt) ?? parseAnswer(value.trim(), prompt);
      if (answer !== undefined) return String(answer);
      const problem = { ...place, key, text: showBriefly(value) };
      this.#report(
        prompt.type === 'number'
          ? { ...problem, kind: 'notANumber' }
          : { ...problem, kind: 'notAChoice', choices: prompt.choices },
      );
      return value;
    }, text);
  }
}

interface CellText {
  readonly text: string;
  /** The decimal sign of a plain number that has one. */
  readonly sign: DecimalSign | undefined;
  /** Whether the text is a plain number. */
  readonly isNumber: boolean;
}

/** Whether a number in the cell is read as a number. A cell that is a configured choice is read as text. */
function isNumeric(use: ColumnUse | undefined, cell: string): use is ColumnUse {
  if (use === undefined || (use.prompts.length === 0 && !use.isFilled)) return false;
  return !use.prompts.some(
    ([, prompt]) =>
      prompt.type === 'choice' &&
      [cell, cell.trim()].some((text) => findTextChoice(text, prompt.choices) !== undefined),
  );
}
