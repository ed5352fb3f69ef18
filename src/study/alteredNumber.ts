import { findDate } from './dateText';
import { type DecimalSign, findFormatted, findReading, isPlainNumber } from './numberText';
import type { NumberProblem } from './studyProblem';

/** Apostrophes and the tab by which programs make a spreadsheet read a cell as text, so that it runs no formula. */
const guards = "'\u2018\u2019\uff07\t";

/** Matches the words for a missing or infinite number. */
const numberWord = /^(?:[+-]?(?:nan|inf|infinity)|na|n\/a|<na>|null|none|nil)$/i;

/** Limit for a text that may have been a number, in UTF-16 units. */
const maxLength = 60;

/** Source of an expression that matches a number as programs show it. */
const shownNumber = String.raw`[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?`;
/** Matches a number with its type or brackets around it, such as `np.float64(0.5)`, `tensor(0.5)`, `[0.5]` and `'0.5'`. */
const shownByProgram = new RegExp(
  [
    String.raw`(?:(?:numpy|np|jnp|torch)\.\w+|(?:\w+\.)*(?:u?int\d*|float\d*|double|complex\d*|tensor|array|decimal|fraction|mpf))\([[("']*${shownNumber}\b[^()]*\)+`,
    String.raw`\[${shownNumber}\]`,
    `(["'])${shownNumber}\\1`,
    String.raw`<Quantity[ (]${shownNumber}\b[^<>]*>`,
    // A complex number, also without brackets.
    String.raw`\(?${shownNumber}[+-](?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?\*?[ij]\)?`,
  ]
    .map((source) => `^${source}$`)
    .join('|'),
  'i',
);

/** Whether a program has written a number as it shows it to people, so that no solver reads it. */
function isShownByProgram(text: string): boolean {
  return text.length <= maxLength && shownByProgram.test(text);
}

/** Matches how a spreadsheet shows a long number, or a text such as `12E5`, if nobody has made its column one of texts. */
const withExponent = /^\d(?:[.,]\d+)?E\+\d{2,3}$/;

/** Whether a spreadsheet has probably shortened an identifier, so that several ones may look alike now. */
export function isShortened(text: string): boolean {
  return withExponent.test(text);
}

/** The cell without what a program has put before a number, so that no spreadsheet runs it as a formula: `'-500`. */
export function withoutGuard(cell: string): string {
  if (!guards.includes(cell.charAt(0))) return cell;
  const rest = cell.slice(1).trimStart();
  const number = rest.trim();
  return isPlainNumber(number) || findReading(number) !== undefined ? rest : cell;
}

/**
 * Finds out whether a program has made the text of a number, though nobody can tell for certain of which one. Among
 * texts, it may be anything else, too.
 * @param sign the decimal sign of the table, if it is known
 */
export function findAlteration(text: string, sign: DecimalSign | undefined): NumberProblem | undefined {
  if (text.length > maxLength) return undefined;
  const reading = findFormatted(text, sign);
  if (reading !== undefined) return { kind: 'unfitNumber', text, reading };
  // Turkish has the sign first.
  const [, first, percents = first] = /^(?:[%\u066a] ?(\S+)|(.*\S)\s?[%\u066a\uff05])$/.exec(text) ?? [];
  const number = percents === undefined ? undefined : (findFormatted(percents, sign) ?? percents);
  if (number !== undefined && isPlainNumber(number) && !/[ed]/i.test(number))
    return { kind: 'ambiguousNumber', text, readings: [number, toHundredths(number, sign)] };
  if (findDate(text) !== undefined) return { kind: 'dateOrTime', text };
  return /^=./.test(text) ? { kind: 'formula', text } : undefined;
}

/** A hundredth of a number, with all its digits. */
function toHundredths(number: string, sign: DecimalSign = '.'): string {
  const [, minus = '', whole = '', decimals = ''] = /^([+-]?)(\d*)[.,]?(\d*)/.exec(number) ?? [];
  const digits = whole.padStart(3, '0');
  const shifted = `${digits.slice(0, -2).replace(/^0+(?=\d)/, '')}.${digits.slice(-2)}${decimals}`;
  return (minus + shifted.replace(/\.?0+$/, '')).replace('.', number.includes(',') ? ',' : sign);
}

/** Limit for the texts after which a column without any number has none. */
const maxTexts = 200;

/** What the cells of a column are; blank ones and configured choices do not count. */
export class ColumnCounts {
  #cells = 0;
  #numbers = 0;
  /** Those that are no plain numbers. */
  readonly #texts: string[] = [];
  #isOfNumbers: boolean | undefined;

  /** Whether any of the cells is a plain number. */
  get hasNumber(): boolean {
    return this.#numbers > 0;
  }

  /** @param text a cell without its guard and the blanks at its ends */
  count(text: string, isNumber = isPlainNumber(text)): void {
    this.#cells++;
    if (isNumber) this.#numbers++;
    else this.#texts.push(text);
  }

  /**
   * Whether the column is one of numbers: at least half of its cells, because a table may have only two rows. To be asked
   * when all cells are counted.
   */
  isOfNumbers(): boolean {
    return (this.#isOfNumbers ??= this.#findOut());
  }

  /** Stops as soon as it is clear, because most texts of a large table need not be looked at. */
  #findOut(): boolean {
    // Cells that are numbers, or what a program makes of them, whatever the others are.
    let shown = this.#numbers;
    // Cells that may be numbers if others are: dates, percents, and words for missing numbers.
    let possible = 0;
    // Those with the sign behind the number, as most languages write it: `%50` is rather a name.
    let percents = 0;
    let left = this.#texts.length;
    for (const [index, text] of this.#texts.entries()) {
      if (index === maxTexts && shown + possible === 0) return false;
      if (shown > 0 && 2 * (shown + possible) >= this.#cells) return true;
      if (2 * (shown + possible + left) < this.#cells) return false;
      left--;
      if (numberWord.test(text)) possible++;
      else if (isShownByProgram(text)) shown++;
      else if (findAlteration(text, undefined) !== undefined) {
        if (/[%\u066a\uff05]$/.test(text)) percents++;
        if (/[%\u066a\uff05]/.test(text) || findDate(text) === 'whole') possible++;
        else shown++;
      }
    }
    // A name may have a percent, so that half of the cells prove nothing.
    return shown > 0 ? 2 * (shown + possible) >= this.#cells : 2 * percents > this.#cells;
  }
}
