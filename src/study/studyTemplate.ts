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

/**
 * Parses a template. Every `{{` begins a placeholder: `{{ name }}`, or `{{ name:8 }}` with a width in characters.
 * @param file its name in the model
 */
export function parseStudyTemplate(
  file: string,
  text: string,
): { readonly template: StudyTemplate; readonly problems: readonly StudyProblem[] } {
  const parts: (string | Placeholder)[] = [];
  const problems: StudyProblem[] = [];
  const placeOf = createPlaceFinder(file, text);
  let end = 0;
  for (let start = text.indexOf('{{'); start >= 0; start = text.indexOf('{{', end)) {
    const at = placeOf(start);
    parts.push(text.slice(end, start));
    const close = text.indexOf('}}', start + 2);
    const inside = close < 0 ? '' : text.slice(start + 2, close);
    if (close < 0 || inside.includes('{{') || /[\r\n]/.test(inside)) {
      problems.push({ kind: 'unclosedPlaceholder', ...at });
      end = start + 2;
      continue;
    }
    end = close + 2;
    const [, name, digits] = /^\s*([^\s:{}](?:[^:{}]*[^\s:{}])?)\s*(?::\s*(\d{1,5})\s*)?$/.exec(inside) ?? [];
    const width = digits === undefined ? undefined : Number(digits);
    if (name === undefined || (width !== undefined && (width < 1 || width > maxWidth)))
      problems.push({ kind: 'invalidPlaceholder', ...at });
    else parts.push({ name, width, at });
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
