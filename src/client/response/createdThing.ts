import { isContainer, isObject } from '../core/json';
import type { Fields, Identifier } from '../core/types';
import {
  isOfOtherKind,
  isSource,
  isWrapper,
  listNamesakes,
  listOwnIds,
  listReferences,
  mayHoldCreated,
  readClaim,
  toPlainName,
  toResource,
} from './conventions';
import type { Path } from './foundList';
import { isIdentifier } from './identifier';
import { readPaging } from './paging';

/** A value that may be the identifier of what was created. */
interface PlacedValue {
  readonly path: Path;
  readonly value: unknown;
  /** The object that has it. */
  readonly object: Fields;
}

interface PlacedContainer {
  readonly path: Path;
  readonly value: Record<string, unknown>;
}

export type FoundIdentifier =
  /** `isOwn` if it is only called `id` or the like, as that of an error is too. */
  | { readonly id: Identifier; readonly fields: Fields; readonly isOwn?: true }
  /** Each of these places could be meant; none if there is none. */
  | { readonly candidates: readonly Path[] };

/**
 * Finds the identifier in a response to the creation of something: the value that what was created has under the
 * documented name, in any notation; else, where that occurs nowhere, the identifier that it has of its own.
 * @param key the documented name, such as `project_id`
 */
export function findCreatedId(json: unknown, key: string): FoundIdentifier {
  const things = listThings(json, key);
  const named = things.flatMap((thing) => listNamed(thing, toPlainName(key)));
  const isDocumented = named.some(({ path }) => path.at(-1) === key);
  const strays = isDocumented
    ? []
    : findNamed(json, key).filter(({ object }) => !named.some((one) => one.object === object));
  if (named.length > 0 || strays.length > 0) return chooseNamed({ named, strays }, things);
  return chooseOwn(things.filter((thing) => !thing.isNameOnly));
}

/** An object that may be what was created, and the identifiers that it has of its own. */
interface Thing {
  readonly path: Path;
  readonly object: Fields;
  /** Whether it stands under the name of its resource. */
  readonly isNamed: boolean;
  /** Whether only the documented name counts in it: an `id` may be that of something else. */
  readonly isNameOnly: boolean;
  readonly isOfOtherKind: boolean;
  readonly ids: readonly PlacedValue[];
}

const maxWraps = 4;

type ThingPlace = Pick<Thing, 'path' | 'isNamed' | 'isNameOnly'>;

/** The response itself, what it wraps, and what stands under the name of the resource: nothing else can be meant. */
function listThings(json: unknown, key: string): Thing[] {
  const resource = toResource(key);
  const things: Thing[] = [];
  const visit = (value: unknown, { path, isNamed, isNameOnly }: ThingPlace): void => {
    if (Array.isArray(value)) {
      // A list of one may be what was created, and each file of a model may name it, but no list of all that there are.
      const isOfOne = value.length === 1 || nameOneThing(value, key);
      if (isOfOne && isObject(value[0]) && !isPage(json, path))
        visit(value[0], { path: [...path, 0], isNamed, isNameOnly: true });
      return;
    }
    if (!isObject(value)) return;
    const ids = isNameOnly ? [] : listIds(value, path, resource);
    const isOther = isOfOtherKind(value, resource);
    things.push({ path, object: value, isNamed, isNameOnly, isOfOtherKind: isOther, ids });
    // Objects inside of the thing are other ones.
    if (path.length === maxWraps || (isNamed && ids.length > 0)) return;
    for (const [name, child] of Object.entries(value)) {
      if (!isContainer(child) || isSource(name) || !mayHoldCreated(name, resource)) continue;
      const isOwn = readClaim(name, resource) === 'own';
      visit(child, {
        path: [...path, name],
        // `run` and `job` are names for a simulation that other things have as well.
        isNamed: isNamed || (isOwn && toPlainName(name).includes(resource)),
        isNameOnly: isNameOnly || !(isOwn || isWrapper(name)),
      });
    }
  };
  visit(json, { path: [], isNamed: false, isNameOnly: false });
  return things;
}

/** Whether all entries have one value under the documented name. */
function nameOneThing([first, ...others]: readonly unknown[], key: string): boolean {
  const read = (entry: unknown) => (isObject(entry) ? entry[key] : undefined);
  return isIdentifier(read(first)) && others.every((entry) => read(entry) === read(first));
}

function listIds(object: Fields, path: Path, resource: string): PlacedValue[] {
  const own = listOwnIds(object).map(({ key, value }) => ({ path: [key], value }));
  const listed = [...own, ...(own.length > 0 ? listReferences(object, resource) : [])];
  return listed
    .filter(({ value }) => isIdentifier(value))
    .map((found) => ({ path: [...path, ...found.path], value: found.value, object }));
}

/** Whether a response says how long a list in it is, or where it goes on. */
function isPage(json: unknown, path: Path): boolean {
  const { total, next, pages, hasMore } = readPaging(json, path);
  return hasMore || [total, next, pages].some((value) => value !== undefined);
}

interface NamedValues {
  /** Those that what was created has. */
  readonly named: readonly PlacedValue[];
  /** Those of something else: of something that existed before, or that belongs to the thing. */
  readonly strays: readonly PlacedValue[];
}

/**
 * The one value under the documented name that what was created has. One of something else only repeats its own
 * identifier, as that of a file of a model does: `{"id": 2, "base": {"project_id": 1}}` names no project.
 */
function chooseNamed({ named, strays }: NamedValues, things: readonly Thing[]): FoundIdentifier {
  const values = [...named, ...strays];
  const [first] = values;
  const isSure = named.some(({ object }) =>
    things.some((thing) => thing.object === object && !thing.isNameOnly),
  );
  const own = isSure ? [] : things.flatMap(({ ids }) => ids);
  const others = own.filter(({ value }) => value !== first?.value);
  const isOne = values.every(({ value }) => value === first?.value) && others.length === 0;
  const isOfSource = strays.some(({ path }) => path.some((step) => isSource(String(step))));
  const holders = [...named, ...own];
  const [holder] = holders;
  return holder !== undefined && isOne && !isOfSource && isIdentifier(holder.value)
    ? { id: holder.value, fields: holder.object }
    : { candidates: [...values, ...others].map(({ path }) => path) };
}

/** The one identifier of all objects that may be meant. */
function chooseOwn(things: readonly Thing[]): FoundIdentifier {
  const ids = things.flatMap((thing) => thing.ids);
  const holders = things.filter((thing) => thing.ids.length > 0);
  const isOne = ids.every(({ value }) => value === ids[0]?.value);
  const last = ids.at(-1);
  return last !== undefined &&
    isOne &&
    !isElsewhere(things) &&
    !holders.some((thing) => thing.isOfOtherKind) &&
    isIdentifier(last.value)
    ? { id: last.value, fields: last.object, isOwn: true }
    : { candidates: ids.map(({ path }) => path) };
}

/** Whether the identifier belongs to what is around the created thing, such as a request, and the thing has none. */
function isElsewhere(things: readonly Thing[]): boolean {
  const named = things.filter(({ isNamed }) => isNamed);
  const inner =
    named.length > 0 ? named : things.filter(({ path, object }) => path.length > 0 && !isEmpty(object));
  return inner.length > 0 && inner.every((thing) => thing.ids.length === 0);
}

function isEmpty(object: Fields): boolean {
  return Object.keys(object).length === 0;
}

/** The values that a thing has under the name of an identifier, in any notation. */
function listNamed({ path, object }: Thing, plainName: string): PlacedValue[] {
  return listNamesakes(object, plainName).map(({ key, value }) => ({ path: [...path, key], value, object }));
}

/**
 * The values under a name, in its documented notation or, if that occurs nowhere, in others, at the smallest depth where
 * they occur.
 */
function findNamed(json: unknown, key: string): PlacedValue[] {
  const plain = toPlainName(key);
  let others: PlacedValue[] = [];
  let level: PlacedContainer[] = isContainer(json) ? [{ path: [], value: json }] : [];
  while (level.length > 0) {
    const objects = level.flatMap(({ path, value }) => (isObject(value) ? [{ path, object: value }] : []));
    const documented = objects.filter(({ object }) => Object.hasOwn(object, key));
    if (documented.length > 0)
      return documented.map(({ path, object }) => ({ path: [...path, key], value: object[key], object }));
    if (others.length === 0)
      others = objects.flatMap(({ path, object }) =>
        listNamesakes(object, plain).map((found) => ({
          path: [...path, found.key],
          value: found.value,
          object,
        })),
      );
    level = level.flatMap(listContainersIn);
  }
  return others;
}

function listContainersIn({ path, value }: PlacedContainer): PlacedContainer[] {
  const found: PlacedContainer[] = [];
  for (const key of Object.keys(value)) {
    const child = value[key];
    if (isContainer(child))
      found.push({ path: [...path, Array.isArray(value) ? Number(key) : key], value: child });
  }
  return found;
}
