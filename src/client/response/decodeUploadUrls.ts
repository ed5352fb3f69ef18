import { type ResponseContext, ResponseError } from '../core/errors';
import { entriesOf, isContainer, isObject } from '../core/json';
import type { ModelFile } from '../core/types';
import { tryParseUrl } from '../url/parseUrl';
import { getValueAt } from './jsonPointer';
import { listKeyPaths } from './keyPaths';
import { RequestedFiles } from './requestedFiles';
import { pickUploadUrl } from './uploadLink';
import {
  assign,
  joinNamings,
  type Naming,
  type Place,
  UploadUrlReader,
  type UrlMap,
} from './uploadUrlReader';
import { endsStep, mapInSteps, type Steps } from './yieldToEventLoop';

export interface UploadUrlPointers {
  /**
   * Pointer to their container: an array, an object, or for a single file the URL. The whole response by default.
   */
  readonly container?: string | undefined;
  /**
   * Pointer in an element of the container: the file's name, its position in the request or its size. If the elements
   * are the URLs themselves, pointer in the response: an array of these, in the same order.
   */
  readonly name?: string | undefined;
  /** Pointer in an element of the container: the URL. */
  readonly url?: string | undefined;
}

/**
 * Finds the signed upload URL of each requested file. The interface does not say where in the response they stand
 * (src/client/README.md, Unspecified). A URL belongs to the file that is named with it: in the largest part of the
 * response that names this file and no other one, by a key, by a value, or at the end of the path of a URL. Among the
 * URLs in all these parts, exactly one must be an upload URL. For a single file that is not named, the whole response
 * is such a part.
 *
 * Pointers restrict this to one container, and in its elements to one place for the name and for the URL. Only with
 * them may numbers stand in place of names, or the order of the request if nothing in the response speaks of another.
 *
 * `findUploadUrlProblem` decides whether files may be sent to the URLs.
 *
 * It works in steps, because thousands of URLs take longer than the extension host may stand still.
 *
 * @throws {ResponseError} `uploadUrls` when there is not exactly one URL for each file
 */
export function* decodeUploadUrls(
  json: unknown,
  files: readonly ModelFile[],
  context: ResponseContext,
  pointers: UploadUrlPointers = {},
): Steps<UrlMap> {
  const isPointed = Object.values(pointers).some((pointer) => pointer !== undefined);
  const place = { requested: yield* RequestedFiles.create(files), host: context.host };
  const urls = isPointed
    ? yield* readAt(json, pointers, place)
    : yield* new UploadUrlReader(place).findUrls(json);
  if (urls?.size === files.length && (yield* areDifferent(urls))) return urls;
  throw new ResponseError(context, 'uploadUrls', listKeyPaths(json));
}

/** Whether no URL leads to the same place as another: two files would overwrite each other there. */
function* areDifferent(urls: UrlMap): Steps<boolean> {
  const places = new Set<string>();
  for (const url of urls.values()) {
    if (endsStep(places.size)) yield;
    places.add(tryParseUrl(url)?.href.replace(/\?$/, '') ?? url);
  }
  return places.size === urls.size;
}

/** Reads the values at the pointers in the elements of one container; each element must belong to one of the files. */
function* readAt(json: unknown, pointers: UploadUrlPointers, place: Place): Steps<UrlMap | undefined> {
  const { requested } = place;
  const container = getValueAt(json, pointers.container ?? '');
  if (pointers.name === undefined && pointers.url === undefined) {
    const urls = yield* new UploadUrlReader(place).findUrls(container, pointedKeys);
    if (urls !== undefined) return urls;
  }
  if (!isContainer(container) || Object.keys(container).length !== requested.files.length) return undefined;
  const elements = yield* readElements(json, container, pointers, place);
  const names =
    pointers.name === undefined
      ? yield* findFiles(json, elements, place)
      : yield* identify(
          elements.map(({ name }) => name),
          requested,
        );
  const urls = new Map<string, string>();
  for (const [index, name] of names.entries()) {
    const url = elements[index]?.url;
    if (typeof name === 'string' && typeof url === 'string') urls.set(name, url);
  }
  return urls;
}

/** A value that a setting points at need not be labelled as an upload URL. */
const pointedKeys = ['upload'];

interface Element {
  readonly value: unknown;
  readonly url: unknown;
  /** What a setting says to be the name. */
  readonly name: unknown;
  /** The file that it names otherwise. */
  readonly file: Naming;
  /** Whether it may be the element for the file at its position in the request. */
  readonly isInTurn: boolean;
}

function* readElements(
  json: unknown,
  container: object,
  { name, url: pointer }: UploadUrlPointers,
  place: Place,
): Steps<Element[]> {
  const { requested, host } = place;
  const isArray = Array.isArray(container);
  const list: unknown = name === undefined ? undefined : getValueAt(json, name);
  const elements: Element[] = [];
  for (const [key, value] of entriesOf(container)) {
    const reader = new UploadUrlReader(place);
    const part = yield* reader.read(value, pointedKeys);
    const url =
      pointer === undefined ? pickUploadUrl(assign(part, pointedKeys), host) : getValueAt(value, pointer);
    const named = [
      ...[part.file, typeof url === 'string' ? requested.findInUrl(url) : undefined],
      isArray ? undefined : requested.find(key),
    ];
    const isInList = typeof value === 'string' && Array.isArray(list);
    const said: unknown = isInList ? list[elements.length] : getValueAt(value, name ?? '');
    const expected = requested.files[elements.length]?.name ?? '';
    const isInTurn = isArray && (reader.named.size === 0 || reader.named.has(expected));
    if (endsStep(elements.length)) yield;
    elements.push({ value, url, name: said, file: named.reduce(joinNamings, undefined), isInTurn });
  }
  return elements;
}

/** The files of elements without a pointer to their names: those that they name, or else by their order. */
function* findFiles(json: unknown, elements: readonly Element[], place: Place): Steps<readonly Naming[]> {
  if (elements.some(({ file }) => file !== undefined)) return elements.map(({ file }) => file);
  const isInTurn =
    elements.every((element) => element.isInTurn) && !(yield* contradictsOrder(json, elements, place));
  return isInTurn ? place.requested.files.map(({ name }) => name) : [];
}

/** The files that values identify: by name, or by numbers that can only be positions in the request or sizes. */
function* identify(values: readonly unknown[], requested: RequestedFiles): Steps<readonly Naming[]> {
  const names = yield* mapInSteps(values, (value) =>
    typeof value === 'string' ? requested.find(value) : undefined,
  );
  if (names.some((name) => name !== undefined)) return names;
  const [first = [], ...others] = yield* requested.readNumbers(values);
  return others.every((other) => isSame(other, first)) ? first : [];
}

/** Whether names anywhere in the response, or numbers in the elements, are in another order than the request. */
function* contradictsOrder(json: unknown, elements: readonly Element[], place: Place): Steps<boolean> {
  const { requested } = place;
  const order = requested.files.map(({ name }) => name);
  const reader = new UploadUrlReader(place);
  yield* reader.read(json, []);
  const listed = order.filter((name) => reader.named.has(name));
  if (!isSame([...reader.named], listed)) return true;
  const [first] = elements;
  for (const key of isObject(first?.value) ? Object.keys(first.value).slice(0, maxFields) : []) {
    const values = yield* mapInSteps(elements, ({ value }) => (isObject(value) ? value[key] : undefined));
    const readings = yield* requested.readNumbers(values);
    if (readings.some((names) => !isSame(names, order))) return true;
  }
  return false;
}

/** Limit for the fields of an element that are compared; no service needs more to describe one upload. */
const maxFields = 30;

function isSame(one: readonly unknown[], other: readonly unknown[]): boolean {
  return one.length === other.length && one.every((value, index) => value === other[index]);
}
