import { listQueryValues } from '../url/query';
import type { UrlParts } from '../url/splitUrl';
import type { RequestedFiles } from './requestedFiles';
import { mapInSteps, type Steps } from './yieldToEventLoop';

/** The requested name at the end of a URL's path or of one of its query values, if there is one. */
export function findNameInUrl(url: UrlParts, requested: RequestedFiles): string | undefined {
  if (!mayEndWithName(url, requested)) return undefined;
  for (const text of [url.pathname, ...listQueryValues(url.search)]) {
    for (const form of text.includes('%') ? listDecodedForms(text) : [text]) {
      const name = findNameAtEnd(form, requested);
      if (name !== undefined) return name;
    }
  }
  return undefined;
}

/** Whether a part of a URL is as long as a name. Of most signed URLs none is, and looking closer takes longer. */
function mayEndWithName({ isPlain, pathname, search }: UrlParts, requested: RequestedFiles): boolean {
  if (isPlain !== true || pathname.includes('%') || /[%+]/.test(search)) return true;
  if (requested.hasLastSegmentOfLength(pathname.length - pathname.lastIndexOf('/') - 1)) return true;
  for (let from = 1, end = 0; from < search.length; from = end + 1) {
    const next = search.indexOf('&', from);
    end = next < 0 ? search.length : next;
    const before = Math.max(search.indexOf('=', from), search.lastIndexOf('/', end - 1));
    if (requested.hasLastSegmentOfLength(end - before - 1)) return true;
  }
  return false;
}

function findNameAtEnd(path: string, requested: RequestedFiles): string | undefined {
  // True for nearly all parameters of signed URLs.
  if (!requested.isLastSegment(path.slice(path.lastIndexOf('/') + 1))) return undefined;
  const segments = path.split('/').slice(-20);
  // Longest first: `mesh/a.inp` also ends with `a.inp`.
  for (let from = 0; from < segments.length; from++) {
    const name = requested.nameOf(segments.slice(from).join('/'));
    if (name !== undefined) return name;
  }
  return undefined;
}

/**
 * Whether URLs that were assigned without a name suggest other files: by names in another letter case, without their
 * extension or with additions, or by numbers in another order.
 * @param names of the files to which the URLs were assigned, in the same order
 */
export function* doUrlsContradict(
  urls: readonly (UrlParts | undefined)[],
  names: readonly string[],
  requested: RequestedFiles,
): Steps<boolean> {
  const paths = yield* mapInSteps(urls, segmentsOf);
  const numbered = readNumbers(paths, requested);
  yield;
  if (numbered.some((reading) => reading.some((name, index) => name !== names[index]))) return true;
  const spoken = yield* mapInSteps(paths, (path) =>
    spokenFor(path.at(-1) ?? '', requested, numbered.length > 0),
  );
  const timesSaid = new Map<string, number>();
  for (const name of spoken.flat()) timesSaid.set(name, (timesSaid.get(name) ?? 0) + 1);
  return spoken.some((found, index) => {
    const isOther = found.length > 0 && !found.includes(names[index] ?? '');
    // A name that occurs in several URLs does not tell them apart.
    return isOther && found.some((name) => timesSaid.get(name) === 1);
  });
}

/** The numbers at one place of all URLs, where nothing else differs. */
function readNumbers(paths: readonly (readonly string[])[], requested: RequestedFiles): string[][] {
  const longest = Math.min(20, ...paths.map(({ length }) => length));
  return Array.from({ length: longest }, (_, fromEnd) => {
    const numbers = readNumbersAfterSameText(paths.map((path) => path.at(-1 - fromEnd) ?? ''));
    return numbers && requested.namesOfNumbers(numbers);
  }).filter((reading) => reading !== undefined);
}

/** The numbers at the end of all texts, perhaps before an extension; undefined unless only they differ. */
function readNumbersAfterSameText(texts: readonly string[]): string[] | undefined {
  let common: string | undefined;
  const numbers: string[] = [];
  for (const text of texts) {
    const [, before, number] = /^(.*?)(\d{1,15})(\.\w+)?$/.exec(text) ?? [];
    common ??= before;
    if (number === undefined || before !== common) return undefined;
    numbers.push(number);
  }
  return numbers;
}

/** The files whose name, with or without its extension, is the longest part of a text that matches one. */
function spokenFor(segment: string, requested: RequestedFiles, isNumbered: boolean): readonly string[] {
  const text = segment.slice(-300);
  if (isNumbered && /^\d+$/.test(text)) return [];
  const whole = text === '' ? [] : requested.namesOrStemsLike(text);
  if (whole.length > 0) return whole;
  // Boundaries between letters or digits and anything else.
  const edges = [...text.matchAll(/(?<![\p{L}\p{N}])|(?![\p{L}\p{N}])/gu)]
    .map(({ index }) => index)
    .slice(-8);
  const ends = new Set([...edges, text.length]);
  const parts = [...edges.flatMap((from) => [...ends].map((to) => text.slice(from, to)))];
  for (const part of parts.sort((one, other) => other.length - one.length)) {
    // Numbers that count positions are not names.
    const found = part === '' || (isNumbered && /^\d+$/.test(part)) ? [] : requested.namesOrStemsLike(part);
    if (found.length > 0) return found;
  }
  return [];
}

function segmentsOf(url: UrlParts | undefined): string[] {
  const path = url?.pathname ?? '';
  return (path.includes('%') ? (listDecodedForms(path).at(-1) ?? '') : path).split('/');
}

/** The decoded forms of a text. Some services encode twice. */
function listDecodedForms(text: string): string[] {
  if (!text.includes('%')) return [text];
  try {
    const once = decodeURIComponent(text);
    return once === text ? [once] : [once, ...listDecodedForms(once)].slice(0, 3);
  } catch {
    return [text];
  }
}
