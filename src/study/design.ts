/** Designs of experiments: the rows of a table, from the values of each of its columns. */

import { type DecimalSign, isPlainNumber, signOf } from './numberText';
import { maxTableRows } from './readTable';

/** The values that a column can have: those that were listed, or all numbers between two. */
export type Factor =
  | { readonly kind: 'list'; readonly values: readonly string[] }
  | { readonly kind: 'range'; readonly from: number; readonly to: number };

/** Why a text states no values: it is empty, its ends are no two different numbers, or it wants too many values. */
export type FactorProblem = 'empty' | 'range' | 'count';

export interface Column {
  readonly name: string;
  readonly factor: Factor;
}

export type DesignKind = 'fullFactorial' | 'oneAtATime' | 'latinHypercube';

/** Limit for the values of a range that is divided. */
const maxValues = 1_000;

/** Matches `10..30`, or `10..30 (5)`: five values from 10 to 30. */
const range = /^(\S+)\s*\.\.\s*([^\s(]+)(?:\s*\((\d{1,6})\))?$/;

/**
 * Parses the values of a column: `10; 20; 30`, `10..30` for every number between, or `10..30 (5)` for five of them with
 * equal distances. Numbers may have a decimal comma. A list may be of texts.
 */
export function parseFactor(text: string): Factor | FactorProblem {
  const [, first = '', last = '', count] = range.exec(text.trim()) ?? [];
  const [from, to] = [toNumber(first), toNumber(last)];
  if (first !== '') {
    if (from === undefined || to === undefined || from === to) return 'range';
    if (count === undefined) return { kind: 'range', from, to };
    return divide(from, to, Number(count));
  }
  const values = text.split(';').map((value) => value.trim());
  if (values.some((value) => value === '')) return 'empty';
  return values.length > maxValues ? 'count' : { kind: 'list', values: [...new Set(values)] };
}

function divide(from: number, to: number, count: number): Factor | FactorProblem {
  if (count < 2 || count > maxValues) return 'count';
  const step = (to - from) / (count - 1);
  const values = Array.from({ length: count }, (_, index) => {
    if (index === 0) return String(from);
    return index === count - 1 ? String(to) : shorten(from + index * step, Math.abs(step) / 1_000_000);
  });
  return { kind: 'list', values };
}

function toNumber(text: string): number | undefined {
  if (!isPlainNumber(text)) return undefined;
  const number = Number(text.replace(',', '.').replace(/d/i, 'e'));
  return Number.isFinite(number) ? number : undefined;
}

/** The shortest text for a number that is that close to it. */
function shorten(value: number, tolerance: number): string {
  for (let digits = 1; digits <= 17; digits++) {
    const short = Number(value.toPrecision(digits));
    if (Math.abs(short - value) <= tolerance) return String(short);
  }
  return String(value);
}

/**
 * The number of rows of a design; undefined where it cannot be made of these columns: only the hypercube takes ranges
 * that are not divided.
 * @param rows the number that was chosen for a hypercube
 */
export function countRows(kind: DesignKind, columns: readonly Column[], rows: number): number | undefined {
  if (kind === 'latinHypercube') return rows;
  const counts = columns.map(({ factor }) => (factor.kind === 'list' ? factor.values.length : NaN));
  const total =
    kind === 'fullFactorial'
      ? counts.reduce((product, count) => product * count, 1)
      : counts.reduce((sum, count) => sum + count - 1, 1);
  return Number.isNaN(total) ? undefined : total;
}

/** Limit for the rows of a design: what a table may have. */
export const maxDesignRows = maxTableRows;

/**
 * The rows of a design, with a cell for each column:
 * - full factorial: every combination, in which the last column changes first;
 * - one at a time: the first value of each, then every other value of each beside the first ones of the others;
 * - Latin hypercube: each column is divided into as many equal parts as there are rows, and each part has one row.
 * @param columns as {@link countRows} takes them for this kind
 * @param rows and `seed` belong to the hypercube: the same ones always make the same rows
 */
export function createDesign(
  kind: DesignKind,
  columns: readonly Column[],
  { rows, seed }: { readonly rows: number; readonly seed: number },
): readonly (readonly string[])[] {
  if (kind === 'latinHypercube') return createHypercube(columns, rows, createRandom(seed));
  const lists = columns.map(({ factor }) => (factor.kind === 'list' ? factor.values : []));
  if (kind === 'fullFactorial')
    return lists.reduce<readonly (readonly string[])[]>(
      (all, values) => all.flatMap((row) => values.map((value) => [...row, value])),
      [[]],
    );
  const usual = lists.map(([first = '']) => first);
  const others = lists.flatMap((values, column) => values.slice(1).map((value) => usual.with(column, value)));
  return [usual, ...others];
}

function createHypercube(
  columns: readonly Column[],
  rows: number,
  random: () => number,
): readonly (readonly string[])[] {
  const cells = columns.map(({ factor }) => {
    const parts = Array.from({ length: rows }, (_, part) => part);
    for (let last = rows - 1; last > 0; last--) {
      const other = Math.floor(random() * (last + 1));
      [parts[last], parts[other]] = [parts[other]!, parts[last]!];
    }
    return parts.map((part) => sample(factor, part, rows, random()));
  });
  return Array.from({ length: rows }, (_, row) => cells.map((column) => column[row]!));
}

/** @param within the place in the part, from 0 up to 1 */
function sample(factor: Factor, part: number, parts: number, within: number): string {
  if (factor.kind === 'list')
    return factor.values[Math.floor(((part + within) / parts) * factor.values.length)]!;
  const width = (factor.to - factor.from) / parts;
  // The outermost thousandths of a part stay empty, so that rounding leads into no other one.
  const place = part + 0.002 + 0.996 * within;
  return shorten(factor.from + place * width, Math.abs(width) / 1000);
}

/** A small generator whose sequence no version of Node.js changes (mulberry32). @returns numbers from 0 up to 1 */
function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/**
 * The text of a table that is read as it is meant: numbers have the decimal sign of those that were entered, and
 * semicolons separate the cells where that is a comma.
 * @param comment one line, which says how the table was made
 */
export function formatDesign(
  comment: string,
  columns: readonly Column[],
  rows: readonly (readonly string[])[],
  sign: DecimalSign,
): string {
  const delimiter = sign === ',' ? ';' : ',';
  const format = (cells: readonly string[]) =>
    `${cells.map((cell) => quote(cell, delimiter)).join(delimiter)}\n`;
  const write = (cell: string) => (isPlainNumber(cell) ? cell.replace(/[.,]/, sign) : cell);
  const lines = rows.map((cells) => format(cells.map(write)));
  return [`# ${comment}\n`, format(columns.map(({ name }) => name)), ...lines].join('');
}

function quote(cell: string, delimiter: string): string {
  const isPlain = !/["\t\r\n#]/.test(cell) && !cell.includes(delimiter) && cell === cell.trim();
  return isPlain ? cell : `"${cell.replaceAll('"', '""')}"`;
}

/** The decimal sign that somebody has used; a point where nobody has. */
export function findDecimalSign(texts: readonly string[]): DecimalSign {
  const signs = texts.flatMap((text) => text.split(/;|\.\.|\(/).map((value) => signOf(value.trim())));
  return signs.includes(',') ? ',' : '.';
}
