import { showBriefly } from '../request/launchRequest';
import type { TableRow } from './caseRows';
import { isPlainNumber } from './numberText';
import type { StudyProblem } from './studyProblem';

/** A header that is not the first line of its table. */
type HeaderBelow = Extract<StudyProblem, { readonly kind: 'headerBelow' }>;

/** Limit for the lines of an instrument, or the title, above the header. */
const maxLinesAbove = 1_000;
/** Limit for the names that the problem has. */
const maxNames = 11;

/**
 * Finds the header by the number of its cells, where the line that was read as the header has fewer names than all rows
 * have cells: the first row that is all names, and from which on all rows are equally long and have numbers.
 * @param rows those below that line, with as many cells as they have
 */
export function findFullerHeader(
  columns: readonly string[],
  rows: readonly TableRow[],
  headerLine: number,
): HeaderBelow | undefined {
  const named = columns.filter((name) => name !== '').length;
  const filled = rows.filter(({ cells }) => cells.some((cell) => cell.trim() !== ''));
  const length = filled.at(-1)?.cells.length ?? 0;
  if (named >= length) return undefined;
  const first = filled.findLastIndex(({ cells }) => cells.length !== length) + 1;
  const index = filled.findIndex(({ cells }, place) => place >= first && areNames(cells));
  const found = filled[index];
  const below = filled[index + 1];
  if (index > maxLinesAbove || found === undefined || below?.cells.some(isNumber) !== true) return undefined;
  return describe(found.cells, found.line, headerLine);
}

/**
 * Finds the header by its names, where the line that was read as the header has none of them. Looks at the lines as they
 * are, because cells may be separated by something else in the lines above.
 * @param names those that columns may have
 */
export function findHeaderWith(
  names: ReadonlySet<string>,
  bytes: Uint8Array,
  headerLine: number,
): HeaderBelow | undefined {
  const lines = new TextDecoder().decode(bytes).split(/\r\n|\n|\r/, headerLine + maxLinesAbove);
  let best: { readonly line: number; readonly cells: readonly string[]; readonly count: number } | undefined;
  for (const [index, text] of lines.entries()) {
    if (index < headerLine || text.length > 10_000) continue;
    for (const delimiter of [',', ';', '\t']) {
      const cells = text.split(delimiter).map((cell) =>
        cell
          .trim()
          .replace(/^"(.*)"$/, '$1')
          .trim(),
      );
      const count = cells.filter((cell) => names.has(cell.normalize())).length;
      if (count > (best?.count ?? 0) && !cells.some(isNumber)) best = { line: index + 1, cells, count };
    }
  }
  return best && describe(best.cells, best.line, headerLine);
}

function isNumber(cell: string): boolean {
  return isPlainNumber(cell.trim());
}

function areNames(cells: readonly string[]): boolean {
  return cells.every((cell) => cell.trim() !== '' && !isNumber(cell)) && new Set(cells).size === cells.length;
}

function describe(cells: readonly string[], line: number, headerLine: number): HeaderBelow {
  const names = cells.filter((cell) => cell !== '').slice(0, maxNames);
  return {
    kind: 'headerBelow',
    row: headerLine,
    column: 1,
    line,
    names: names.map((name) => showBriefly(name)),
  };
}
