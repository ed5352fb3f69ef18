import { isContainer, isObject } from '../core/json';
import { listNamesakes, listOwnIds, toPlainName, toResource } from './conventions';
import { type ArrayPlace, type FoundList, nothingFound, type Path } from './foundList';
import { isIdentifier } from './identifier';
import { getChild, getValueAt, readSteps } from './jsonPointer';
import { claimPath, findOwnList, listFirstIds, readOwnList } from './ownLists';

/** JSON pointers to a list, and from its elements to their identifiers. */
interface Pointers {
  readonly list?: string | undefined;
  readonly id?: string | undefined;
}

/**
 * Finds the list of a resource: at the pointers; else the one array with the documented name; else, where that occurs
 * nowhere in the response, the one with the same name in another notation; else the one whose elements have
 * identifiers of their own.
 * @param key the documented name, such as `project_id`
 */
export async function findList(json: unknown, key: string, { list, id }: Pointers): Promise<FoundList> {
  if (list !== undefined) return await readListAt(json, list, key, id);
  if (id !== undefined) return findListBy((element) => getValueAt(element, id), json);
  const names = findNames(json, key);
  if (names.length > 0) return findNamedList(json, names, key);
  return await findOwnList(json, toResource(key));
}

async function readListAt(
  json: unknown,
  pointer: string,
  key: string,
  idAt: string | undefined,
): Promise<FoundList> {
  const list = getValueAt(json, pointer);
  if (!Array.isArray(list)) return nothingFound;
  const found = { path: readSteps(pointer), list: list as readonly unknown[] };
  if (idAt !== undefined) return { ...found, readId: (element) => getValueAt(element, idAt) };
  const names = findNames(list, key, 1);
  if (names.length > 0) return { ...found, readId: (element) => readNamed(element, names) };
  return await readOwnList(found, toResource(key));
}

/**
 * The names of an identifier that occur in a response: the documented one, else those that only differ in notation.
 * @param maxDepth how deep it is looked for them
 */
export function findNames(json: unknown, key: string, maxDepth = Infinity): readonly string[] {
  const plain = toPlainName(key);
  const others = new Set<string>();
  const visit = (value: Record<string, unknown>, depth: number): boolean => {
    if (isObject(value) && Object.hasOwn(value, key)) return true;
    for (const name of Object.keys(value)) {
      const child = value[name];
      if (name.length >= plain.length && toPlainName(name) === plain) others.add(name);
      if (isContainer(child) && depth < maxDepth && visit(child, depth + 1)) return true;
    }
    return false;
  };
  if (isContainer(json) && visit(json, 0)) return [key];
  return [...others];
}

/** The value under one of the names; undefined where two of them have different ones. */
function readNamed(element: unknown, names: readonly string[]): unknown {
  let value: unknown;
  for (const name of names) {
    const found = getChild(element, name);
    if (found === undefined || found === value) continue;
    if (value !== undefined) return undefined;
    value = found;
  }
  return value;
}

type ReadId = (element: unknown) => unknown;

/** The one array in which an identifier can be read, whatever wraps it. Empty arrays alone make an empty list. */
function findListBy(readId: ReadId, json: unknown): FoundList {
  const search = new ArraySearch(readId);
  search.visit(json, []);
  const [first, another] = search.lists;
  if (first === undefined) return search.empty === undefined ? nothingFound : { ...search.empty, readId };
  if (another !== undefined || search.around !== undefined) return nameAll(search);
  return { ...first, readId };
}

/**
 * As {@link findListBy}, for the documented name of an identifier. An array of another resource refers to this one, and
 * an array of something else, such as `recent`, may do so beside the list.
 */
function findNamedList(json: unknown, names: readonly string[], key: string): FoundList {
  const readId: ReadId = (element) => readNamed(element, names);
  const resource = toResource(key);
  const search = new ArraySearch(readId, toPlainName(key));
  search.visit(json, []);
  const claimOf = ({ path }: ArrayPlace) => claimPath(json, path, resource);
  const isClear = (place: ArrayPlace) => ['own', 'neutral'].includes(claimOf(place));
  const [first, another] = search.lists.filter((place) => !['other', 'aside'].includes(claimOf(place)));
  if (another !== undefined || search.around !== undefined) return nameAll(search);
  if (first === undefined) {
    if (search.lists.length > 0) return nameAll(search, search.others.filter(isClear));
    if (search.empty !== undefined) return { ...search.empty, readId };
    return findWithoutNames(
      json,
      search.others.filter(({ list }) => list.length > 0),
      names,
    );
  }
  const rivals = isClear(first) ? [] : search.others.filter(isClear);
  if (rivals.length > 0) return { candidates: [first.path, ...rivals.flatMap(listFirstIds)] };
  return { ...first, readId };
}

function nameAll({ lists, around }: ArraySearch, rivals: readonly ArrayPlace[] = []): FoundList {
  const places = [...lists, ...(around === undefined ? [] : [around])];
  return { candidates: [...places.map(({ path }) => path), ...rivals.flatMap(listFirstIds)] };
}

/** The one array without the documented name, which occurs somewhere else. */
function findWithoutNames(
  json: unknown,
  [other, ...more]: readonly ArrayPlace[],
  names: readonly string[],
): FoundList {
  if (other === undefined || more.length > 0) return nothingFound;
  const [first] = other.list;
  const twice = names.filter((name) => getChild(first, name) !== undefined);
  if (twice.length > 1) return { candidates: twice.map((name) => [...other.path, 0, name]) };
  const [own] = listOwnIds(first);
  const stray = findPlace(json, names);
  return own === undefined || stray === undefined
    ? { ...other, without: 0 }
    : { candidates: [[...other.path, 0, own.key], stray] };
}

/** Where one of the names occurs first. */
function findPlace(value: unknown, names: readonly string[], path: Path = []): Path | undefined {
  if (!isContainer(value)) return undefined;
  for (const key of Object.keys(value)) {
    const place = [...path, Array.isArray(value) ? Number(key) : key];
    const found = names.includes(key) ? place : findPlace(value[key], names, place);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** All arrays except those inside the elements of an array that carries identifiers. */
class ArraySearch {
  /** Those that carry identifiers. */
  readonly lists: ArrayPlace[] = [];
  /** A list around one of them whose elements have identifiers of their own: they may be what is meant. */
  around: ArrayPlace | undefined;
  /** Those that are in no other one, and whose elements are objects without what is looked for; or that have none. */
  readonly others: ArrayPlace[] = [];
  #empty: ArrayPlace | undefined;
  #hasOthers = false;

  readonly #readId: ReadId;
  readonly #plainName: string | undefined;

  /** @param plainName of the identifier that is looked for; undefined where a pointer leads to it */
  constructor(readId: ReadId, plainName?: string) {
    this.#readId = readId;
    this.#plainName = plainName;
  }

  /** An array without an element, if there is no other array. */
  get empty(): ArrayPlace | undefined {
    return this.#hasOthers ? undefined : this.#empty;
  }

  visit(value: unknown, path: Path, around?: ArrayPlace): void {
    if (!isContainer(value)) return;
    let inside = around;
    if (Array.isArray(value)) {
      const place = { path, list: value as readonly unknown[] };
      if (value.some((element) => this.#readId(element) !== undefined)) {
        this.lists.push(place);
        this.around ??= around;
        return;
      }
      if (value.length === 0) this.#empty ??= place;
      else this.#hasOthers = true;
      const isOuter = path.every((step) => typeof step === 'string');
      if (isOuter && value.every(isObject)) this.others.push(place);
      if (value.some((element) => this.#hasIdentifier(element))) inside ??= place;
    }
    for (const key of Object.keys(value)) {
      const child = value[key];
      if (isContainer(child)) this.visit(child, [...path, Array.isArray(value) ? Number(key) : key], inside);
    }
  }

  /** Whether an element has an identifier of its own, or the one that is looked for in another notation. */
  #hasIdentifier(element: unknown): boolean {
    const namesakes = this.#plainName === undefined ? [] : listNamesakes(element, this.#plainName);
    return [...listOwnIds(element), ...namesakes].some(({ value }) => isIdentifier(value));
  }
}
