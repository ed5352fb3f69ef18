import { tryParseUrl } from '../url/parseUrl';
import { listParameters } from '../url/query';
import type { RequestedFiles } from './requestedFiles';
import { mapInSteps, type Steps } from './yieldToEventLoop';

/** The requested name at the end of a URL's path or of one of its query values, if there is one. */
export function findNameInUrl(url: string, requested: RequestedFiles): string | undefined {
  const parsed = tryParseUrl(url);
  if (parsed === undefined) return undefined;
  const values = listParameters(parsed.search).map(([, value]) => value);
  for (const text of [parsed.pathname, ...values]) {
    for (const form of listDecodedForms(text)) {
      const name = findNameAtEnd(form, requested);
      if (name !== undefined) return name;
    }
  }
  return undefined;
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
 */
export function* doUrlsContradict(
  urls: ReadonlyMap<string, string>,
  requested: RequestedFiles,
): Steps<boolean> {
  const names = [...urls.keys()];
  const paths = yield* mapInSteps([...urls.values()], segmentsOf);
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
    const parts = paths.map((path) => /^(.*?)(\d{1,15})(\.\w+)?$/.exec(path.at(-1 - fromEnd) ?? ''));
    const isAlike = parts.every((part) => part !== null && part[1] === parts[0]?.[1]);
    return isAlike ? requested.namesOfNumbers(parts.map((part) => part?.[2])) : undefined;
  }).filter((reading) => reading !== undefined);
}

/** The files whose name, with or without its extension, is the longest part of a text that matches one. */
function spokenFor(segment: string, requested: RequestedFiles, isNumbered: boolean): readonly string[] {
  const text = segment.slice(-300);
  if (isNumbered && /^\d+$/.test(text)) return [];
  // Boundaries between letters or digits and anything else.
  const edges = [...text.matchAll(/(?<![\p{L}\p{N}])|(?![\p{L}\p{N}])/gu)]
    .map(({ index }) => index)
    .slice(-8);
  const ends = new Set([...edges, text.length]);
  const parts = [text, ...edges.flatMap((from) => [...ends].map((to) => text.slice(from, to)))];
  for (const part of parts.sort((one, other) => other.length - one.length)) {
    // Numbers that count positions are not names.
    const found = part === '' || (isNumbered && /^\d+$/.test(part)) ? [] : requested.namesOrStemsLike(part);
    if (found.length > 0) return found;
  }
  return [];
}

function segmentsOf(url: string): string[] {
  const path = tryParseUrl(url)?.pathname ?? '';
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
