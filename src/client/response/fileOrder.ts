import { isContainer } from '../core/json';
import { splitUrl } from '../url/splitUrl';
import { type Column, isAlike, isSame } from './columns';
import { doUrlsContradict, findNameInUrl } from './namesInLinks';
import { getUnanimous, type RequestedFiles } from './requestedFiles';
import { isUrl } from './uploadLink';
import { endsStep, mapInSteps, type Steps } from './yieldToEventLoop';

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
  const readings: readonly ((entry: FileEntry) => readonly string[])[] = [
    ({ key }) => [key ?? ''],
    ({ value }) => listTexts(value),
    ({ value }) => listKeys(value),
  ];
  const isName = (text: string): boolean => requested.nameOf(text) !== undefined;
  const textsOf = readings.find((listOf) => entries.some((entry) => listOf(entry).some(isName)));
  return textsOf && entries.map((entry) => findNameAmong(textsOf(entry), entry, requested));
}

function findNameAmong(
  texts: readonly string[],
  entry: FileEntry,
  requested: RequestedFiles,
): string | undefined {
  const found = new Set(texts.flatMap((text) => requested.nameOf(text) ?? []));
  return isDenied(found, entry, requested) ? undefined : getOnly(found);
}

/** Whether the name in an entry contradicts the entry's key. */
function isDenied(found: ReadonlySet<string>, entry: FileEntry, requested: RequestedFiles): boolean {
  if (entry.key === undefined) return false;
  const spoken = listTexts(entry.value).flatMap((text) => requested.namesLike(text));
  return spoken.length > 0 && !spoken.some((name) => found.has(name));
}

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
  entries.forEach(({ key, value, url }, index) => {
    const add = (place: string, leaf: unknown): void => {
      const column = columns.get(place) ?? new Array<unknown>(entries.length).fill(undefined);
      column[index] = leaf === url || (hidesUrls && isUrl(leaf)) ? '' : leaf;
      columns.set(place, column);
    };
    visitLeaves(value, add);
    if (key !== undefined) add('key', key);
  });
  return [...columns.values()];
}

interface ParallelNames {
  readonly entries: readonly FileEntry[];
  /** Arrays in which the values at the same position belong to the same file as the entry, as far as it seems. */
  readonly beside: readonly (readonly unknown[])[];
  readonly named: readonly (string | undefined)[];
}

/**
 * Whether something says that parallel arrays do not belong together in turn: an identifier that another array has at
 * another position, or numbers that mean other positions.
 */
export function contradictsOrder(
  { entries, beside, named }: ParallelNames,
  requested: RequestedFiles,
): boolean {
  const own = columnsOf(entries, true);
  const others = beside.flatMap((array) =>
    columnsOf(
      array.map((value) => ({ value, url: '' })),
      true,
    ),
  );
  if (own.some((column) => others.some((other) => isOtherOrder(column, other)))) return true;
  const readings = others.map((column) => requested.listReadingsOfNumbers(column));
  return readings.some((some) => some.length > 0 && !some.some((names) => isSame(names, named)));
}

/** Whether two columns have the same values at other positions. */
function isOtherOrder(column: Column, other: Column): boolean {
  const values = new Set(other);
  const isSameSet = values.size === column.length && column.every((value) => values.has(value));
  return isSameSet && !isSame(column, other);
}

function visitLeaves(json: unknown, visit: (place: string, leaf: unknown) => void, place = ''): void {
  if (!isContainer(json)) visit(place, json);
  else for (const [key, value] of Object.entries(json)) visitLeaves(value, visit, `${place}/${key}`);
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
  const names = [...urls.keys()];
  const parsed = yield* mapInSteps([...urls.values()], splitUrl);
  for (const [index, url] of parsed.entries()) {
    if (endsStep(index)) yield;
    const inLink = url && findNameInUrl(url, requested);
    if (inLink !== undefined && inLink !== names[index]) return true;
  }
  if (yield* doUrlsContradict(parsed, names, requested)) return true;
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
