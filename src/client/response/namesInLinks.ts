import { listParameters, listQueryValues } from '../url/query';
import type { UrlParts } from '../url/splitUrl';
import { isAlike, isSame } from './columns';
import type { RequestedFiles } from './requestedFiles';
import { mapInSteps, type Steps } from './yieldToEventLoop';

/** The requested name at the end of a URL's path or of one of its query values, if there is one. */
export function findNameInUrl(url: UrlParts, requested: RequestedFiles): string | undefined {
  if (!mayEndWithName(url, requested)) return undefined;
  for (const text of [url.pathname, ...listQueryValues(url.search)]) {
    for (const form of listDecodedForms(text)) {
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
  const all = [...listLevels(paths), ...(yield* listQueryPlaces(urls))];
  const places = all.filter((texts) => !isAlike(texts));
  yield;
  const numbered = places.map((texts) => readNumbers(texts, requested)).filter(({ length }) => length > 0);
  yield;
  if (numbered.some((readings) => !readings.some((reading) => isSame(reading, names)))) return true;
  const isNumbered = numbered.length > 0;
  const ends = paths.map((path) => path.at(-1) ?? '');
  const inEnds = yield* mapInSteps(ends, (text) => spokenFor(text, requested, isNumbered));
  if (doesSayOther(inEnds, names)) return true;
  for (const texts of places) {
    const inPlace = yield* mapInSteps(texts, (text) => fullNamesIn(text, requested));
    if (doesSayOther(inPlace, names)) return true;
  }
  return false;
}

/** @param said the files that each URL speaks of */
function doesSayOther(said: readonly (readonly string[])[], names: readonly string[]): boolean {
  const timesSaid = new Map<string, number>();
  for (const name of said.flat()) timesSaid.set(name, (timesSaid.get(name) ?? 0) + 1);
  return said.some((found, index) => {
    const isOther = found.length > 0 && !found.includes(names[index] ?? '');
    // A name that occurs in several URLs does not tell them apart.
    return isOther && found.some((name) => timesSaid.get(name) === 1);
  });
}

/** The segments of all paths, level by level from the end. */
function listLevels(paths: readonly (readonly string[])[]): string[][] {
  const longest = Math.min(20, ...paths.map(({ length }) => length));
  return Array.from({ length: longest }, (_, fromEnd) => paths.map((path) => path.at(-1 - fromEnd) ?? ''));
}

/** The parameters of all queries, one place after the other; none unless all have as many. */
function* listQueryPlaces(urls: readonly (UrlParts | undefined)[]): Steps<string[][]> {
  const queries = urls.map((url) => url?.search ?? '');
  // In most responses only the signature differs, which has a place of its own.
  if (isAlike(queries)) return [];
  const parameters = yield* mapInSteps(queries, (query) =>
    listParameters(query).map(([name, value]) => `${name}=${value}`),
  );
  const [first = []] = parameters;
  if (parameters.some(({ length }) => length !== first.length)) return [];
  return first.slice(0, 20).map((_, place) => parameters.map((texts) => texts[place] ?? ''));
}

/** The meanings of the numbers at one place of all URLs, where nothing else differs. */
function readNumbers(texts: readonly string[], requested: RequestedFiles): string[][] {
  const numbers = readNumbersAfterSameText(texts);
  return numbers === undefined ? [] : requested.listReadingsOfNumbers(numbers);
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
  // Numbers that count positions are not names.
  const find = (part: string): readonly string[] =>
    part === '' || (isNumbered && /^\d+$/.test(part)) ? [] : requested.namesOrStemsLike(part);
  return findInParts(segment, find);
}

/** The files whose whole name is a part of a text. Other parts of URLs are often random, as short names seem to be. */
function fullNamesIn(text: string, requested: RequestedFiles): readonly string[] {
  if (!text.includes('.')) return [];
  return findInParts(text, (part) => (part.includes('.') ? requested.namesLike(part) : []));
}

/** Finds something for the longest part of a text that leads to anything. */
function findInParts(whole: string, find: (part: string) => readonly string[]): readonly string[] {
  const text = whole.slice(-300);
  const inWhole = find(text);
  if (inWhole.length > 0 || /^\d*$/.test(text)) return inWhole;
  // Boundaries between letters or digits and anything else.
  const edges = [...text.matchAll(/(?<![\p{L}\p{N}])|(?![\p{L}\p{N}])/gu)]
    .map(({ index }) => index)
    .slice(-8);
  const ends = new Set([...edges, text.length]);
  const parts = edges.flatMap((from) => [...ends].map((to) => text.slice(from, to)));
  for (const part of parts.sort((one, other) => other.length - one.length)) {
    const found = find(part);
    if (found.length > 0) return found;
  }
  return [];
}

function segmentsOf(url: UrlParts | undefined): string[] {
  const path = url?.pathname ?? '';
  return (listDecodedForms(path).at(-1) ?? '').split('/');
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
