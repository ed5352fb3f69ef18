import { type ResponseContext, ResponseError } from '../core/errors';
import { isObject } from '../core/json';
import type { Fields, Identifier, Listing } from '../core/types';
import { escapeInvisible } from '../text/visibleText';
import { isIdentifier } from './identifier';
import { getChild, getValueAt } from './jsonPointer';
import { listKeyPaths } from './keyPaths';
import { assertNoStatedFailure } from './statedFailure';

export interface ListedItem {
  readonly id: Identifier;
  readonly name: string;
  readonly fields: Fields;
}

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

/**
 * Finds the one array whose objects contain `key` (`project_id`, `model_id`), whatever wraps it (only the field's
 * name is known: src/client/README.md, Unspecified), or the array at a pointer. Empty arrays alone make an empty
 * list.
 * @throws {ResponseError} `noList`, `ambiguousList`, or `noName` when a pointer to names leads to none
 * @throws {StatusError} when the body says that it is no list, or why it is empty
 */
export function decodeList(
  json: unknown,
  key: string,
  context: ResponseContext,
  pointers: ListPointers = {},
): Listing<ListedItem> {
  const { list: listAt, id: idAt, name: nameAt } = pointers;
  const findId = (element: unknown) =>
    idAt === undefined ? getChild(element, key) : getValueAt(element, idAt);
  const carries = (array: unknown[]) => array.some((element) => findId(element) !== undefined);
  const arrays: unknown[][] =
    listAt === undefined
      ? findOutermostArrays(json, carries)
      : [getValueAt(json, listAt)].filter((value) => Array.isArray(value));
  const [list, another] = arrays.filter(carries);
  const items = (list ?? []).flatMap((element): ListedItem[] => {
    const id = findId(element);
    const fields = isObject(element) ? element : {};
    return isIdentifier(id) ? [{ id, name: getDisplayName(element, nameAt) ?? String(id), fields }] : [];
  });
  assertNoStatedFailure(json, context, items.length > 0);
  if (another !== undefined) throw new ResponseError(context, 'ambiguousList', listKeyPaths(json));
  if (arrays.length > 0 && arrays.every((array) => array.length === 0)) return { items: [], skipped: 0 };
  if (list === undefined || items.length === 0)
    throw new ResponseError(context, 'noList', listKeyPaths(json));
  if (nameAt !== undefined && list.every((element) => getDisplayName(element, nameAt) === undefined))
    throw new ResponseError(context, 'noName', listKeyPaths(json));
  return { items, skipped: list.length - items.length };
}

/** All arrays except those inside the elements of an array that carries identifiers. */
function findOutermostArrays(json: unknown, carries: (array: unknown[]) => boolean): unknown[][] {
  if (isObject(json)) return Object.values(json).flatMap((value) => findOutermostArrays(value, carries));
  if (!Array.isArray(json)) return [];
  const array: unknown[] = json;
  if (carries(array)) return [array];
  return [array, ...array.flatMap((element) => findOutermostArrays(element, carries))];
}

const nameFields = ['name', 'display_name', 'displayName', 'title', 'label', 'project_name', 'model_name'];

/**
 * The first usual name field that contains text, or the text at a pointer, escaped for display. The interface
 * specifies none (src/client/README.md, Unspecified).
 */
export function getDisplayName(item: unknown, pointer?: string): string | undefined {
  const [read, places] = pointer === undefined ? [getChild, nameFields] : [getValueAt, [pointer]];
  for (const place of places) {
    const name = read(item, place);
    if (typeof name === 'string' && name.trim() !== '') return escapeInvisible(name);
  }
  return undefined;
}
