import { type ResponseContext, ResponseError } from '../core/errors';
import { isContainer } from '../core/json';
import type { ModelFile } from '../core/types';
import { getChild, getValueAt } from './jsonPointer';
import { listKeyPaths } from './keyPaths';
import { ModelFileFinder } from './modelFileFinder';
import { purposeKeys } from './pickUploadUrl';
import { toUrlMap, UploadUrlReader, type UploadUrlSearch, type UrlMap } from './uploadUrlReader';
import { type ArrayInResponse, findUrlsInOrder, listArrays } from './urlsInOrder';

export interface UploadUrlPointers {
  /**
   * Pointer to their container: an array, an object, or for a single file the URL. The whole response by default.
   */
  readonly container?: string | undefined;
  /**
   * Pointer in an element of the container: the file's name or its position in the request. If the elements are the URLs
   * themselves, pointer in the response: an array of these, in the same order.
   */
  readonly name?: string | undefined;
  /** Pointer in an element of the container: the URL. */
  readonly url?: string | undefined;
}

/**
 * Finds the signed upload URL of each requested file. The interface does not say where in the response they stand
 * (src/client/README.md, Unspecified). These are read, here for `deck.inp` and `mesh.inp`:
 *
 *     [{ "name": "mesh.inp", "url": "https://…" }, { "name": "deck.inp", "url": "https://…" }]
 *     { "mesh.inp": "https://…", "deck.inp": "https://…" }
 *     ["https://…/mesh.inp?sig=…", "https://…/deck.inp?sig=…"]
 *     ["https://…/7f3a?sig=…", "https://…/b201?sig=…"]
 *
 * In the first three, a URL belongs to the file that is named with it: in the largest part of the response that names
 * this file and no other one, by a key, by a value, or at the end of the path of a URL. Among the URLs in all these
 * parts, exactly one must be an upload URL. For a single file that is not named, the whole response is such a part. The
 * last one has the order of the request: {@link findUrlsInOrder}.
 *
 * Pointers restrict this to one container, and in its elements to one place for the name and for the URL. Only with a
 * pointer to names may positions stand in place of them.
 *
 * `findUploadUrlProblem` decides whether files may be sent to the URLs.
 *
 * It pauses, because 100,000 URLs take longer than the extension host may stand still.
 *
 * @throws {ResponseError} `uploadUrls` when there is not exactly one URL for each file, `ownUploadUrls` when each is an
 * address of the service that nothing calls an upload, `uploadForm` when the files are to be sent as forms
 */
export async function decodeUploadUrls(
  json: unknown,
  files: readonly ModelFile[],
  context: ResponseContext,
  pointers: UploadUrlPointers = {},
): Promise<UrlMap> {
  const requested = new ModelFileFinder(files);
  const isPointed = Object.values(pointers).some((pointer) => pointer !== undefined);
  const read = (host: string) =>
    isPointed ? readAt(json, pointers, { requested, host }) : readAnywhere(json, { requested, host });
  const urls = await read(context.host);
  if (urls !== undefined) return urls;
  const isOwn = async () => (await read('')) !== undefined;
  const reason = hasForms(json) ? 'uploadForm' : (await isOwn()) ? 'ownUploadUrls' : 'uploadUrls';
  throw new ResponseError(context, reason, listKeyPaths(json));
}

/** Limit for the values that are looked at; entries are alike. */
const maxVisits = 10_000;

/** Whether an entry says that its file is to be sent as a form, as object stores offer it beside `PUT`. */
function hasForms(json: unknown): boolean {
  const queue: unknown[] = [json];
  for (const value of queue) {
    if (!isContainer(value)) continue;
    const isPost = purposeKeys.some((key) => /^post$/i.test(String(getChild(value, key))));
    if (
      isPost &&
      ['fields', 'formFields', 'form_fields', 'form'].some((key) => isContainer(getChild(value, key)))
    )
      return true;
    if (queue.length < maxVisits) for (const child of Object.values(value).slice(0, 100)) queue.push(child);
  }
  return false;
}

async function readAnywhere(json: unknown, search: UploadUrlSearch): Promise<UrlMap | undefined> {
  const reader = new UploadUrlReader(search);
  const urls = await reader.findUrls(json);
  if (urls !== undefined || reader.hasNames) return urls;
  return await readInOrder(listArrays(json, search.requested.files.length), reader, search);
}

/** @param reader of the whole response */
async function readInOrder(
  arrays: readonly ArrayInResponse[],
  { named }: UploadUrlReader,
  search: UploadUrlSearch,
): Promise<UrlMap | undefined> {
  const urls = await findUrlsInOrder(arrays, named, search);
  return urls && (await toUrlMap(urls, search.requested));
}

/** Reads the elements of one container, each of which must belong to one of the files. */
async function readAt(
  json: unknown,
  pointers: UploadUrlPointers,
  search: UploadUrlSearch,
): Promise<UrlMap | undefined> {
  const container = getValueAt(json, pointers.container ?? '');
  const arranged = arrangeByPointers(json, container, pointers, search);
  const reader = new UploadUrlReader(search);
  const urls = await reader.findUrls(arranged, pointedKeys);
  if (urls !== undefined || reader.hasNames || pointers.name !== undefined) return urls;
  const readerOfAll = new UploadUrlReader(search);
  await readerOfAll.read(json, []);
  if (!Array.isArray(container) || container.length !== search.requested.files.length) return undefined;
  const array = { keys: pointedKeys, elements: container, url: pointers.url, isPointed: true };
  return await readInOrder([array], readerOfAll, search);
}

/** A value that a setting points at need not be labelled as an upload URL. */
const pointedKeys = ['upload'];

/** Rewrites the elements of the container so that names and URLs are under keys that identify them. */
function arrangeByPointers(
  json: unknown,
  container: unknown,
  { name, url }: UploadUrlPointers,
  { requested }: UploadUrlSearch,
): unknown {
  if (name === undefined && url === undefined) return container;
  if (!isContainer(container)) return undefined;
  const keys = Object.keys(container);
  const values = keys.map((key) => getChild(container, key));
  const urls = values.map((value) => (url === undefined ? value : getValueAt(value, url)));
  if (name === undefined) {
    // Other URLs of the element do not count.
    const entries = values.map((value, index) => ({ upload: urls[index], get: value }));
    if (Array.isArray(container)) return entries;
    return Object.fromEntries<unknown>(keys.map((key, index) => [key, entries[index]]));
  }
  const found = getValueAt(json, name);
  const list: readonly unknown[] = Array.isArray(found) ? found : [];
  const nameValues = values.map((value, index): unknown =>
    typeof value === 'string' ? list[index] : getValueAt(value, name),
  );
  const names = requested.identify(nameValues);
  return names.map((found, index) => ({ name: found, upload: urls[index] }));
}
