import { isContainer, isObject } from '../core/json';
import { hideUnderSecretKeys, isBareKey, isSecretKey } from '../text/secretKeys';
import { escapeInvisible, hiddenCharacters } from '../text/visibleText';
import { tryParseUrl } from '../url/parseUrl';
import { isIdentifier } from './identifier';
import { getChild } from './jsonPointer';
import { isUrl } from './pickUploadUrl';

/** A value of a response that a setting can point at. */
export interface ValueCandidate {
  /** A JSON pointer, from the response or from an element of its list. */
  readonly pointer: string;
  /** The value to be shown: a URL without path and query, `[secret]` under a key that says so; empty for a container. */
  readonly text: string;
  /** Number of entries of a list or map. */
  readonly entries?: number;
  /** The first keys of the first entry. */
  readonly keys?: readonly string[];
  /** Whether the key says that it is a secret: nothing that is read there may be shown. */
  readonly isSecret: boolean;
}

/** Limit for the values that are offered at once. */
export const maxCandidates = 64;
const maxDepth = 12;
/** Limits for the values that are looked at, and for those of one object; a map may have an entry for each file. */
const maxVisits = 5000;
const maxKeys = 200;
/** The first few elements show what the others are like. */
const maxElements = 20;
const maxTextLength = 80;
const maxShownKeys = 6;

/**
 * The lists of a response, those of objects first, each time the outermost first. Those in the elements of another list
 * belong to these, so they count only in a list of one.
 */
export function listListCandidates(json: unknown): ValueCandidate[] {
  const lists = listPlaces(json, { entersLists: 'ofOne' }).filter(({ value }) => Array.isArray(value));
  const candidates = lists.map(describePlace);
  const hasKeys = ({ keys = [] }: ValueCandidate) => keys.length > 0;
  const others = candidates.filter((candidate) => !hasKeys(candidate));
  return [...candidates.filter(hasKeys), ...others].slice(0, maxCandidates);
}

/** The identifiers anywhere in a response. */
export function listIdCandidates(json: unknown): ValueCandidate[] {
  const places = listPlaces(json, { entersLists: 'all' }).filter(({ value }) => isIdentifier(value));
  return places
    .filter(({ value }) => !(typeof value === 'string' && isUrl(value)))
    .map(describePlace)
    .slice(0, maxCandidates);
}

/** The meaning of a value in the elements of a list. */
export type ElementUse = 'id' | 'name' | 'url';

/**
 * The values in the elements of a list or map, by their pointers from an element. Those come first that differ in the
 * first few elements, as identifiers and names do.
 */
export function listElementCandidates(list: unknown, use: ElementUse): ValueCandidate[] {
  if (!isContainer(list)) return [];
  const elements = Object.keys(list)
    .slice(0, maxElements)
    .map((key) => list[key]);
  const found = new Map<string, Place[]>();
  for (const element of elements)
    for (const place of listPlaces(element, { entersLists: 'all' })) {
      if (!isFit(place.value, use)) continue;
      const pointer = toPointer(place.path);
      found.set(pointer, [...(found.get(pointer) ?? []), place]);
    }
  const areOwn = (places: readonly Place[]) =>
    places.length === elements.length && new Set(places.map(({ value }) => value)).size === places.length;
  const groups = [...found.values()];
  return [...groups.filter(areOwn), ...groups.filter((places) => !areOwn(places))]
    .flatMap(([first]) => (first === undefined ? [] : [describePlace(first)]))
    .slice(0, maxCandidates);
}

function isFit(value: unknown, use: ElementUse): boolean {
  const isOfUrl = typeof value === 'string' && isUrl(value);
  switch (use) {
    case 'url':
      return isOfUrl;
    case 'id':
      return isIdentifier(value) && !isOfUrl;
    case 'name':
      return (typeof value === 'string' && value.trim() !== '' && !isOfUrl) || typeof value === 'number';
  }
}

/** The lists and objects of a response with URLs in them, or the URLs themselves for a single file. */
export function listUrlContainers(json: unknown, fileCount: number): ValueCandidate[] {
  const places = listPlaces(json, { entersLists: 'ofOne' });
  const holders = places.filter(({ value }) => hasUrl(value, fileCount === 1));
  return holders.map(describePlace).slice(0, maxCandidates);
}

/** The lists of a response with as many entries as another one, whose elements may be the names for its URLs. */
export function listParallelLists(json: unknown, length: number): ValueCandidate[] {
  return listListCandidates(json).filter(({ entries }) => entries === length);
}

const maxUrlDepth = 5;

function hasUrl(value: unknown, isSingle: boolean, depth = 0): boolean {
  if (typeof value === 'string') return (isSingle || depth > 0) && isUrl(value);
  if (!isContainer(value) || depth > maxUrlDepth) return false;
  return Object.keys(value)
    .slice(0, maxElements)
    .some((key) => hasUrl(value[key], isSingle, depth + 1));
}

interface Place {
  readonly path: readonly string[];
  readonly value: unknown;
  readonly isSecret: boolean;
}

interface PlaceOptions {
  /** Whether the first element of each list is looked at too, or only that of a list with no other one. */
  readonly entersLists: 'all' | 'ofOne';
}

/** The value itself and those in it, breadth first. */
function listPlaces(json: unknown, { entersLists }: PlaceOptions): Place[] {
  const places: Place[] = [{ path: [], value: json, isSecret: false }];
  for (const { path, value, isSecret } of places) {
    if (!isContainer(value) || path.length >= maxDepth) continue;
    if (Array.isArray(value)) {
      const isEntered = value.length === 1 || (value.length > 1 && entersLists === 'all');
      if (isEntered) places.push({ path: [...path, '0'], value: value[0] as unknown, isSecret });
      continue;
    }
    for (const key of Object.keys(value).filter(isKeyForSetting).slice(0, maxKeys)) {
      if (places.length >= maxVisits) return places;
      const isOfSecret = isSecret || (isSecretKey(key) && !isBareKey(key));
      places.push({ path: [...path, key], value: value[key], isSecret: isOfSecret });
    }
  }
  return places;
}

const hidden = new RegExp(`[${hiddenCharacters}]`, 'u');
const beginsAsName = /^[@$]?[\p{L}_]/u;
const maxKeyLength = 60;
const maxDigits = 4;

/** A key with many digits is one of a map: the name of a file, an address, or a secret. No other response has it. */
function isKeyForSetting(key: string): boolean {
  if (key.length > maxKeyLength || hidden.test(key) || isUrl(key)) return false;
  return beginsAsName.test(key) && (key.match(/\d/g)?.length ?? 0) <= maxDigits;
}

function describePlace({ path, value, isSecret }: Place): ValueCandidate {
  const about = { pointer: toPointer(path), isSecret };
  if (!isContainer(value)) return { ...about, text: isSecret ? '[secret]' : describeValue(value) };
  const keys = Object.keys(value);
  const first = getChild(value, keys[0] ?? '');
  return {
    ...about,
    text: '',
    entries: keys.length,
    ...(isObject(first) && {
      keys: Object.keys(first).filter(isKeyForSetting).slice(0, maxShownKeys),
    }),
  };
}

function describeValue(value: unknown): string {
  if (typeof value !== 'string') return String(value);
  if (!isUrl(value)) return escapeInvisible(hideUnderSecretKeys(value), maxTextLength);
  const parsed = tryParseUrl(value);
  return parsed === undefined ? 'URL' : `${parsed.protocol}//${parsed.host}/…`;
}

function toPointer(path: readonly string[]): string {
  return path.map((step) => `/${step.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}
