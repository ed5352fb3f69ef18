import { isPauseDue, pause } from '../client/core/pause';
import { findNearName } from './nearName';
import type { ReportProblem, TemplatePlace } from './studyProblem';

export const templateExtension = '.template';

/** A placeholder, padded to a width if it has one. */
export interface Placeholder {
  readonly name: string;
  readonly width: number | undefined;
  readonly at: TemplatePlace;
}

/** A file in which placeholders stand for the cells of a row. */
export interface StudyTemplate {
  readonly file: string;
  /** The texts between the placeholders in UTF-8, in pieces of at most 4 KiB, so that few of them take a short time. */
  readonly parts: readonly (Buffer | Placeholder)[];
}

const maxPieceBytes = 4096;

const maxWidth = 10_000;

/** Matches two braces and the text up to the next brace or the end of the line. Its groups: that text and that brace. */
const candidate = /\{\{([^{}\r\n]*)(\}\}|\{\{|[{}]?)/y;
const placeholder = /^\s*(\S(?:.*\S)?)\s*$/;
const withWidth = /^(.*\S)\s*:\s*(\d{1,5})$/;
/** Matches what may be the name of a column, or its beginning, but no list, call or expression. */
const nameLike = /^[\p{L}_][^,;()=+*/\\"'<>&^]*$/u;

/**
 * Parses a template. A placeholder is `{{ name }}`, or `{{ name:8 }}` with a width in characters. Many languages have
 * two braces of their own, which stay as they are; what looks like a misspelt placeholder is a problem.
 * @param file its name in the model
 * @param columns the names that placeholders may have
 */
export async function parseStudyTemplate(
  file: string,
  text: string,
  columns: ReadonlySet<string>,
  report: ReportProblem,
): Promise<StudyTemplate> {
  const parts: (Buffer | Placeholder)[] = [];
  const placeOf = createPlaceFinder(file, text);
  let end = 0;
  let count = 0;
  for (let start = text.indexOf('{{'); start >= 0; start = text.indexOf('{{', start)) {
    if (isPauseDue(++count)) await pause();
    candidate.lastIndex = start;
    const [all = '', inside = '', close] = candidate.exec(text) ?? [];
    // As the names of columns.
    const content = (placeholder.exec(inside)?.[1] ?? '').normalize();
    const [, first = content, digits] = columns.has(content) ? [] : (withWidth.exec(content) ?? []);
    const width = digits === undefined ? undefined : Number(digits);
    const isColumn = columns.has(first);
    if (close === '}}' && isColumn && (width === undefined || (width > 0 && width <= maxWidth))) {
      for (const piece of cutText(text.slice(end, start))) parts.push(piece);
      parts.push({ name: first, width, at: placeOf(start) });
      start += all.length;
      end = start;
      continue;
    }
    const isMeant =
      close === '}}' ? /[\p{L}_]|^$/u.test(content) : isColumn || (close !== '{' && nameLike.test(first));
    if (isMeant) {
      const at = placeOf(start);
      if (close !== '}}') report({ kind: 'unclosedPlaceholder', ...at });
      else if (isColumn || !nameLike.test(first) || first.includes(':'))
        report({ kind: 'invalidPlaceholder', ...at });
      else {
        const near = findNearName(first, columns);
        report({ kind: 'unknownPlaceholder', name: first, ...(near !== undefined && { near }), ...at });
      }
    }
    // The second of three braces may begin a placeholder.
    start += isMeant ? 2 : 1;
  }
  for (const piece of cutText(text.slice(end))) parts.push(piece);
  return { file, parts };
}

function cutText(text: string): readonly Buffer[] {
  const bytes = Buffer.from(text);
  if (bytes.length > 0 && bytes.length <= maxPieceBytes) return [bytes];
  const pieces: Buffer[] = [];
  for (let from = 0; from < bytes.length; from += maxPieceBytes)
    pieces.push(bytes.subarray(from, from + maxPieceBytes));
  return pieces;
}

export function listPlaceholders({ parts }: StudyTemplate): readonly Placeholder[] {
  return parts.filter((part): part is Placeholder => !Buffer.isBuffer(part));
}

/**
 * The parts of a template filled with the cells as they are written. A cell is data: braces in it are never read as a
 * placeholder. A cell with a width is padded on its left, because numbers in fixed columns are aligned to the right.
 * @param onTooWide called with each placeholder for which the cell is too long
 */
export function* fillStudyTemplate(
  { parts }: StudyTemplate,
  cellOf: (name: string) => string,
  onTooWide: (placeholder: Placeholder & { readonly width: number }) => void = () => undefined,
): Generator<Buffer> {
  for (const part of parts) {
    if (Buffer.isBuffer(part)) {
      yield part;
      continue;
    }
    const cell = cellOf(part.name);
    const { width } = part;
    if (width !== undefined && cell.length > width) onTooWide({ ...part, width });
    yield Buffer.from(cell.padStart(width ?? 0));
  }
}

/** Places must be asked for in ascending order, so that the text is counted once. */
export function createPlaceFinder(file: string, text: string): (index: number) => TemplatePlace {
  let line = 1;
  let lineStart = 0;
  const end = /\r\n|\n|\r/g;
  let next = end.exec(text);
  return (index) => {
    for (; next !== null && next.index < index; next = end.exec(text)) {
      line++;
      lineStart = end.lastIndex;
    }
    return { file, line, column: index - lineStart + 1 };
  };
}

/** The names of the placeholders in the text of a template, each once, in their order. */
export async function findPlaceholderNames(text: string): Promise<readonly string[]> {
  const names = new Set<string>();
  // Without columns each name is one that no column has.
  await parseStudyTemplate('', text, new Set(), (problem) => {
    if (problem.kind === 'unknownPlaceholder') names.add(problem.name);
  });
  return [...names];
}
