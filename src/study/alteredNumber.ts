import { findDate } from './dateText';
import { type DecimalSign, findFormatted, findReading, isPlainNumber } from './numberText';
import type { NumberProblem } from './studyProblem';

/** Matches an apostrophe or a tab by which programs make a spreadsheet read a cell as text, so that it runs no formula. */
const guard = /^(?:['\u2018\u2019\uff07]|\t)\s*/;

/** Matches the words for a missing or infinite number. */
const numberWord = /^(?:[+-]?(?:nan|inf|infinity)|na|n\/a|<na>|null|none|nil)$/i;

/** Limit for a text that may have been a number, in UTF-16 units. */
const maxLength = 60;

/** The cell without what a program has put before a number, so that no spreadsheet runs it as a formula: `'-500`. */
export function withoutGuard(cell: string): string {
  const rest = cell.replace(guard, '');
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

/** What the cells of a column are; blank ones and configured choices do not count. */
export class ColumnCounts {
  cells = 0;
  numbers = 0;
  /** Cells that are numbers in the form of a spreadsheet, or dates that it makes of them, whatever the others are. */
  revealing = 0;
  /** Cells that may be numbers if others are: dates, and words for missing numbers. */
  possible = 0;

  count(cell: string): void {
    const text = withoutGuard(cell).trim();
    this.cells++;
    if (isPlainNumber(text)) this.numbers++;
    else if (numberWord.test(text)) this.possible++;
    else if (findAlteration(text, undefined) !== undefined) {
      if (findDate(text) === 'whole') this.possible++;
      else this.revealing++;
    }
  }

  /** Whether the column is one of numbers: at least half of its cells, because a table may have only two rows. */
  isOfNumbers(): boolean {
    const shown = this.numbers + this.revealing;
    return shown > 0 && 2 * (shown + this.possible) >= this.cells;
  }
}
