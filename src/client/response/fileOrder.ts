import { same, type RequestedFiles } from './requestedFiles';
import { isUrl } from './uploadLink';
import { linksContradict, nameInLink } from './namesInLinks';
import { isContainer } from '../core/json';

/** The part of an answer that is for one file. */
export interface FileEntry {
  /** Where it is an entry of an object. */
  readonly key?: string | undefined;
  readonly value: unknown;
  /** Its upload link. */
  readonly url: string;
}

/** @returns nothing when no entry has the name of a file */
export function namesIn(
  entries: readonly FileEntry[],
  requested: RequestedFiles,
): (string | undefined)[] | undefined {
  const readings = [
    entries.map(({ key }) => [key ?? '']),
    entries.map(({ value }) => textsIn(value)),
    entries.map(({ value }) => keysIn(value)),
  ];
  for (const texts of readings) {
    const names = texts.map((inEntry) => new Set(inEntry.flatMap((text) => requested.nameOf(text) ?? [])));
    if (names.every(({ size }) => size === 0)) continue;
    return names.map((found, index) =>
      isDenied(found, entries[index], requested) ? undefined : only(found),
    );
  }
  return undefined;
}

/** Whether what was found as the key of an entry contradicts the name in it. */
function isDenied(
  found: ReadonlySet<string>,
  entry: FileEntry | undefined,
  requested: RequestedFiles,
): boolean {
  if (entry?.key === undefined) return false;
  const spoken = textsIn(entry.value).flatMap((text) => requested.namesLike(text));
  return spoken.length > 0 && !spoken.some((name) => found.has(name));
}

/** The values at the same place of each entry. */
type Column = readonly unknown[];

/**
 * The file that each entry is for, by numbers that can only mean places in the request or sizes, or else by its
 * turn. Entries of an array are taken in turn when they have nothing that could tell another order.
 * @param isPointedAt whether a setting says where the links are: what is not understood beside them counts no more
 * @returns nothing when it cannot be told
 */
export function namesByColumns(
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
  if (understood.length > 0) return same(understood);
  const isInTurn = entries.every(({ key }) => key === undefined);
  return isInTurn ? requested.files.map(({ name }) => name) : undefined;
}

/** @param hidesUrls whether all URLs count as alike, and not only the upload links */
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
 * Whether links that were assigned without a name contradict names: those that stand in the links themselves, or
 * those that the answer lists in another order.
 */
export function contradictsNames(
  json: unknown,
  urls: ReadonlyMap<string, string>,
  requested: RequestedFiles,
): boolean {
  for (const [name, url] of urls) {
    const inLink = nameInLink(url, requested);
    if (inLink !== undefined && inLink !== name) return true;
  }
  if (linksContradict(urls, requested)) return true;
  const listed = [...new Set(textsIn(json).flatMap((text) => requested.nameOf(text) ?? []))];
  const isListed = new Set(listed);
  const inOrder = requested.files.filter(({ name }) => isListed.has(name));
  return inOrder.some(({ name }, index) => name !== listed[index]);
}

/** Without URLs. */
function textsIn(json: unknown): string[] {
  if (typeof json === 'string') return isUrl(json) ? [] : [json];
  return isContainer(json) ? Object.values(json).flatMap(textsIn) : [];
}

function keysIn(json: unknown): string[] {
  if (!isContainer(json)) return [];
  const keys = Array.isArray(json) ? [] : Object.keys(json);
  return [...keys, ...Object.values(json).flatMap(keysIn)];
}

function only<T>(values: ReadonlySet<T>): T | undefined {
  const [value] = values;
  return values.size === 1 ? value : undefined;
}
