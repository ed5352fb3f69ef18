import { entriesOf, isContainer, isObject } from '../core/json';
import { endsStep, type Steps } from '../core/yieldToEventLoop';
import { listNamesakes, listOwnIds, toPlainName, toResource } from './conventions';
import { type ArrayPlace, type FoundList, nothingFound, type Path } from './foundList';
import { isIdentifier } from './identifier';
import { getChild, getValueAt, readSteps } from './jsonPointer';
import { findOwnList, readOwnList } from './ownLists';

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
export function* findList(json: unknown, key: string, { list, id }: Pointers): Steps<FoundList> {
  if (list !== undefined) return yield* readListAt(json, list, key, id);
  if (id !== undefined) return yield* findListBy((element) => getValueAt(element, id), json);
  const names = yield* findNames(json, key);
  if (names.length > 0)
    return yield* findListBy((element) => readNamed(element, names), json, toPlainName(key));
  return yield* findOwnList(json, toResource(key));
}

function* readListAt(
  json: unknown,
  pointer: string,
  key: string,
  idAt: string | undefined,
): Steps<FoundList> {
  const list = getValueAt(json, pointer);
  if (!Array.isArray(list)) return nothingFound;
  const found = { path: readSteps(pointer), list: list as readonly unknown[] };
  if (idAt !== undefined) return { ...found, readId: (element) => getValueAt(element, idAt) };
  const names = yield* findNames(list, key, 1);
  if (names.length > 0) return { ...found, readId: (element) => readNamed(element, names) };
  return yield* readOwnList(found, toResource(key));
}

/**
 * The names of an identifier that occur in a response: the documented one, else those that only differ in notation.
 * @param maxDepth how deep it is looked for them
 */
export function* findNames(json: unknown, key: string, maxDepth = Infinity): Steps<readonly string[]> {
  const plain = toPlainName(key);
  const others = new Set<string>();
  let visits = 0;
  const visit = function* (value: object, depth: number): Steps<boolean> {
    if (endsStep(++visits)) yield;
    if (isObject(value) && Object.hasOwn(value, key)) return true;
    for (const [name, child] of entriesOf(value)) {
      if (name.length >= plain.length && toPlainName(name) === plain) others.add(name);
      if (isContainer(child) && depth < maxDepth && (yield* visit(child, depth + 1))) return true;
    }
    return false;
  };
  if (isContainer(json) && (yield* visit(json, 0))) return [key];
  return [...others];
}

/** The value under one of the names; undefined where two of them have different ones. */
function readNamed(element: unknown, names: readonly string[]): unknown {
  const [value, another] = new Set(
    names.map((name) => getChild(element, name)).filter((found) => found !== undefined),
  );
  return another === undefined ? value : undefined;
}

type ReadId = (element: unknown) => unknown;

/**
 * The one array in which an identifier can be read, whatever wraps it. Empty arrays alone make an empty list.
 * @param plainName of the identifier that is looked for; undefined where a pointer leads to it
 */
function* findListBy(readId: ReadId, json: unknown, plainName?: string): Steps<FoundList> {
  const search = new ArraySearch(readId, plainName);
  yield* search.visit(json, []);
  const [first, another] = search.lists;
  if (first === undefined) return search.empty === undefined ? nothingFound : { ...search.empty, readId };
  if (another !== undefined || search.around !== undefined) {
    const rivals = [...search.lists, ...(search.around === undefined ? [] : [search.around])];
    return { candidates: rivals.map(({ path }) => path) };
  }
  return { ...first, readId };
}

/** All arrays except those inside the elements of an array that carries identifiers. */
class ArraySearch {
  /** Those that carry identifiers. */
  readonly lists: ArrayPlace[] = [];
  /** A list around one of them whose elements have identifiers of their own: they may be what is meant. */
  around: ArrayPlace | undefined;
  #empty: ArrayPlace | undefined;
  #hasOthers = false;
  #visits = 0;

  readonly #readId: ReadId;
  readonly #plainName: string | undefined;

  constructor(readId: ReadId, plainName: string | undefined) {
    this.#readId = readId;
    this.#plainName = plainName;
  }

  /** An array without an element, if there is no other array. */
  get empty(): ArrayPlace | undefined {
    return this.#hasOthers ? undefined : this.#empty;
  }

  *visit(value: unknown, path: Path, around?: ArrayPlace): Steps<void> {
    if (endsStep(++this.#visits)) yield;
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
      if (value.some((element) => this.#hasIdentifier(element))) inside ??= place;
    }
    for (const [key, child] of entriesOf(value)) {
      if (isContainer(child))
        yield* this.visit(child, [...path, Array.isArray(value) ? Number(key) : key], inside);
    }
  }

  /** Whether an element has an identifier of its own, or the one that is looked for in another notation. */
  #hasIdentifier(element: unknown): boolean {
    const namesakes = this.#plainName === undefined ? [] : listNamesakes(element, this.#plainName);
    return [...listOwnIds(element), ...namesakes].some(({ value }) => isIdentifier(value));
  }
}
