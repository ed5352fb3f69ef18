import { isContainer, isObject } from '../core/json';
import { isPauseDue, pause } from '../core/pause';
import { type Claim, isOfOtherKind, listOwnIds, listReferences, readClaim } from './conventions';
import { type ArrayPlace, type FoundList, nothingFound, type Path } from './foundList';
import { isIdentifier } from './identifier';
import { readPaging } from './paging';

/** An array in objects, and what its elements are: `partly` if only some have identifiers of their own. */
interface FoundArray extends ArrayPlace {
  readonly claim: Claim;
  readonly elements: 'none' | 'identified' | 'partly' | 'other';
}

/**
 * Finds the one array whose elements are objects with identifiers of their own. Arrays of other resources, and of errors
 * and links, do not count. A name may say that it is not the list that is looked for, and an array with a better name
 * keeps another one from being taken for it.
 */
export async function findOwnList(json: unknown, resource: string): Promise<FoundList> {
  const arrays = await listArrays(json, resource);
  const counted = arrays.filter(({ claim }) => claim !== 'aside' && claim !== 'other');
  const identified = counted.filter(({ elements }) => elements === 'identified' || elements === 'partly');
  const named = findNamedBesideOthers(identified, resource);
  const [list, another] = named === undefined ? identified : [named];
  if (another !== undefined) return { candidates: identified.flatMap(listFirstIds) };
  if (list === undefined) return findEmptyList(counted) ?? findNothing(json, arrays);
  const rival = findBetterNamed(list, counted);
  const inner = await findInnerList(list, resource);
  if (inner !== undefined) return { candidates: [...listFirstIds(list), inner] };
  if (rival === undefined)
    return list.claim === 'doubtful' ? { candidates: listFirstIds(list) } : await readOwnList(list, resource);
  const isRivalMeant = rival.claim === 'own' && rival.elements === 'none' && list.claim !== 'neutral';
  return isRivalMeant ? asEmpty(rival) : { candidates: [rival, list].flatMap(listFirstIds) };
}

/**
 * The list under the name of the resource beside lists of what resources have, such as the users to which they refer.
 * `team_projects` beside `projects` may be more of the same.
 */
function findNamedBesideOthers(identified: readonly FoundArray[], resource: string): FoundArray | undefined {
  const [named, ...more] = identified.filter(({ claim }) => claim === 'own');
  const others = identified.filter(({ claim }) => claim !== 'own');
  const isOfSomethingElse = ({ claim, path }: FoundArray) =>
    claim === 'doubtful' && !path.some((step) => String(step).toLowerCase().includes(resource));
  return more.length === 0 && others.every(isOfSomethingElse) ? named : undefined;
}

/** An array whose name says more clearly that it is the list that is looked for. */
function findBetterNamed(list: FoundArray, all: readonly FoundArray[]): FoundArray | undefined {
  if (list.claim === 'own') return undefined;
  const others = all.filter((one) => one !== list);
  const own = others.find(({ claim }) => claim === 'own');
  return list.claim === 'neutral' ? own : (own ?? others.find(({ claim }) => claim === 'neutral'));
}

/** @returns undefined if no array is surely the list, without an element */
function findEmptyList(counted: readonly FoundArray[]): FoundList | undefined {
  const named = counted.filter(({ claim }) => claim === 'own' || claim === 'neutral');
  // Rows that are no objects, for example.
  if (named.some(({ elements }) => elements === 'other')) return undefined;
  const empty = named.find(({ claim }) => claim === 'own') ?? named[0];
  return empty && asEmpty(empty);
}

/** Nothing but empty arrays is an empty list. Some frameworks leave it out, and say only that it is empty. */
function findNothing(json: unknown, arrays: readonly FoundArray[]): FoundList {
  const [first, ...others] = arrays.filter(({ claim }) => claim !== 'aside');
  const isEmpty = ({ elements, claim }: FoundArray) => elements === 'none' && claim !== 'doubtful';
  if (first !== undefined && [first, ...others].every(isEmpty)) return asEmpty(first);
  const isSaid = arrays.length === 0 && readPaging(json, []).total === 0;
  return isSaid ? asEmpty({ path: [], list: [] }) : (findWithoutIds(arrays) ?? nothingFound);
}

/** The one array that can be the list, if its elements have no identifiers, or the one that may be of something else. */
function findWithoutIds(arrays: readonly FoundArray[]): FoundList | undefined {
  const possible = arrays.filter(({ claim }) => claim !== 'aside');
  const sure = possible.filter(({ claim }) => claim === 'own' || claim === 'neutral');
  const [only, ...more] = sure.length > 0 ? sure : possible;
  if (only === undefined || more.length > 0) return undefined;
  if (only.claim === 'other' || only.claim === 'doubtful') return { candidates: listFirstIds(only) };
  return only.elements === 'other' ? { path: only.path, list: only.list, without: 0 } : undefined;
}

function asEmpty({ path, list }: ArrayPlace): FoundList {
  return { path, list, readId: () => undefined };
}

/** Where an element has a list of the resource itself, as a folder has projects. */
async function findInnerList({ path, list, claim }: FoundArray, resource: string): Promise<Path | undefined> {
  if (claim === 'own') return undefined;
  for (const [index, element] of list.entries()) {
    if (isPauseDue(index)) await pause();
    if (!isObject(element)) continue;
    const key = Object.keys(element).find(
      (name) =>
        name.toLowerCase().includes(resource) &&
        Array.isArray(element[name]) &&
        readClaim(name, resource) === 'own',
    );
    if (key !== undefined) return [...path, index, key];
  }
  return undefined;
}

/** Where the first identifier of a list stands, or the list itself. */
export function listFirstIds({ path, list }: ArrayPlace): Path[] {
  const index = list.findIndex((element) => listOwnIds(element).length > 0);
  const [id] = listOwnIds(list[index]);
  return [id === undefined ? path : [...path, index, id.key]];
}

/** Reads the elements of a list by their own identifiers, if each has one and no element has another. */
export async function readOwnList({ path, list }: ArrayPlace, resource: string): Promise<FoundList> {
  const seen = new Map<unknown, number>();
  for (const [index, element] of list.entries()) {
    if (isPauseDue(index)) await pause();
    const ids = listOwnIds(element);
    const [first] = ids;
    if (first === undefined || !isObject(element)) return { path, list, without: index };
    const value = readOwnId(element);
    // It may be that of a relation: `{"id": 7, "role": "reader", "project": {"id": 5}}`.
    const others = [
      ...ids.map((own) => ({ path: [own.key], value: own.value })),
      ...listReferences(element, resource),
    ];
    const rivals = others.filter((other) => isIdentifier(other.value) && other.value !== value);
    if (rivals.length > 0)
      return {
        candidates: [[...path, index, first.key], ...rivals.map((rival) => [...path, index, ...rival.path])],
      };
    // An identifier that two elements share is not their own.
    const same = seen.get(value);
    if (same !== undefined)
      return {
        candidates: [same, index].map((at) => [...path, at, listOwnIds(list[at])[0]?.key ?? first.key]),
      };
    if (isOfOtherKind(element, resource)) return { candidates: [[...path, index, first.key]] };
    if (isIdentifier(value)) seen.set(value, index);
  }
  return { path, list, readId: readOwnId, isOwn: true };
}

function readOwnId(element: unknown): unknown {
  const values = listOwnIds(element).map(({ value }) => value);
  return values.find((value) => isIdentifier(value)) ?? values[0];
}

/** The arrays of a response that stand in objects only: what is in an array belongs to its elements. */
async function listArrays(json: unknown, resource: string): Promise<FoundArray[]> {
  const found: Omit<FoundArray, 'elements'>[] = [];
  const visit = (
    value: Record<string, unknown>,
    { path, isInside }: { readonly path: readonly string[]; readonly isInside: boolean },
  ): void => {
    if (Array.isArray(value)) {
      const list = value as readonly unknown[];
      const claim = claimPath(json, path, resource);
      const isOfSomething = isInside && (claim === 'neutral' || claim === 'unknown');
      found.push({ path, list, claim: isOfSomething ? 'doubtful' : claim });
      return;
    }
    // An envelope may have an identifier; an object in it with one is a thing with lists of its own.
    const isThing = isInside || (path.length > 0 && listOwnIds(value).length > 0);
    for (const key of Object.keys(value)) {
      const child = value[key];
      if (isContainer(child)) visit(child, { path: [...path, key], isInside: isThing });
    }
  };
  if (isContainer(json)) visit(json, { path: [], isInside: false });
  const described: FoundArray[] = [];
  for (const array of found) described.push({ ...array, elements: await describeElements(array.list) });
  return described;
}

async function describeElements(list: readonly unknown[]): Promise<FoundArray['elements']> {
  let identified = 0;
  for (const [index, element] of list.entries()) {
    if (isPauseDue(index)) await pause();
    if (listOwnIds(element).length > 0) identified++;
  }
  if (list.length === 0) return 'none';
  if (identified === list.length) return 'identified';
  return identified === 0 ? 'other' : 'partly';
}

/** What the keys that lead to a list say of it: the nearest one that does not only wrap decides. */
export function claimPath(json: unknown, path: Path, resource: string): Claim {
  const keys = path.filter((step) => typeof step === 'string');
  const claims = keys.map((key) => readClaim(key, resource));
  // In JSON:API, these are the resources to which those in `data` refer.
  const isIncluded = path[0] === 'included' && isObject(json) && Array.isArray(json.data);
  if (isIncluded || claims.includes('aside')) return 'aside';
  const decisive = claims.filter((claim) => claim !== 'neutral').reverse();
  const [nearest = 'neutral'] = decisive;
  if (nearest !== 'unknown') return nearest;
  return decisive.some((claim) => claim === 'other' || claim === 'doubtful') ? 'doubtful' : 'unknown';
}
