import { createHash } from 'node:crypto';
import { type CsvError, parse } from 'csv-parse/sync';
import { type Place, StudyError, type StudyProblem } from './studyProblem';

export type Delimiter = ',' | ';' | '\t';

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
 * Reads a table by RFC 4180. The header tells whether commas, semicolons or tabs separate cells; lines before it that
 * begin with `#`, empty lines and rows without a value are skipped.
 * @throws StudyError with everything that is wrong
 */
export function readTable(bytes: Uint8Array, limits: TableLimits = tableLimits): Table {
  const text = decode(bytes, limits);
  const { start, line: headerLine } = findHeader(text);
  const lineEnd = /\r\n|\n|\r/g;
  lineEnd.lastIndex = start;
  const header = text.slice(start, lineEnd.exec(text)?.index);
  if (header.trim() === '') fail({ kind: 'emptyTable', row: Math.max(1, headerLine - 1), column: 1 });
  const delimiter = findDelimiter(header);
  const records = parseRecords(text.slice(start), { delimiter, headerLine, limits });
  const [first, ...all] = records;
  const rows = all.filter(({ cells }) => cells.some((cell) => cell.trim() !== ''));
  const columns = (first?.cells ?? []).map((name) => name.trim());
  const problems = [...checkHeader(columns, headerLine, limits)];
  if (problems.length > 0) throw new StudyError(problems);
  problems.push(...rows.flatMap((row) => checkRow(row, columns.length, limits)).slice(0, maxProblems));
  const excess = rows[limits.maxRows] ?? all[limits.maxRows + maxBlankRows];
  if (excess !== undefined)
    problems.push({ kind: 'tooManyRows', row: excess.line, column: 1, max: limits.maxRows });
  if (rows.length === 0) problems.push({ kind: 'noRows', row: headerLine, column: 1 });
  if (problems.length > 0) throw new StudyError(problems);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return { delimiter, sha256, headerLine, columns, rows };
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
  const delimiter = findDelimiter(/[^\r\n]*/.exec(text.slice(findHeader(text).start))?.[0] ?? '');
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

function findHeader(text: string): { readonly start: number; readonly line: number } {
  const skipped = /(?:#[^\r\n]*|[ \t]*)(?:\r\n|\n|\r)/y;
  let line = 1;
  let start = 0;
  while (skipped.test(text)) {
    start = skipped.lastIndex;
    line++;
  }
  return { start, line };
}

/** The separator that the header has most of outside of quotes; a table of one column has none. */
function findDelimiter(header: string): Delimiter {
  const bare = header.replace(/"[^"]*"/g, '');
  const count = (one: Delimiter) => bare.split(one).length;
  const candidates = [';', '\t', ','] as const;
  return candidates.reduce<Delimiter>((best, one) => (count(one) > count(best) ? one : best), ',');
}

interface ParseOptions {
  readonly delimiter: Delimiter;
  readonly headerLine: number;
  readonly limits: TableLimits;
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

function* checkHeader(columns: readonly string[], row: number, limits: TableLimits): Iterable<StudyProblem> {
  if (columns.length > limits.maxColumns) {
    yield { kind: 'tooManyColumns', row, column: limits.maxColumns + 1, max: limits.maxColumns };
    return;
  }
  for (const [index, name] of columns.entries()) {
    const first = columns.indexOf(name);
    if (name === '') yield { kind: 'emptyHeader', row, column: index + 1 };
    else if (name.length > maxNameLength)
      yield { kind: 'cellTooLong', row, column: index + 1, max: maxNameLength };
    else if (first < index)
      yield { kind: 'equalHeaders', row, column: index + 1, name: name.slice(0, 100), first: first + 1 };
  }
}

const maxNameLength = 200;

function checkRow({ line, cells }: TableRow, expected: number, limits: TableLimits): StudyProblem[] {
  if (cells.length !== expected) {
    const column = Math.min(cells.length, expected) + 1;
    return [{ kind: 'cellCount', row: line, column, expected, found: cells.length }];
  }
  return cells.flatMap((cell, index) =>
    cell.length > limits.maxCellLength
      ? [{ kind: 'cellTooLong' as const, row: line, column: index + 1, max: limits.maxCellLength }]
      : [],
  );
}

function fail(problem: StudyProblem): never {
  throw new StudyError([problem]);
}
