import { createHash } from 'node:crypto';
import { type CsvError, parse } from 'csv-parse/sync';
import { escapeInvisible, hiddenCharacters, withoutEmojiStyle } from '../client/text/visibleText';
import { type Delimiter, type Place, StudyError, type StudyProblem } from './studyProblem';

export interface TableRow {
  /** First line of the row in the file, from 1. */
  readonly line: number;
  readonly cells: readonly string[];
}

/** A table with a header. All rows have as many cells as there are columns. */
export interface Table {
  readonly delimiter: Delimiter;
  /** SHA-256 of the bytes in hex. */
  readonly sha256: string;
  /** Line of the header, from 1. */
  readonly headerLine: number;
  /** Empty for a column that has neither a name nor a value. */
  readonly columns: readonly string[];
  readonly rows: readonly TableRow[];
}

export interface TableLimits {
  readonly maxBytes: number;
  readonly maxRows: number;
  readonly maxColumns: number;
  /** UTF-16 units. */
  readonly maxCellLength: number;
}

/** Above what anybody starts at once, and low enough that a wrong file is refused in a moment. */
export const tableLimits: TableLimits = {
  maxBytes: 8 * 1024 * 1024,
  maxRows: 5_000,
  maxColumns: 200,
  maxCellLength: 10_000,
};

/** Limit for the rows without a value, which spreadsheets leave behind. */
const maxBlankRows = 10_000;

/** Limit for the problems of one kind that are named. */
const maxProblems = 100;

/**
 * Reads a table by RFC 4180. A line such as `sep=;`, or else the header, tells whether commas, semicolons or tabs
 * separate cells; lines before the header that begin with `#`, empty lines and rows without a value are skipped.
 * Characters that nobody sees are taken off at the ends of cells.
 * @throws StudyError with everything that is wrong
 */
export function readTable(bytes: Uint8Array, limits: TableLimits = tableLimits): Table {
  const text = decode(bytes, limits);
  const { start, line: headerLine, separator } = findHeader(text);
  const header = findHeaderText(text, start);
  if (header.trim() === '') fail({ kind: 'emptyTable', row: Math.max(1, headerLine - 1), column: 1 });
  const body = text.slice(start);
  const options = { headerLine, limits };
  const delimiter = separator ?? findDelimiter(header, (one) => isEven(body, { ...options, delimiter: one }));
  const [first, ...all] = parseRecords(body, { ...options, delimiter });
  const columns = (first?.cells ?? []).map((name) => stripUnseen(name).trim().normalize());
  const read = all.map(({ line, cells }) => ({ line, cells: fit(cells.map(stripUnseen), columns) }));
  const rows = read.filter(({ cells }) => cells.some((cell) => !isBlank(cell)));
  const problems = [...checkHeader(columns, rows, { row: headerLine, delimiter, limits })];
  if (problems.length > 0) throw new StudyError(problems);
  problems.push(
    ...rows.flatMap((row) => checkRow(row, columns.length, { delimiter, limits })).slice(0, maxProblems),
  );
  const excess = rows[limits.maxRows] ?? all[limits.maxRows + maxBlankRows];
  if (excess !== undefined)
    problems.push({ kind: 'tooManyRows', row: excess.line, column: 1, max: limits.maxRows });
  if (rows.length === 0) problems.push({ kind: 'noRows', row: headerLine, column: 1 });
  if (problems.length > 0) throw new StudyError(problems);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return { delimiter, sha256, headerLine, columns, rows };
}

export function isBlank(cell: string): boolean {
  return cell.trim() === '';
}

function decode(bytes: Uint8Array, { maxBytes }: TableLimits): string {
  const [first, second] = bytes;
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff))
    fail({ kind: 'utf16', row: 1, column: 1 });
  if (bytes.length > maxBytes) {
    const row = countLines(Buffer.from(bytes.buffer, bytes.byteOffset, maxBytes));
    fail({ kind: 'tooManyBytes', row, column: 1, max: maxBytes });
  }
  const nul = bytes.indexOf(0);
  if (nul >= 0) fail({ kind: 'nul', ...placeOf(bytes, nul) });
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return fail({ kind: 'notUtf8', ...placeOf(bytes, findInvalid(bytes)) });
  }
}

/** Line and cell of a byte in bytes that are no text, so that the cell is the most likely one. */
function placeOf(bytes: Uint8Array, at: number): Place {
  const before = Buffer.from(bytes.buffer, bytes.byteOffset, at);
  const text = before.toString('latin1');
  const { start, separator } = findHeader(text);
  const delimiter = separator ?? findDelimiter(findHeaderText(text, start), () => true);
  const line = text.slice(text.lastIndexOf('\n') + 1).replace(/"[^"]*"?/g, '');
  return { row: countLines(before), column: line.split(delimiter).length };
}

function countLines(bytes: Buffer): number {
  let lines = 1;
  for (let at = bytes.indexOf(0x0a); at >= 0; at = bytes.indexOf(0x0a, at + 1)) lines++;
  return lines;
}

/** Index of the first byte that is not UTF-8: the longest beginning that can be decoded ends there. */
function findInvalid(bytes: Uint8Array): number {
  let [valid, invalid] = [0, bytes.length];
  while (valid < invalid) {
    const middle = Math.ceil((valid + invalid) / 2);
    try {
      new TextDecoder('utf-8', { fatal: true }).decode(bytes.subarray(0, middle), { stream: true });
      valid = middle;
    } catch {
      invalid = middle - 1;
    }
  }
  return Math.min(valid, bytes.length - 1);
}

interface HeaderPlace {
  readonly start: number;
  readonly line: number;
  /** From a line such as `sep=;`, which Excel reads. */
  readonly separator: Delimiter | undefined;
}

function findHeader(text: string): HeaderPlace {
  // A spreadsheet puts a comment with a separator in quotes.
  const skipped = /(?:"?#[^\r\n]*|[ \t]*|"?sep=([,;\t])"?)(?:\r\n|\n|\r)/iy;
  let line = 1;
  let start = 0;
  let separator: Delimiter | undefined;
  for (let found = skipped.exec(text); found !== null; found = skipped.exec(text)) {
    separator = (found[1] as Delimiter | undefined) ?? separator;
    start = skipped.lastIndex;
    line++;
  }
  return { start, line, separator };
}

/** The header, of which a name in quotes may go on over several lines. */
function findHeaderText(text: string, start: number): string {
  const header = /(?:"[^"]*"|[^"\r\n])*/y;
  header.lastIndex = start;
  return header.exec(text)?.[0] ?? '';
}

/**
 * The separator that the header has most of outside of quotes, as names may contain others: preferably one that makes
 * all rows equally long. A table of one column has none.
 */
function findDelimiter(header: string, isFit: (delimiter: Delimiter) => boolean): Delimiter {
  const bare = header.replace(/"[^"]*"/g, '');
  const count = (one: Delimiter) => bare.split(one).length - 1;
  const candidates = ([';', '\t', ','] as const)
    .filter((one) => count(one) > 0)
    .sort((one, other) => count(other) - count(one));
  // Programs with decimal commas write no semicolon into a table of one column.
  if (candidates.length === 0) return isFit(',') || !isFit(';') ? ',' : ';';
  return (candidates.length > 1 ? candidates.find(isFit) : undefined) ?? candidates[0] ?? ',';
}

interface ParseOptions {
  readonly delimiter: Delimiter;
  readonly headerLine: number;
  readonly limits: TableLimits;
}

/** Whether all rows are as long as the header. */
function isEven(text: string, options: ParseOptions): boolean {
  try {
    const [header, ...rows] = parseRecords(text, options);
    return rows.every(({ cells }) => cells.length === header?.cells.length || cells.every(isBlank));
  } catch {
    return false;
  }
}

function parseRecords(text: string, { delimiter, headerLine, limits }: ParseOptions): TableRow[] {
  try {
    const records = parse(text, {
      ...{ delimiter, info: true, relax_column_count: true, skip_empty_lines: true },
      record_delimiter: ['\r\n', '\n', '\r'],
      // The header, the rows, and one more that shows that there are too many.
      to: limits.maxRows + maxBlankRows + 2,
      max_record_size: limits.maxColumns * limits.maxCellLength,
    }) as unknown as { readonly record: string[]; readonly info: { readonly empty_lines: number } }[];
    // Counted here, because the library counts a line break of two characters in quotes twice.
    let next = headerLine;
    return records.map(({ record, info }) => {
      const line = next + info.empty_lines;
      next += 1 + record.reduce((sum, cell) => sum + (cell.match(/\r\n|\n|\r/g)?.length ?? 0), 0);
      return { line, cells: record };
    });
  } catch (error) {
    const { code, lines, column } = error as CsvError & Record<string, unknown>;
    const place = {
      row: headerLine - 1 + (typeof lines === 'number' ? lines : 1),
      column: typeof column === 'number' ? column + 1 : 1,
    };
    if (code === 'CSV_QUOTE_NOT_CLOSED') {
      // The library tells where it has noticed, which is the end of the file.
      const row = headerLine - 1 + countLines(Buffer.from(text.slice(0, findUnclosedQuote(text))));
      return fail({ kind: 'unclosedQuote', row, column: place.column });
    }
    if (code === 'CSV_MAX_RECORD_SIZE')
      return fail({ kind: 'cellTooLong', ...place, max: limits.maxCellLength });
    return fail({ kind: 'misplacedQuote', ...place });
  }
}

function findUnclosedQuote(text: string): number {
  for (const { index, 1: close } of text.matchAll(/"[^"]*(?:""[^"]*)*("?)/g)) if (close === '') return index;
  return 0;
}

/** The cells of a row without blank ones beyond the header, and with those that columns without a name may lack. */
function fit(cells: readonly string[], columns: readonly string[]): readonly string[] {
  if (cells.length === columns.length) return cells;
  const missing = columns.slice(cells.length);
  if (missing.length > 0) return missing.every((name) => name === '') ? [...cells, ...missing] : cells;
  return cells.slice(columns.length).every(isBlank) ? cells.slice(0, columns.length) : cells;
}

const printable = /^[\t\r\n -~]*$/;
/** Characters that nobody sees, but not the end of an emoji, and blanks of all kinds. */
const blank = new RegExp(`(?!\\ufe0f)[\\s\\p{Zs}${hiddenCharacters}]`, 'u');
/** As above, but line breaks, tabs and the blanks of a keyboard are part of many descriptions. */
const unseen = new RegExp(`(?![\\t\\r\\n ])[\\p{Zs}${hiddenCharacters}]`, 'u');

/** The text without characters at its ends that nobody sees. The blanks of a keyboard within them stay. */
function stripUnseen(text: string): string {
  if (printable.test(text)) return text;
  // Code points, because nothing that is shown with others is taken off.
  const characters = Array.from(text);
  const countUnseen = (from: readonly string[]) => {
    const first = from.findIndex((character) => !blank.test(character));
    return from.slice(0, first < 0 ? from.length : first).findLastIndex((one) => unseen.test(one)) + 1;
  };
  return characters
    .slice(countUnseen(characters), characters.length - countUnseen(characters.toReversed()))
    .join('');
}

/**
 * Matches the errors of formulas in the languages of spreadsheets, such as `#DIV/0!`, `#¿NOMBRE?`, `#N/A`, `#NV` and
 * `Err:502`, and what stands for a value that its column has no room for.
 */
const formulaError =
  /^(?:#[¡¿]?[\p{Lu}\d/_]+[!?]|#\p{Lu}\/\p{Lu}|#(?:NV|YOK|HIÁNYZIK|NENÍ_K_DISPOZICI|NEDOSTUPNÝ|GETTING_DATA)|#{2,}|(?:Err|Erro|Fehler|Fout|Fel|Fejl|Feil|Błąd|Chyba) ?:\d{3})$/u;

function* checkCells({ line, cells }: TableRow, limits: TableLimits): Iterable<StudyProblem> {
  for (const [index, cell] of cells.entries()) {
    const place = { row: line, column: index + 1 };
    if (cell.length > limits.maxCellLength)
      yield { kind: 'cellTooLong', ...place, max: limits.maxCellLength };
    else if (formulaError.test(cell.trim())) yield { kind: 'formulaError', ...place, text: cell.trim() };
    else if (!printable.test(cell)) {
      const found = unseen.exec(withoutEmojiStyle(cell))?.[0].codePointAt(0);
      if (found !== undefined)
        yield { kind: 'unseen', ...place, code: `U+${found.toString(16).toUpperCase().padStart(4, '0')}` };
    }
  }
}

interface CheckOptions {
  readonly delimiter: Delimiter;
  readonly limits: TableLimits;
}

function* checkHeader(
  columns: readonly string[],
  rows: readonly TableRow[],
  { row, delimiter, limits }: CheckOptions & { readonly row: number },
): Iterable<StudyProblem> {
  if (columns.length > limits.maxColumns) {
    yield { kind: 'tooManyColumns', row, column: limits.maxColumns + 1, max: limits.maxColumns };
    return;
  }
  yield* checkCells({ line: row, cells: columns }, { ...limits, maxCellLength: maxNameLength });
  for (const [index, name] of columns.entries()) {
    const first = columns.indexOf(name);
    if (name === '') {
      const hasValues = rows.some(({ cells }) => !isBlank(cells[index] ?? ''));
      if (hasValues) yield { kind: 'emptyHeader', row, column: index + 1, delimiter };
    } else if (first < index) {
      const shown = escapeInvisible(name, 100);
      yield { kind: 'equalHeaders', row, column: index + 1, name: shown, first: first + 1 };
    }
  }
}

const maxNameLength = 200;

function checkRow(row: TableRow, expected: number, { delimiter, limits }: CheckOptions): StudyProblem[] {
  const found = row.cells.length;
  if (found === expected) return [...checkCells(row, limits)];
  const column = Math.min(found, expected) + 1;
  return [{ kind: 'cellCount', row: row.line, column, expected, found, delimiter }];
}

function fail(problem: StudyProblem): never {
  throw new StudyError([problem]);
}
