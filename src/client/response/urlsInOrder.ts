import { isContainer, isObject } from '../core/json';
import { mapWithPauses } from '../core/pause';
import type { ModelFile } from '../core/types';
import { getValueAt } from './jsonPointer';
import { type Cell, contradictsOrder, isMeaningful, readUrlCells } from './orderEvidence';
import { isUrl, pickUploadUrl, purposeKeys } from './pickUploadUrl';
import type { UploadUrlSearch } from './uploadUrlReader';

/** An array of a response, and the keys that lead to it. */
export interface ArrayInResponse {
  readonly keys: readonly string[];
  readonly elements: readonly unknown[];
  /** Pointer in an element to its URL. By default, it is the only one in it. */
  readonly url?: string | undefined;
  /** Whether a setting says that its elements are the upload URLs. */
  readonly isPointed?: boolean;
}

/** A text or number in an element, and the keys that lead to it from there. */
interface Leaf {
  readonly keys: readonly string[];
  readonly text: string;
  readonly isUrl: boolean;
}

/** An element with more texts and numbers is not the entry of a file. */
const maxLeaves = 100;

/** A response with more arrays of the length of the list has another structure than is understood here. */
const maxArrays = 20;

/** The arrays with so many elements that are in no other array. */
export function listArrays(json: unknown, count: number, keys: readonly string[] = []): ArrayInResponse[] {
  if (Array.isArray(json)) return json.length === count ? [{ keys, elements: json }] : [];
  const found: ArrayInResponse[] = [];
  if (!isContainer(json)) return found;
  for (const key of Object.keys(json)) {
    const value = json[key];
    if (isContainer(value)) for (const array of listArrays(value, count, [...keys, key])) found.push(array);
  }
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
export async function findUrlsInOrder(
  arrays: readonly ArrayInResponse[],
  named: ReadonlySet<string>,
  { requested: { files }, host }: UploadUrlSearch,
): Promise<readonly string[] | undefined> {
  // For a single file, the rules of names have decided.
  if (files.length < 2 || arrays.length > maxArrays || !isInOrder(named, files)) return undefined;
  const tables: Table[] = [];
  for (const array of arrays)
    tables.push({ ...array, rows: await mapWithPauses(array.elements, listLeaves) });
  const lists: UrlList[] = [];
  for (const table of tables) {
    const urls = await pickUrls(table, host);
    if (urls !== undefined) lists.push({ table, urls });
  }
  const [list, another] = lists;
  if (list === undefined || another !== undefined) return undefined;
  const { table, urls } = list;
  // Such a text may refer to something that has a name or stands in the other array.
  const mayRefer = typeof table.elements[0] !== 'string' && (tables.length > 1 || named.size > 0);
  if (mayRefer && (await haveOwnTexts(table))) return undefined;
  const beside = await mapWithPauses(urls, (_, index) =>
    tables.flatMap(({ keys, rows }) => toCells(rows[index] ?? [], keys)),
  );
  const rows = await mapWithPauses(urls, (url, index) => [...readUrlCells(url), ...(beside[index] ?? [])]);
  const isPointed = table.isPointed === true;
  return (await contradictsOrder({ rows, beside, files, isPointed })) ? undefined : urls;
}

/** An array with what is in each element. */
interface Table extends ArrayInResponse {
  readonly rows: readonly (readonly Leaf[])[];
}

interface UrlList {
  readonly table: Table;
  readonly urls: readonly string[];
}

/** The URL of each element, if all of them are texts, or all of them objects, and each has one. */
async function pickUrls(table: Table, host: string): Promise<readonly string[] | undefined> {
  const [kind, otherKind] = new Set(table.elements.map(kindOf));
  if (kind === 'other' || otherKind !== undefined) return undefined;
  const picked = await mapWithPauses(table.elements, (element, index) =>
    table.url === undefined
      ? pickOnlyUrl(table.rows[index] ?? [], table.keys, host)
      : getUrlAt(element, table.url),
  );
  const urls = picked.filter((url) => url !== undefined);
  return urls.length < picked.length ? undefined : urls;
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
    if (isContainer(value)) for (const key of Object.keys(value)) visit(value[key], [...keys, key]);
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

/** Whether the elements have texts that are not the same in all of them. */
async function haveOwnTexts({ keys, rows }: Table): Promise<boolean> {
  const texts = await mapWithPauses(rows, (row) =>
    toCells(row, keys)
      .filter(({ text }) => /\D/.test(text))
      .map(({ place, text }) => `${place} ${text}`)
      .join('\n'),
  );
  return texts.some((text) => text !== texts[0]);
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
