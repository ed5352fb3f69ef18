import { isUtf8 } from 'node:buffer';
import { createHash } from 'node:crypto';
import { type CsvError, parse } from 'csv-parse/sync';
import { escapeInvisible, hiddenCharacters, withoutShapers } from '../client/text/visibleText';
import { findCases, findLabels, isComment, type PassedOverRow, type TableRow } from './caseRows';
import { findFullerHeader } from './headerBelow';
import { isPlainNumber } from './numberText';
import { type Delimiter, type Place, StudyError, type StudyProblem } from './studyProblem';

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
  /** The rows that are no cases. */
  readonly passedOver: readonly PassedOverRow[];
}

/** Limits above what anybody starts at once, and low enough that a wrong file is refused in a moment. */
export const maxTableBytes = 8 * 1024 * 1024;
export const maxTableRows = 5_000;
const maxColumns = 200;
/** UTF-16 units. */
const maxCellLength = 10_000;
const maxNameLength = 200;

/** Limit for the rows without a value, which spreadsheets leave behind. */
const maxBlankRows = 10_000;

/** Limit for the problems of one kind that are named. */
const maxProblems = 100;

/**
 * Reads a table by RFC 4180. A line such as `sep=;`, or else the header, tells whether commas, semicolons or tabs
 * separate cells; comments before the header, empty lines and rows without a value are skipped. Rows that are no cases are
 * passed over (see {@link findCases}), and so is a first column that only numbers or names the rows. Blanks beside
 * separators, and other ones than those of a keyboard at the ends of cells, are taken off, and `="00123"`, which programs
 * write so that a spreadsheet keeps the zeros, is `00123`.
 * @throws StudyError with everything that is wrong
 */
export function readTable(bytes: Uint8Array, maxRows = maxTableRows): Table {
  const text = decode(bytes);
  const { start, line: headerLine, separator } = findHeader(text);
  const header = readLine(text, start);
  if (header.trim() === '') fail({ kind: 'emptyTable', row: Math.max(1, headerLine - 1), column: 1 });
  const body = text.slice(start);
  const parse = (delimiter: Delimiter) => parseRecords(body, { delimiter, headerLine, maxRows });
  const delimiter = separator ?? findDelimiter(header, (one) => isEven(() => parse(one)));
  const [first, ...all] = parse(delimiter);
  const columns = (first?.cells ?? []).map((name) => trimBlanks(readText(name)).normalize());
  const toCell = text.includes('="') ? readText : stripOtherBlanks;
  const read = all.map(({ line, cells }) => ({ line, cells: fit(cells.map(toCell), columns) }));
  const filled = read.filter(({ cells }) => cells.some((cell) => !isBlank(cell)));
  const { rows, passedOver, problems: otherHeaders } = findCases(columns, filled, headerLine);
  const labels = findLabels(columns, rows, headerLine);
  // Every other column with values has a name.
  const firstNamed = labels === undefined ? 0 : 1;
  const problems = checkHeader(columns, rows, { row: headerLine, delimiter, firstNamed });
  const unfit = rows.flatMap((row) => checkRow(row, columns.length, delimiter)).slice(0, maxProblems);
  if (problems.length > 0 || unfit.some(({ kind }) => kind === 'cellCount')) {
    const below = findFullerHeader(columns, read, headerLine);
    // Nothing else can be said of a table without its header.
    if (below !== undefined) fail(below);
  }
  if (problems.length > 0) throw new StudyError(problems);
  problems.push(...otherHeaders.slice(0, maxProblems));
  problems.push(...unfit);
  const excess = rows[maxRows] ?? all[maxRows + maxBlankRows];
  if (excess !== undefined) problems.push({ kind: 'tooManyRows', row: excess.line, column: 1, max: maxRows });
  if (rows.length === 0) problems.push({ kind: 'noRows', row: headerLine, column: 1 });
  if (problems.length > 0) throw new StudyError(problems);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return {
    delimiter,
    sha256,
    headerLine,
    columns,
    rows,
    passedOver: labels === undefined ? passedOver : [labels, ...passedOver],
  };
}

export function isBlank(cell: string): boolean {
  return cell.trim() === '';
}

function decode(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff))
    fail({ kind: 'utf16', row: 1, column: 1 });
  const text = new TextDecoder().decode(bytes.subarray(0, maxTableBytes));
  if (bytes.length > maxTableBytes)
    fail({ kind: 'tooManyBytes', row: countLines(text), column: 1, max: maxTableBytes });
  const nul = text.indexOf('\0');
  if (nul >= 0) fail({ kind: 'nul', ...placeOf(text.slice(0, nul)) });
  // Invalid bytes have become replacement characters. Any before them show the same mistake of an earlier program.
  if (!isUtf8(bytes)) fail({ kind: 'notUtf8', ...placeOf(text.slice(0, text.indexOf('\ufffd'))) });
  // Programs of DOS mark the end of a file so, and its command `copy` does.
  return text.endsWith('\u001a') ? text.slice(0, -1) : text;
}

/** Line and cell of the character after this text. The text may not be a valid table, so the cell is a best guess. */
function placeOf(before: string): Place {
  const { start, separator } = findHeader(before);
  const delimiter = separator ?? findDelimiter(readLine(before, start), () => true);
  const line = before.slice(before.search(/[^\r\n]*$/)).replace(/"[^"]*"?/g, '');
  return { row: countLines(before), column: line.split(delimiter).length };
}

function countLines(text: string): number {
  return text.split(/\r\n|\n|\r/).length;
}

interface HeaderPlace {
  readonly start: number;
  readonly line: number;
  /** From a line such as `sep=;`, which Excel reads. */
  readonly separator: Delimiter | undefined;
}

function findHeader(text: string): HeaderPlace {
  // A spreadsheet puts a comment with a separator in quotes. Names of columns may begin with the marks of other languages.
  const skipped =
    /(?:"?#[^\r\n]*|(?:%+|!+|\/\/+|\$+|\*+|--+)[ \t][^,;\t\r\n]*|[ \t]*|"?sep=([,;\t])"?)(?:\r\n|\n|\r)/iy;
  let line = 1;
  let start = 0;
  let separator: Delimiter | undefined;
  let marked: HeaderPlace | undefined;
  for (let found = skipped.exec(text); found !== null; found = skipped.exec(text)) {
    const mark = /^(?:#+|%+|!+|\/\/+|\$+|\*+|--+)[ \t]*/.exec(found[0])?.[0].length;
    if (mark !== undefined) marked = { start: start + mark, line, separator };
    separator = (found[1] as Delimiter | undefined) ?? separator;
    start = skipped.lastIndex;
    line++;
  }
  if (marked !== undefined && isMarkedHeader(readLine(text, marked.start), readLine(text, start)))
    return { ...marked, separator };
  return { start, line, separator };
}

/**
 * Whether a comment is the header: programs write it behind a mark, as numpy.savetxt does. It has a name for each cell of
 * the row below, and that row has a number, which is no name of a column.
 */
function isMarkedHeader(comment: string, below: string): boolean {
  const delimiter = findDelimiter(comment, () => true);
  const split = (line: string) => line.split(delimiter).map((cell) => cell.trim());
  const names = split(comment.replace(/"[^"]*"/g, 'name'));
  // A single number may have a decimal comma.
  const cells = names.length === 1 ? [below.trim()] : split(below.replace(/"[^"]*"/g, 'value'));
  const areNames = names.every((name) => name !== '' && !isPlainNumber(name));
  return areNames && names.length === cells.length && cells.some(isPlainNumber);
}

/** The line that begins here; a name in quotes may go on over several. */
function readLine(text: string, start: number): string {
  const line = /(?:"[^"]*"|[^"\r\n])*/y;
  line.lastIndex = start;
  return line.exec(text)?.[0] ?? '';
}

/**
 * The most frequent separator in the header outside of quotes, as names may contain others: preferably one that makes
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
  readonly maxRows: number;
}

/** Whether all rows are as long as the header. */
function isEven(parse: () => readonly TableRow[]): boolean {
  try {
    const [header, ...rows] = parse();
    return rows.every(
      ({ cells }) =>
        cells.length === header?.cells.length ||
        cells.every(isBlank) ||
        // A comment has as many separators as its text.
        /^\s*(?:#+|%+|!+|\/\/+|\$+|\*+|--+|;+)\s/.test(cells[0] ?? '') ||
        isComment(cells),
    );
  } catch {
    return false;
  }
}

function parseRecords(text: string, { delimiter, headerLine, maxRows }: ParseOptions): TableRow[] {
  try {
    const records = parse(withoutLooseBlanks(quoteLooseCells(text, delimiter), delimiter), {
      delimiter,
      info: true,
      relax_column_count: true,
      skip_empty_lines: true,
      record_delimiter: ['\r\n', '\n', '\r'],
      // The header, the rows, and one more that shows that there are too many.
      to: maxRows + maxBlankRows + 2,
      max_record_size: maxColumns * maxCellLength,
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
      const row = headerLine - 1 + countLines(text.slice(0, findUnclosedQuote(text)));
      return fail({ kind: 'unclosedQuote', row, column: place.column });
    }
    if (code === 'CSV_MAX_RECORD_SIZE') return fail({ kind: 'cellTooLong', ...place, max: maxCellLength });
    return fail({ kind: 'misplacedQuote', ...place });
  }
}

/**
 * The text by RFC 4180, though some cells of it have quotation marks without being in such: comments, and `="00123"`. A
 * byte order mark before a line, from a file that was joined, is taken off.
 */
function quoteLooseCells(text: string, delimiter: Delimiter): string {
  // A large table has probably none of these, which is found out faster than where they are.
  const mayHaveQuotes =
    text.includes('"') && (text.includes('="') || /^[ \t]*[#%!/$*-]+[ \t][^\r\n]*"/m.test(text));
  if (!mayHaveQuotes && !text.includes('\ufeff')) return text;
  const blank = blankBeside(delimiter);
  const comment = String.raw`[ \t]*(?:#+|%+|!+|\/\/+|\$+|\*+|--+)[ \t][^\r\n]*`;
  const loose = new RegExp(
    String.raw`"[^"]*(?:""[^"]*)*"?|^\ufeff|^${comment}|(?<=(?:^|${delimiter})${blank}*)="[^"\r\n]*"(?=${blank}*(?:${delimiter}|$))`,
    'gm',
  );
  const quotedCell = new RegExp(`(?<=${delimiter})"[^"]*(?:""[^"]*)*"(?=${delimiter}|$)`, 'g');
  return text.replace(loose, (cell) => {
    if (cell === '\ufeff') return '';
    if (cell.startsWith('"') || !cell.includes('"')) return cell;
    // A row that is switched off may have well quoted cells.
    if (!cell.startsWith('=') && !cell.replace(quotedCell, '').includes('"')) return cell;
    return `"${cell.replaceAll('"', '""')}"`;
  });
}

/**
 * The text without blanks beside its separators: they are no part of a cell, unless it is in quotation marks. A cell that
 * has nothing else keeps its blanks, because that is how a spreadsheet writes a cell that is left blank on purpose; but
 * not where the header has blanks beside its separators as well.
 */
function withoutLooseBlanks(text: string, delimiter: Delimiter): string {
  const blank = blankBeside(delimiter);
  const start = `(?<=^|${delimiter})`;
  const end = `(?=${delimiter}|$)`;
  const loose = `${start}${blank}+|(?<!${blank})${blank}+${end}`;
  if (!new RegExp(loose, 'm').test(text)) return text;
  const header = readLine(text, 0).replace(/"[^"]*"/g, '');
  const isSpaced = new RegExp(`${blank}${delimiter}|${delimiter}${blank}`).test(header);
  const found = new RegExp(`"[^"]*(?:""[^"]*)*"?|(${start}${blank}+${end})|${loose}`, 'gm');
  return text.replace(found, (part, ofBlanks?: string) =>
    part.startsWith('"') || (ofBlanks !== undefined && !isSpaced) ? part : '',
  );
}

/** Source of an expression that matches a blank which is no separator. */
function blankBeside(delimiter: Delimiter): string {
  return delimiter === '\t' ? ' ' : '[ \\t]';
}

function findUnclosedQuote(text: string): number {
  for (const { index, 1: close } of text.matchAll(/"[^"]*(?:""[^"]*)*("?)/g)) if (close === '') return index;
  return 0;
}

/** The cells of a row without blank cells beyond the header. Missing cells of columns without a name are added. */
function fit(cells: readonly string[], columns: readonly string[]): readonly string[] {
  if (cells.length === columns.length) return cells;
  const missing = columns.slice(cells.length);
  if (missing.length > 0) return missing.every((name) => name === '') ? [...cells, ...missing] : cells;
  return cells.slice(columns.length).every(isBlank) ? cells.slice(0, columns.length) : cells;
}

/** The text of a cell. */
function readText(cell: string): string {
  const text = stripOtherBlanks(cell);
  return /^="([^"]*)"$/.exec(text)?.[1] ?? text;
}

const printable = /^[\t\r\n -~]*$/;
/** Blanks of all kinds. */
const blank = /[\t\r\n\p{Zs}]/u;
/** Characters that nobody sees, and blanks that are not those of a keyboard, which are part of many descriptions. */
const unseen = new RegExp(`(?![\\t\\r\\n ])[\\p{Zs}${hiddenCharacters}]`, 'u');

/**
 * The text without the blanks at its ends that are not those of a keyboard. Nothing else is taken off: a soft hyphen, a
 * control character or one for private use may have been the minus of a number in an earlier program, so it is refused.
 */
function stripOtherBlanks(text: string): string {
  if (printable.test(text)) return text;
  const characters = text.split('');
  const countOthers = (from: readonly string[]) => {
    const first = from.findIndex((character) => !blank.test(character));
    return from.slice(0, first < 0 ? from.length : first).findLastIndex((one) => unseen.test(one)) + 1;
  };
  return text.slice(countOthers(characters), characters.length - countOthers(characters.toReversed()));
}

/** The text without blanks of any kind at its ends, but with all other characters that nobody sees. */
function trimBlanks(text: string): string {
  const characters = text.split('');
  const start = characters.findIndex((character) => !blank.test(character));
  return start < 0 ? '' : text.slice(start, characters.findLastIndex((one) => !blank.test(one)) + 1);
}

/**
 * Matches the errors of formulas in the languages of spreadsheets, such as `#DIV/0!`, `#¿NOMBRE?`, `#N/A`, `#NV` and
 * `Err:502`, and what stands for a value that its column has no room for.
 */
const formulaError =
  /^(?:#[¡¿]?[\p{Lu}\d/_]+[!?]|#\p{Lu}\/\p{Lu}|#(?:NV|YOK|HIÁNYZIK|NENÍ_K_DISPOZICI|NEDOSTUPNÝ|GETTING_DATA)|#{2,}|(?:Err|Erro|Fehler|Fout|Fel|Fejl|Feil|Błąd|Chyba) ?:\d{3})$/u;

/** @param max limit for the length of a cell */
function checkCells({ line, cells }: TableRow, max: number): StudyProblem[] {
  return cells.flatMap((cell, index) => checkCell(cell, { row: line, column: index + 1 }, max) ?? []);
}

function checkCell(cell: string, place: Place, max: number): StudyProblem | undefined {
  if (cell.length > max) return { kind: 'cellTooLong', ...place, max };
  if (formulaError.test(cell.trim())) return { kind: 'formulaError', ...place, text: cell.trim() };
  if (printable.test(cell)) return undefined;
  const found = unseen.exec(withoutShapers(cell))?.[0].codePointAt(0);
  if (found === undefined) return undefined;
  return { kind: 'unseen', ...place, code: `U+${found.toString(16).toUpperCase().padStart(4, '0')}` };
}

function checkHeader(
  columns: readonly string[],
  rows: readonly TableRow[],
  {
    row,
    delimiter,
    firstNamed,
  }: {
    readonly row: number;
    readonly delimiter: Delimiter;
    /** Index of the first column that needs a name if it has values. */
    readonly firstNamed: number;
  },
): StudyProblem[] {
  if (columns.length > maxColumns)
    return [{ kind: 'tooManyColumns', row, column: maxColumns + 1, max: maxColumns }];
  const problems = checkCells({ line: row, cells: columns }, maxNameLength);
  for (const [index, name] of columns.entries()) {
    const first = columns.indexOf(name);
    const place = { row, column: index + 1 };
    if (name === '') {
      const hasValues = index >= firstNamed && rows.some(({ cells }) => !isBlank(cells[index] ?? ''));
      if (hasValues) problems.push({ kind: 'emptyHeader', ...place, delimiter });
    } else if (first < index) {
      problems.push({ kind: 'equalHeaders', ...place, name: escapeInvisible(name, 100), first: first + 1 });
    }
  }
  return problems;
}

function checkRow(row: TableRow, expected: number, delimiter: Delimiter): StudyProblem[] {
  const found = row.cells.length;
  if (found === expected) return checkCells(row, maxCellLength);
  const column = Math.min(found, expected) + 1;
  return [{ kind: 'cellCount', row: row.line, column, expected, found, delimiter }];
}

function fail(problem: StudyProblem): never {
  throw new StudyError([problem]);
}
