import { isContainer, isObject } from '../core/json';
import type { Fields, Identifier } from '../core/types';
import {
  isOfOtherKind,
  isSource,
  isWrapper,
  listNamesakes,
  listOwnIds,
  listReferences,
  readClaim,
  toPlainName,
  toResource,
} from './conventions';
import type { Path } from './foundList';
import { isIdentifier } from './identifier';

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
 * Finds the identifier in a response to the creation of something: the value under the documented name at the smallest
 * depth where that occurs; else, the same in another notation; else the identifier that the created thing has of its own.
 * @param key the documented name, such as `project_id`
 */
export function findCreatedId(json: unknown, key: string): FoundIdentifier {
  const resource = toResource(key);
  const things = listThings(json, resource);
  const named = findNamed(json, key);
  return named.length > 0 ? chooseNamed(named, things, key) : chooseOwn(things);
}

/** An object that may be what was created, and the identifiers that it has of its own. */
interface Thing {
  readonly path: readonly string[];
  readonly object: Fields;
  /** Whether it stands under the name of its resource. */
  readonly isNamed: boolean;
  readonly isOfOtherKind: boolean;
  readonly ids: readonly PlacedValue[];
}

const maxWraps = 4;

/** The response itself, what it wraps, and what stands under the name of the resource: nothing else can be meant. */
function listThings(json: unknown, resource: string): Thing[] {
  const things: Thing[] = [];
  const visit = (object: unknown, { path, isNamed }: Pick<Thing, 'path' | 'isNamed'>): void => {
    if (!isObject(object)) return;
    const own = listOwnIds(object).map(({ key, value }) => ({ path: [key], value }));
    const listed = [...own, ...(own.length > 0 ? listReferences(object, resource) : [])];
    const ids = listed
      .filter(({ value }) => isIdentifier(value))
      .map((found) => ({ path: [...path, ...found.path], value: found.value, object }));
    things.push({ path, object, isNamed, isOfOtherKind: isOfOtherKind(object, resource), ids });
    // Objects inside of the thing are other ones.
    if (path.length === maxWraps || (isNamed && ids.length > 0)) return;
    for (const [key, child] of Object.entries(object)) {
      const isOwn = isObject(child) && readClaim(key, resource) === 'own';
      // `run` and `job` are names for a simulation that other things have as well.
      if (isOwn || isWrapper(key))
        visit(child, {
          path: [...path, key],
          isNamed: isNamed || toPlainName(key).includes(resource),
        });
    }
  };
  visit(json, { path: [], isNamed: false });
  return things;
}

/**
 * The value under the documented name, unless it stands inside of something that is not the created thing: of something
 * that existed before, or while the thing itself has another identifier: `{"id": 2, "base": {"project_id": 1}}`.
 */
function chooseNamed(named: readonly PlacedValue[], things: readonly Thing[], key: string): FoundIdentifier {
  const [first] = named;
  const isInThing = named.some(({ object }) => things.some((thing) => thing.object === object));
  const others = isInThing
    ? []
    : things
        .flatMap((thing) => [...thing.ids, ...listNamed(thing, toPlainName(key))])
        .filter(({ value }) => value !== first?.value);
  const isOne = named.every(({ value }) => value === first?.value) && others.length === 0;
  const isOfAnother = named.some(({ path }) => path.slice(0, -1).some((step) => isOtherThing(step, key)));
  return first !== undefined && isOne && !isOfAnother && isIdentifier(first.value)
    ? { id: first.value, fields: first.object }
    : { candidates: [...named, ...others].map(({ path }) => path) };
}

function isOtherThing(step: string | number, key: string): boolean {
  return typeof step === 'string' && (isSource(step) || readClaim(step, toResource(key)) === 'other');
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

/** The identifiers of a thing by the name of its resource, in any notation. */
function listNamed({ path, object }: Thing, plainName: string): PlacedValue[] {
  return listNamesakes(object, plainName)
    .filter(({ value }) => isIdentifier(value))
    .map(({ key, value }) => ({ path: [...path, key], value, object }));
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
