import { type ResponseContext, ResponseError } from '../core/errors';
import { isContainer, isObject } from '../core/json';
import type { ModelFile } from '../core/types';
import { splitUrl } from '../url/splitUrl';
import { isAbsoluteUrl } from '../url/uploadUrl';
import {
  contradictsNames,
  contradictsOrder,
  type FileEntry,
  findNames,
  findNamesByColumns,
} from './fileOrder';
import { getValueAt } from './jsonPointer';
import { listKeyPaths } from './keyPaths';
import { RequestedFiles } from './requestedFiles';
import { findUrls, uploadLinkOfMany, uploadLinkOfOne } from './uploadLink';
import { endsStep, type Steps } from './yieldToEventLoop';

type UrlMap = ReadonlyMap<string, string>;

export interface UploadUrlPointers {
  /**
   * Pointer to their container: an array, an object, or for a single file the URL. The whole response by default.
   */
  readonly container?: string | undefined;
  /** Pointer in an element of the container: the file's name, its position in the request or its size. */
  readonly name?: string | undefined;
  /** Pointer in an element of the container: the URL. */
  readonly url?: string | undefined;
}

interface Reading {
  readonly requested: RequestedFiles;
  /** The host of the service. */
  readonly host: string;
  /** The keys on the path to the current value. */
  readonly keys: readonly string[];
}

/**
 * Finds the signed upload URL of each requested file. The interface does not say where in the response they stand
 * (src/client/README.md, Unspecified), so every interpretation that gives each name exactly one URL is accepted, at
 * any depth. The containers with one entry for each file:
 *
 * - an array of objects, each with a file's name and one upload URL, in any order;
 * - an object from file name to URL, or to an object with one;
 * - an array of objects, or an object, with numbers that can only be positions in the request or sizes;
 * - an array of URLs, or of objects with nothing else to tell files apart, in the order of the request. The values
 *   at the same position of parallel arrays belong to an element.
 *
 * For a single file it is the only URL under keys that mention uploads, or else the only one of the response, if its
 * key speaks of links and of nothing else.
 *
 * Pointers restrict this to one container, and in its elements to one place for the name and for the URL.
 *
 * `findUploadUrlProblem` decides whether files may be sent to the URLs. They need not even be http: URLs of other
 * schemes are accepted if there are no others, so that their problem can be reported.
 *
 * It works in steps, because thousands of URLs take longer than the extension host may stand still.
 *
 * @throws {ResponseError} `uploadUrls` when there is no interpretation, or two that differ
 */
export function* decodeUploadUrls(
  json: unknown,
  files: readonly ModelFile[],
  context: ResponseContext,
  pointers: UploadUrlPointers = {},
): Steps<UrlMap> {
  const place = getValueAt(json, pointers.container ?? '');
  const requested = new RequestedFiles(files);
  // A value that a setting points at need not be labelled as an upload URL.
  const keys = pointers.container === undefined ? [] : ['upload'];
  const reading = { requested, host: context.host, keys };
  const isExact = pointers.name !== undefined || pointers.url !== undefined;
  const readings = isExact ? readAt(place, pointers, reading) : readingsOf(place, reading);
  const [first, ...others] = yield* readings;
  const isClear =
    first !== undefined &&
    others.every((other) => files.every(({ name }) => other.get(name) === first.get(name)));
  if (!isClear) throw new ResponseError(context, 'uploadUrls', listKeyPaths(json));
  return first;
}

function* readingsOf(json: unknown, reading: Reading): Steps<UrlMap[]> {
  const [file, another] = reading.requested.files;
  if (file !== undefined && another === undefined) return readSingleFile(json, file, reading);
  const readings: ContainerReading[] = [];
  for (const found of yield* readContainers(json, reading, [])) {
    yield;
    if (found.isNamed || !(yield* contradictsNames(json, found.urls, reading.requested)))
      readings.push(found);
  }
  if (readings.length === 1) return readings.map(({ urls }) => urls);
  const ofWeb = readings.filter(({ urls }) => [...urls.values()].every(isAbsoluteUrl));
  // Storage locations such as `s3://…` may be listed beside the upload URLs.
  return (ofWeb.length > 0 ? ofWeb : readings).map(({ urls }) => urls);
}

function readSingleFile(json: unknown, { name }: ModelFile, { requested, host, keys }: Reading): UrlMap[] {
  if (namesAnotherFile(json, requested)) return [];
  const links = findUrls(json, keys).map(({ url, keys: around }) => ({
    url,
    // A URL under the name of a file belongs to that file.
    keys: around.map((key) => (requested.nameOf(key) === undefined ? key : 'file')),
  }));
  const url = uploadLinkOfOne(links, host);
  return url === undefined ? [] : [new Map([[name, url]])];
}

/** Whether an array has an entry that names a file which was not requested. */
function namesAnotherFile(json: unknown, requested: RequestedFiles): boolean {
  if (!isContainer(json)) return false;
  const values: unknown[] = Object.values(json);
  const isForeign = (entry: unknown): boolean =>
    isObject(entry) &&
    ['name', 'file', 'file_name', 'fileName', 'filename', 'path'].some((key) => {
      const name = Object.hasOwn(entry, key) ? entry[key] : undefined;
      return typeof name === 'string' && requested.nameOf(name) === undefined;
    });
  return (
    (Array.isArray(json) && values.some(isForeign)) ||
    values.some((value) => namesAnotherFile(value, requested))
  );
}

interface ContainerReading {
  readonly urls: UrlMap;
  /** Whether each URL was found by the name of its file. */
  readonly isNamed: boolean;
}

/** @param beside the other arrays of the same length at the same level */
function* readContainers(
  json: unknown,
  reading: Reading,
  beside: readonly (readonly unknown[])[],
): Steps<ContainerReading[]> {
  if (!isContainer(json)) return [];
  const { keys, requested } = reading;
  const isArray = Array.isArray(json);
  const arrays = isArray
    ? []
    : Object.values(json).filter((value) => Array.isArray(value) && value.length === requested.count);
  const readings = yield* readContainer(json, reading, beside);
  const [names, values] = partsOf(json);
  for (const [index, value] of values.entries()) {
    if (endsStep(index)) yield;
    if (!isContainer(value)) continue;
    const key = names?.[index];
    const inside = key === undefined ? reading : { ...reading, keys: [...keys, key] };
    const others = arrays.filter((array) => array !== value) as unknown[][];
    readings.push(...(yield* readContainers(value, inside, others)));
  }
  return readings;
}

function* readContainer(
  container: object,
  reading: Reading,
  beside: readonly (readonly unknown[])[],
): Steps<ContainerReading[]> {
  const { requested } = reading;
  if (partsOf(container)[1].length !== requested.count) return [];
  const entries = yield* entriesOf(container, (element, key) => findUrlOfEntry(element, key, reading));
  if (entries === undefined) return [];
  yield;
  const wider = beside.length === 0 ? entries : widen(entries, beside);
  const own = findNames(entries, requested);
  const named = own ?? (wider === entries ? undefined : findNames(wider, requested));
  const isByOrder = own === undefined && named !== undefined;
  if (isByOrder && contradictsOrder({ entries, beside, named }, requested)) return [];
  const urls = createCompleteMap(named ?? findNamesByColumns(wider, requested), entries, requested);
  return urls === undefined ? [] : [{ urls, isNamed: named !== undefined }];
}

/** Adds the values at the same position of other arrays to each element of an array. */
function widen(entries: readonly FileEntry[], beside: readonly (readonly unknown[])[]): FileEntry[] {
  return entries.map((entry, index) =>
    entry.key === undefined
      ? { ...entry, value: [entry.value, ...beside.map((array) => array[index])] }
      : entry,
  );
}

/** @param key key of the element in an object; unless it is a file's name, it may describe the URLs */
function findUrlOfEntry(element: unknown, key: string | undefined, reading: Reading): string | undefined {
  const { requested, host, keys } = reading;
  const own = key === undefined || requested.nameOf(key) !== undefined ? [] : [key];
  const links = findUrls(element, own).map(({ url, keys: inside }) => ({
    url,
    keys:
      inside.length === 0
        ? keys
        : [...keys, ...inside.map((inner) => (requested.nameOf(inner) === undefined ? inner : 'file'))],
  }));
  return uploadLinkOfMany(links, host, keys.length);
}

/** @returns undefined when an entry has no URL */
function* entriesOf(
  container: object,
  linkOf: (element: unknown, key: string | undefined) => string | undefined,
): Steps<FileEntry[] | undefined> {
  const [keys, values] = partsOf(container);
  const entries: FileEntry[] = [];
  for (const value of values) {
    if (endsStep(entries.length)) yield;
    const key = keys?.[entries.length];
    const url = linkOf(value, key);
    if (url === undefined) return undefined;
    entries.push({ key, value, url });
  }
  return entries;
}

/** The keys of an object, and the values of it or of an array. */
function partsOf(
  container: object,
): readonly [keys: readonly string[] | undefined, values: readonly unknown[]] {
  return Array.isArray(container)
    ? [undefined, container]
    : [Object.keys(container), Object.values(container)];
}

/**
 * Reads the values at the pointers in the elements of one container; each element must belong to one of the files.
 */
function* readAt(container: unknown, { name, url }: UploadUrlPointers, reading: Reading): Steps<UrlMap[]> {
  const { requested } = reading;
  if (!isContainer(container)) return [];
  const entries = yield* entriesOf(container, (element, key) =>
    url === undefined ? findUrlOfEntry(element, key, reading) : findTextAt(element, url),
  );
  if (entries?.length !== requested.count) return [];
  const named =
    name === undefined
      ? findNames(entries, requested)
      : namesOf(
          entries.map(({ value }) => getValueAt(value, name)),
          requested,
        );
  const isByColumns = named === undefined && name === undefined;
  const found = isByColumns ? findNamesByColumns(entries, requested, url !== undefined) : named;
  const urls = createCompleteMap(found, entries, requested);
  if (urls === undefined) return [];
  if (isByColumns && (yield* contradictsNames(container, urls, requested))) return [];
  return [urls];
}

/** The files that values identify: by name, or by numbers that can only be positions in the request or sizes. */
function namesOf(
  values: readonly unknown[],
  requested: RequestedFiles,
): readonly (string | undefined)[] | undefined {
  const names = values.map((value) => (typeof value === 'string' ? requested.nameOf(value) : undefined));
  return names.every((name) => name === undefined) ? requested.namesOfNumbers(values) : names;
}

function findTextAt(json: unknown, pointer: string): string | undefined {
  const value = getValueAt(json, pointer);
  return typeof value === 'string' ? value : undefined;
}

/** A map of the URLs, if there is exactly one for each file, with none left over or used twice. */
function createCompleteMap(
  names: readonly (string | undefined)[] | undefined,
  entries: readonly FileEntry[],
  { count }: RequestedFiles,
): UrlMap | undefined {
  if (names === undefined) return undefined;
  const urls = new Map<string, string>();
  entries.forEach(({ url }, index) => {
    const name = names[index];
    if (name !== undefined) urls.set(name, url);
  });
  // All names are requested ones, so as many different places as files means one for each.
  return new Set(Array.from(urls.values(), placeOf)).size === count ? urls : undefined;
}

/** Normalised URL, equal for URLs that differ only in notation. */
function placeOf(url: string): string {
  const parsed = splitUrl(url);
  if (parsed === undefined) return url;
  const text = parsed.search === '' ? parsed.href.replace(/\?$/, '') : parsed.href;
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
