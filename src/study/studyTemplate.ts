import type { StudyProblem, TemplatePlace } from './studyProblem';

export const templateExtension = '.template';

/** A placeholder, padded to a width if it has one. */
interface Placeholder {
  readonly name: string;
  readonly width: number | undefined;
  readonly at: TemplatePlace;
}

/** A file in which placeholders stand for the cells of a row. */
export interface StudyTemplate {
  readonly file: string;
  readonly parts: readonly (string | Placeholder)[];
}

const maxWidth = 10_000;

/** Matches what follows two braces, up to the next brace or the end of the line, and what that is. */
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
export function parseStudyTemplate(
  file: string,
  text: string,
  columns: readonly string[],
): { readonly template: StudyTemplate; readonly problems: readonly StudyProblem[] } {
  const parts: (string | Placeholder)[] = [];
  const problems: StudyProblem[] = [];
  const placeOf = createPlaceFinder(file, text);
  let end = 0;
  for (let start = text.indexOf('{{'); start >= 0; start = text.indexOf('{{', start)) {
    candidate.lastIndex = start;
    const [all = '', inside = '', close] = candidate.exec(text) ?? [];
    const content = placeholder.exec(inside)?.[1] ?? '';
    const [, first = content, digits] = columns.includes(content) ? [] : (withWidth.exec(content) ?? []);
    const width = digits === undefined ? undefined : Number(digits);
    const isColumn = columns.includes(first);
    if (close === '}}' && isColumn && (width === undefined || (width > 0 && width <= maxWidth))) {
      parts.push(text.slice(end, start), { name: first, width, at: placeOf(start) });
      start += all.length;
      end = start;
      continue;
    }
    const isMeant =
      close === '}}' ? /[\p{L}_]|^$/u.test(content) : isColumn || (close !== '{' && nameLike.test(first));
    if (isMeant) {
      const at = placeOf(start);
      if (close !== '}}') problems.push({ kind: 'unclosedPlaceholder', ...at });
      else if (isColumn || !nameLike.test(first) || first.includes(':'))
        problems.push({ kind: 'invalidPlaceholder', ...at });
      else problems.push({ kind: 'unknownPlaceholder', name: first, ...at });
    }
    // The second of three braces may begin a placeholder.
    start += isMeant ? 2 : 1;
  }
  parts.push(text.slice(end));
  return { template: { file, parts }, problems };
}

export function listPlaceholders({ parts }: StudyTemplate): readonly Placeholder[] {
  return parts.filter((part) => typeof part !== 'string');
}

/**
 * Fills a template with the cells as they are written. A cell is data: braces in it are never read as a placeholder. A
 * cell with a width is padded on its left, because numbers in fixed columns are aligned to the right.
 * @returns the text, and the placeholders for which the cell is too long
 */
export function fillStudyTemplate(
  { parts }: StudyTemplate,
  cellOf: (name: string) => string,
): { readonly text: string; readonly tooWide: readonly (Placeholder & { readonly width: number })[] } {
  const tooWide: (Placeholder & { readonly width: number })[] = [];
  const filled = parts.map((part) => {
    if (typeof part === 'string') return part;
    const cell = cellOf(part.name);
    const { width } = part;
    if (width === undefined) return cell;
    if (cell.length > width) tooWide.push({ ...part, width });
    return cell.padStart(width);
  });
  return { text: filled.join(''), tooWide };
}

/** Places are asked for in ascending order, so the text is counted once. */
function createPlaceFinder(file: string, text: string): (index: number) => TemplatePlace {
  let line = 1;
  let lineStart = 0;
  return (index) => {
    for (let at = text.indexOf('\n', lineStart); at >= 0 && at < index; at = text.indexOf('\n', lineStart)) {
      line++;
      lineStart = at + 1;
    }
    return { file, line, column: index - lineStart + 1 };
  };
}
