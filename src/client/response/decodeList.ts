import { type ResponseContext, ResponseError } from '../core/errors';
import { isObject } from '../core/json';
import type { ListedItem, Listing } from '../core/types';
import { escapeInvisible } from '../text/visibleText';
import { toPlainName } from './conventions';
import { explainPointer } from './elementPointer';
import { findList } from './findList';
import type { FoundList } from './foundList';
import { isIdentifier } from './identifier';
import { getChild, getValueAt } from './jsonPointer';
import { formatPointer, listKeyPaths } from './keyPaths';
import { findMissing, type ReadHeader, readPaging } from './paging';
import { assertNoStatedFailure } from './statedFailure';

/**
 * JSON pointers to a list and to the displayed fields of its elements; values without a pointer are searched for.
 */
export interface ListPointers {
  readonly list?: string | undefined;
  /** Relative to an element. */
  readonly id?: string | undefined;
  /** Relative to an element. */
  readonly name?: string | undefined;
}

/** One response to the request for a list, which may be a page of it. */
export interface ListPage extends Listing<ListedItem> {
  readonly partial?: {
    readonly total?: number;
    /** Address of the next page, see {@link readPaging}. */
    readonly next?: string;
  };
}

/** How a page stands to the others. */
export interface PagePosition {
  readonly header?: ReadHeader;
  /** The entries and the number of the pages before. */
  readonly before?: { readonly entries: number; readonly pages: number };
}

/**
 * Decodes the list with the identifier `key` (`project_id`, `model_id`) in a response, see {@link findList}.
 * @throws {ResponseError} `noList`, `ambiguousList`, or `noName` when a pointer to names leads to none
 * @throws {StatusError} when the body says that it is no list, or why it is empty
 */
export async function decodeList(
  json: unknown,
  key: string,
  context: ResponseContext,
  pointers: ListPointers = {},
  { header, before = { entries: 0, pages: 0 } }: PagePosition = {},
): Promise<ListPage> {
  const found = await findList(json, key, pointers);
  const { items, skipped, isAnyNamed } = readItems(found, pointers.name);
  const isOwn = 'isOwn' in found && pointers.list === undefined;
  assertNoStatedFailure(json, context, { by: items.length === 0 ? 'nothing' : isOwn ? 'ownId' : 'name' });
  if (!('readId' in found) || (items.length === 0 && found.list.length > 0))
    throw describeNoList(json, found, context, pointers);
  if (pointers.name !== undefined && !isAnyNamed && items.length > 0) {
    const element = explainPointer(json, formatPointer(found.path), pointers.name, isName);
    throw new ResponseError(context, 'noName', listKeyPaths(json), undefined, element && { element });
  }
  const entries = before.entries + items.length + skipped;
  const paging = readPaging(json, found.path, header);
  // A part of a list that does not say how long the whole one is.
  const isPart = context.status === 206 && paging.total === undefined;
  const partial = findMissing(isPart ? { ...paging, hasMore: true } : paging, {
    entries,
    pages: before.pages + 1,
  });
  return { items, skipped, ...(partial && { partial }) };
}

function readItems(
  found: FoundList,
  nameAt: string | undefined,
): { items: ListedItem[]; skipped: number; isAnyNamed: boolean } {
  const items: ListedItem[] = [];
  let isAnyNamed = false;
  if (!('readId' in found)) return { items, skipped: 0, isAnyNamed };
  for (const element of found.list) {
    const id = found.readId(element);
    const name = getDisplayName(element, nameAt);
    isAnyNamed ||= name !== undefined;
    if (!isIdentifier(id)) continue;
    items.push({ id, name: name ?? String(id), fields: isObject(element) ? element : {} });
  }
  return { items, skipped: found.list.length - items.length, isAnyNamed };
}

function describeNoList(
  json: unknown,
  found: FoundList,
  context: ResponseContext,
  { list, id }: ListPointers,
): ResponseError {
  const candidates = 'candidates' in found ? found.candidates : [];
  if (candidates.length > 0) {
    const reason = candidates.length > 1 ? 'ambiguousList' : 'noList';
    const shown = { candidates: candidates.map(formatPointer) };
    return new ResponseError(context, reason, listKeyPaths(json), undefined, shown);
  }
  if (list !== undefined && !Array.isArray(getValueAt(json, list)))
    return new ResponseError(context, 'noList', listKeyPaths(json), undefined, { noListAt: list });
  const element =
    'without' in found
      ? {
          list: formatPointer(found.path),
          entries: found.list.length,
          place: formatPointer([...found.path, found.without]),
        }
      : id === undefined
        ? undefined
        : explainPointer(json, list, id, isIdentifier);
  return new ResponseError(context, 'noList', listKeyPaths(json), undefined, element && { element });
}

/** The name of a resource by the conventions of Google APIs, which is an address: `folders/5/projects/415104041262`. */
const resourcePath = /(^|\/)(projects|models)\/[^\s/]+$/;

const nameFields = ['name', 'displayname', 'title', 'label', 'projectname', 'modelname'];

/**
 * The first usual name field that contains text, of an element itself or in its `attributes` (JSON:API), or the text at
 * a pointer, escaped for display. The interface specifies none (src/client/README.md, Unspecified).
 */
export function getDisplayName(item: unknown, pointer?: string): string | undefined {
  const name =
    pointer === undefined
      ? (findName(item) ?? findName(getChild(item, 'attributes')))
      : getValueAt(item, pointer);
  return isName(name) ? escapeInvisible(name) : undefined;
}

function isName(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== '';
}

/** The text in a field for names, in any notation: the most usual one first, and addresses last. */
function findName(item: unknown): string | undefined {
  if (!isObject(item)) return undefined;
  let best: string | undefined;
  let bestRank = Infinity;
  for (const key of Object.keys(item)) {
    const value = item[key];
    const field = isName(value) ? nameFields.indexOf(toPlainName(key)) : -1;
    if (field < 0 || !isName(value)) continue;
    const rank = resourcePath.test(value) ? nameFields.length : field;
    if (rank >= bestRank) continue;
    best = value;
    bestRank = rank;
  }
  return best;
}
