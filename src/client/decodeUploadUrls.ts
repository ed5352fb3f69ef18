import { isContainer, isObject } from './decodeJson';
import type { AnswerContext } from './errors';
import { AnswerError } from './errors';
import { valueAt } from './jsonPointer';
import { keyPaths } from './keyPaths';
import { isAbsoluteUrl } from './uploadUrl';

type UrlMap = ReadonlyMap<string, string>;

/** Where the URLs stand, as JSON pointers. */
export interface UploadUrlPointers {
  /** What holds them: an array, an object, or for a single file the URL. The whole answer by default. */
  readonly container?: string | undefined;
  /** In an element of what holds them: the name of the file. */
  readonly name?: string | undefined;
  /** In an element of what holds them: the URL. */
  readonly url?: string | undefined;
}

/**
 * The signed upload URL of each requested file. The interface document does not show where in the answer
 * they stand (section 4, gaps), so every reading that gives each name exactly one URL is accepted, at any
 * depth:
 *
 * - an array of URLs in the order of the request;
 * - an array of objects, each with a file's name and one URL, in any order;
 * - an object from file name to URL, or to an object with one URL;
 * - an array of objects with one URL and no other text, in the order of the request;
 * - for a single file, the only URL under keys that speak of uploads, or else the only one of the answer.
 *
 * Pointers narrow that down to one container, and in its elements to one place for the name and for the URL.
 *
 * Whether files may be sent to the URLs is another question (`uploadUrlProblem`). They need not even be http:
 * URLs of other schemes count where there are no such, so that what is wrong with them can be said.
 *
 * @throws {AnswerError} `uploadUrls` when there is no reading, or two that differ
 */
export function decodeUploadUrls(
  json: unknown,
  names: readonly string[],
  context: AnswerContext,
  pointers: UploadUrlPointers = {},
): UrlMap {
  const place = valueAt(json, pointers.container ?? '');
  const isExact = pointers.name !== undefined || pointers.url !== undefined;
  const [first, ...others] = isExact ? readingAt(place, names, pointers) : readingsOf(place, names);
  const isClear =
    first !== undefined &&
    others.every((other) => names.every((name) => other.get(name) === first.get(name)));
  if (!isClear) throw new AnswerError(context, 'uploadUrls', keyPaths(json));
  return first;
}

function readingsOf(json: unknown, names: readonly string[]): UrlMap[] {
  const inContainers = containerReadings(json, names);
  const ofSingleFile = singleFileReadings(json, names);
  const isWeb = (reading: UrlMap) => [...reading.values()].every(isAbsoluteUrl);
  const likely = [...inContainers.filter(isWeb), ...ofSingleFile];
  // A list of places such as `s3://…` may stand beside the links.
  return likely.length > 0 ? likely : inContainers;
}

function containerReadings(json: unknown, names: readonly string[]): UrlMap[] {
  if (!isContainer(json)) return [];
  const inside = Object.values(json).flatMap((value) => containerReadings(value, names));
  const reading =
    Object.keys(json).length === names.length ? complete(pairsOf(json, names), names) : undefined;
  return reading === undefined ? inside : [reading, ...inside];
}

type Pair = readonly [name: string | undefined, url: string | undefined];

function pairsOf(container: object, names: readonly string[]): Pair[] {
  if (Array.isArray(container)) return pairsOfArray(container, names);
  return Object.entries(container).map(([name, value]) => [name, onlyUrl(value)]);
}

function pairsOfArray(array: readonly unknown[], names: readonly string[]): Pair[] {
  const texts = array.map((element) => [...new Set(textsIn(element))]);
  const isInOrder = texts.every(([url, another]) => isUrl(url) && another === undefined);
  if (isInOrder) return texts.map(([url], index) => [names[index], url]);
  const requested = new Set(names);
  return texts.map((inElement) => [
    only(inElement.filter((text) => requested.has(text))),
    only(urlsAmong(inElement)),
  ]);
}

/** What pointers lead to in the elements of one container, each of which must be for one of the files. */
function readingAt(container: unknown, names: readonly string[], pointers: UploadUrlPointers): UrlMap[] {
  if (!isContainer(container)) return [];
  const { name, url } = pointers;
  const elements: [key: string, element: unknown][] = Object.entries(container);
  const around = namesAround(container, names);
  const pairs = elements.map(([, element], index): Pair => [
    name === undefined ? around[index] : textAt(element, name),
    url === undefined ? onlyUrl(element) : textAt(element, url),
  ]);
  const reading = pairs.length === names.length ? complete(pairs, names) : undefined;
  return reading === undefined ? [] : [reading];
}

/** The file that each element is for: by its key, by the name in it, or where no element has one, by its turn. */
function namesAround(container: object, names: readonly string[]): readonly (string | undefined)[] {
  if (!Array.isArray(container)) return Object.keys(container);
  const requested = new Set(names);
  const found = container.map((element) => textsIn(element).filter((text) => requested.has(text)));
  return found.every((texts) => texts.length === 0) ? names : found.map(only);
}

function textAt(json: unknown, pointer: string): string | undefined {
  const value = valueAt(json, pointer);
  return typeof value === 'string' ? value : undefined;
}

/** The pairs as a map, if they are one URL for each name, with no name or URL left over or doubled. */
function complete(pairs: readonly Pair[], names: readonly string[]): UrlMap | undefined {
  const urls = new Map<string, string>();
  for (const [name, url] of pairs) if (name !== undefined && url !== undefined) urls.set(name, url);
  const isOneToOne =
    names.every((name) => urls.has(name)) &&
    urls.size === names.length &&
    new Set(urls.values()).size === names.length;
  return isOneToOne ? urls : undefined;
}

function singleFileReadings(json: unknown, names: readonly string[]): UrlMap[] {
  const [name, another] = names;
  if (name === undefined || another !== undefined || namesAnotherFile(json, name)) return [];
  const urls = urlsAmong(textsOfUploadKeys(json));
  const url = urls.length > 0 ? only(urls) : onlyUrl(json);
  return url === undefined ? [] : [new Map([[name, url]])];
}

/** Whether a list has an entry that says it is for a file that was not asked for. */
function namesAnotherFile(json: unknown, name: string): boolean {
  if (!isContainer(json)) return false;
  const values: unknown[] = Object.values(json);
  const isForeign = (entry: unknown): boolean =>
    isObject(entry) &&
    ['name', 'file', 'file_name', 'fileName', 'filename', 'path'].some(
      (key) => Object.hasOwn(entry, key) && typeof entry[key] === 'string' && entry[key] !== name,
    );
  return (
    (Array.isArray(json) && values.some(isForeign)) || values.some((value) => namesAnotherFile(value, name))
  );
}

function textsOfUploadKeys(json: unknown): string[] {
  if (!isContainer(json)) return [];
  return Object.entries(json).flatMap(([key, value]) =>
    /upload|signed/i.test(key) ? textsIn(value) : textsOfUploadKeys(value),
  );
}

function onlyUrl(json: unknown): string | undefined {
  return only(urlsAmong(textsIn(json)));
}

/** The different URLs among texts: those of http and https, or when there are none, those of other schemes. */
function urlsAmong(texts: readonly string[]): string[] {
  const urls = [...new Set(texts)].filter(isUrl);
  const ofWeb = urls.filter(isAbsoluteUrl);
  return ofWeb.length > 0 ? ofWeb : urls;
}

function isUrl(text: string | undefined): text is string {
  return text !== undefined && /^[a-z][a-z\d+.-]*:\/\//i.test(text);
}

function only<T>(values: readonly T[]): T | undefined {
  return values.length === 1 ? values[0] : undefined;
}

function textsIn(json: unknown): string[] {
  if (typeof json === 'string') return [json];
  return isContainer(json) ? Object.values(json).flatMap(textsIn) : [];
}
