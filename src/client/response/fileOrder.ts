import { isContainer } from '../core/json';
import { doUrlsContradict, findNameInUrl } from './namesInLinks';
import { getUnanimous, type RequestedFiles } from './requestedFiles';
import { isUrl } from './uploadLink';
import { endsStep, type Steps } from './yieldToEventLoop';

/** The part of a response that belongs to one file. */
export interface FileEntry {
  /** Set for an entry of an object. */
  readonly key?: string | undefined;
  readonly value: unknown;
  /** The file's upload URL. */
  readonly url: string;
}

/** @returns undefined when no entry names a file */
export function findNames(
  entries: readonly FileEntry[],
  requested: RequestedFiles,
): (string | undefined)[] | undefined {
  const readings = [
    entries.map(({ key }) => [key ?? '']),
    entries.map(({ value }) => listTexts(value)),
    entries.map(({ value }) => listKeys(value)),
  ];
  for (const texts of readings) {
    const names = texts.map((inEntry) => new Set(inEntry.flatMap((text) => requested.nameOf(text) ?? [])));
    if (names.every(({ size }) => size === 0)) continue;
    return names.map((found, index) =>
      isDenied(found, entries[index], requested) ? undefined : getOnly(found),
    );
  }
  return undefined;
}

/** Whether the name in an entry contradicts the entry's key. */
function isDenied(
  found: ReadonlySet<string>,
  entry: FileEntry | undefined,
  requested: RequestedFiles,
): boolean {
  if (entry?.key === undefined) return false;
  const spoken = listTexts(entry.value).flatMap((text) => requested.namesLike(text));
  return spoken.length > 0 && !spoken.some((name) => found.has(name));
}

/** The values at the same place of each entry. */
type Column = readonly unknown[];

/**
 * Finds the file of each entry by numbers that can only be positions in the request or sizes, or else by order.
 * Entries of an array are taken in order when they have nothing that could mean another order.
 * @param isPointedAt whether a setting says where the URLs are: values beside them that are not understood are then
 *   ignored
 * @returns undefined when the files cannot be told apart
 */
export function findNamesByColumns(
  entries: readonly FileEntry[],
  requested: RequestedFiles,
  isPointedAt = false,
): string[] | undefined {
  const columns = columnsOf(entries, isPointedAt);
  const different = columns.filter((column) => !isAlike(column));
  const readings = different.map((column) => requested.namesOfNumbers(column));
  const understood = readings.filter((reading) => reading !== undefined);
  const tellsNothing = (column: Column) => !isAlike(column) || !requested.isAboutFile(column[0]);
  const isClear = understood.length === readings.length && columns.every(tellsNothing);
  if (!isClear && !isPointedAt) return undefined;
  if (understood.length > 0) return getUnanimous(understood);
  const isInTurn = entries.every(({ key }) => key === undefined);
  return isInTurn ? requested.files.map(({ name }) => name) : undefined;
}

/** @param hidesUrls whether all URLs are treated as equal, and not only the upload URLs */
function columnsOf(entries: readonly FileEntry[], hidesUrls: boolean): Column[] {
  const columns = new Map<string, unknown[]>();
  for (const [index, { key, value, url }] of entries.entries()) {
    const leaves = [...leavesOf(value), ...(key === undefined ? [] : [['key', key] as const])];
    for (const [place, leaf] of leaves) {
      const column = columns.get(place) ?? new Array<unknown>(entries.length).fill(undefined);
      column[index] = leaf === url || (hidesUrls && isUrl(leaf)) ? '' : leaf;
      columns.set(place, column);
    }
  }
  return [...columns.values()];
}

function isAlike([first, ...others]: Column): boolean {
  return others.every((value) => value === first);
}

function leavesOf(json: unknown, place = ''): (readonly [place: string, leaf: unknown])[] {
  if (!isContainer(json)) return [[place, json]];
  return Object.entries(json).flatMap(([key, value]) => leavesOf(value, `${place}/${key}`));
}

/**
 * Whether URLs that were assigned without a name contradict names: the names in the URLs themselves, or the order in
 * which the response lists names.
 */
export function* contradictsNames(
  json: unknown,
  urls: ReadonlyMap<string, string>,
  requested: RequestedFiles,
): Steps<boolean> {
  for (const [index, [name, url]] of [...urls].entries()) {
    if (endsStep(index)) yield;
    const inLink = findNameInUrl(url, requested);
    if (inLink !== undefined && inLink !== name) return true;
  }
  if (yield* doUrlsContradict(urls, requested)) return true;
  yield;
  const listed = [...new Set(listTexts(json).flatMap((text) => requested.nameOf(text) ?? []))];
  const isListed = new Set(listed);
  const inOrder = requested.files.filter(({ name }) => isListed.has(name));
  return inOrder.some(({ name }, index) => name !== listed[index]);
}

/** All strings of a JSON value, except URLs. */
function listTexts(json: unknown): string[] {
  if (typeof json === 'string') return isUrl(json) ? [] : [json];
  return isContainer(json) ? Object.values(json).flatMap(listTexts) : [];
}

function listKeys(json: unknown): string[] {
  if (!isContainer(json)) return [];
  const keys = Array.isArray(json) ? [] : Object.keys(json);
  return [...keys, ...Object.values(json).flatMap(listKeys)];
}

function getOnly<T>(values: ReadonlySet<T>): T | undefined {
  const [value] = values;
  return values.size === 1 ? value : undefined;
}
