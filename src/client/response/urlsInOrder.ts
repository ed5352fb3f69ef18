import { entriesOf, isContainer, isObject } from '../core/json';
import type { ModelFile } from '../core/types';
import { mapInSteps, type Steps } from '../core/yieldToEventLoop';
import { getValueAt } from './jsonPointer';
import { type Cell, contradictsOrder, isMeaningful, readUrlCells } from './orderEvidence';
import { isUrl, pickUploadUrl, purposeKeys } from './pickUploadUrl';
import type { Place } from './uploadUrlReader';

/** An array of a response, and the keys that lead to it. */
export interface ArrayInResponse {
  readonly keys: readonly string[];
  readonly elements: readonly unknown[];
  /** Pointer in an element to its URL. By default, it is the only one in it. */
  readonly url?: string | undefined;
}

/** A text or number in an element, and the keys that lead to it from there. */
interface Leaf {
  readonly keys: readonly string[];
  readonly text: string;
  readonly isUrl: boolean;
}

/** An element with more texts and numbers is not the entry of a file. */
const maxLeaves = 100;

/** The arrays with so many elements that are in no other array. */
export function listArrays(json: unknown, count: number, keys: readonly string[] = []): ArrayInResponse[] {
  if (Array.isArray(json)) return json.length === count ? [{ keys, elements: json }] : [];
  const found: ArrayInResponse[] = [];
  if (!isContainer(json)) return found;
  for (const [key, value] of entriesOf(json))
    if (isContainer(value)) for (const array of listArrays(value, count, [...keys, key])) found.push(array);
  return found;
}

/**
 * Finds the one list of as many URLs as files were requested, or of as many objects with one URL each. It has the order
 * of the request, unless something in it, or in a list of the same length beside it, says otherwise:
 *
 *     { "model_id": "m1", "upload_urls": ["https://files/1?sig=a", "https://files/2?sig=b"] }
 *
 * @param arrays with one element for each file
 * @param named the requested names in the whole response, in the order in which they come
 * @returns the upload URLs in the order of the files
 */
export function* findUrlsInOrder(
  arrays: readonly ArrayInResponse[],
  named: ReadonlySet<string>,
  { requested: { files }, host }: Place,
): Steps<readonly string[] | undefined> {
  // For a single file, the rules of names have decided.
  if (files.length < 2) return undefined;
  const lists: UrlList[] = [];
  for (const array of arrays) lists.push({ ...array, rows: yield* mapInSteps(array.elements, listLeaves) });
  const [list, another] = lists.filter(({ rows }) => rows.some((row) => row.some((leaf) => leaf.isUrl)));
  if (list === undefined || another !== undefined) return undefined;
  const [kind, otherKind] = new Set(yield* mapInSteps(list.elements, kindOf));
  if (otherKind !== undefined) return undefined;
  // What an entry refers to by a field of its own is not understood here.
  const mayBeEntries = kind === 'entry' && lists.length === 1 && named.size === 0;
  if (!mayBeEntries && !(kind === 'text' && isInOrder(named, files))) return undefined;
  const picked = yield* mapInSteps(list.elements, (element, index) =>
    list.url === undefined
      ? pickOnlyUrl(list.rows[index] ?? [], list.keys, host)
      : getUrlAt(element, list.url),
  );
  const urls = picked.filter((url) => url !== undefined);
  if (urls.length < files.length) return undefined;
  const rows = yield* mapInSteps(urls, (url, index) => [
    ...readUrlCells(url),
    ...lists.flatMap(({ keys, rows }) => toCells(rows[index] ?? [], keys)),
  ]);
  return (yield* contradictsOrder(rows, files)) ? undefined : urls;
}

interface UrlList extends ArrayInResponse {
  /** What is in each element. */
  readonly rows: readonly (readonly Leaf[])[];
}

function kindOf(element: unknown): 'text' | 'entry' | 'other' {
  return typeof element === 'string' ? 'text' : isObject(element) ? 'entry' : 'other';
}

/** Whether names come in the order of the request. */
function isInOrder(named: ReadonlySet<string>, files: readonly ModelFile[]): boolean {
  const requested = files.filter(({ name }) => named.has(name));
  return [...named].every((name, index) => name === requested[index]?.name);
}

/** At most one more than {@link maxLeaves}. */
function listLeaves(element: unknown): Leaf[] {
  const leaves: Leaf[] = [];
  const visit = (value: unknown, keys: readonly string[]): void => {
    if (leaves.length > maxLeaves) return;
    if (isContainer(value)) for (const [key, child] of entriesOf(value)) visit(child, [...keys, key]);
    else if (typeof value === 'string') leaves.push({ keys, text: value, isUrl: isUrl(value) });
    else if (typeof value === 'number' || typeof value === 'bigint')
      leaves.push({ keys, text: String(value), isUrl: false });
  };
  visit(element, []);
  return leaves;
}

function getUrlAt(element: unknown, pointer: string): string | undefined {
  const url = getValueAt(element, pointer);
  return typeof url === 'string' && isUrl(url) ? url : undefined;
}

/** @param around the keys that lead to the list. @returns the only URL, if it may be an upload URL */
function pickOnlyUrl(row: readonly Leaf[], around: readonly string[], host: string): string | undefined {
  const [leaf, another] = row.filter(({ isUrl }) => isUrl);
  if (leaf === undefined || another !== undefined || row.length > maxLeaves) return undefined;
  const purposes = row.filter(({ keys }) => purposeKeys.includes(keys.at(-1) ?? '')).map(({ text }) => text);
  const inner = [...around.slice(-1), ...purposes, ...leaf.keys];
  return pickUploadUrl([{ url: leaf.text, keys: [...around.slice(0, -1), ...inner], inner }], host);
}

/** @param around the keys that lead to the list */
function toCells(row: readonly Leaf[], around: readonly string[]): Cell[] {
  return row
    .filter(({ isUrl }) => !isUrl)
    .map(({ keys, text }) => {
      const path = [...around, ...keys];
      return { place: path.join('/'), key: path.at(-1) ?? '', text };
    })
    .filter(isMeaningful);
}
