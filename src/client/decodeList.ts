import { isObject } from './decodeJson';
import { displayName } from './displayName';
import type { AnswerContext } from './errors';
import { AnswerError } from './errors';
import { isIdentifier } from './identifier';
import { keyPaths } from './keyPaths';
import type { Fields, Identifier, Listing } from './types';

export interface ListedItem {
  readonly id: Identifier;
  readonly name: string;
  readonly fields: Fields;
}

/**
 * The one array whose objects carry `key` (`project_id`, `model_id`), whatever wraps it (interface document,
 * section 2: only the field's name is known). Nothing but empty arrays is an empty list.
 * @throws {AnswerError} `noList` or `ambiguousList`
 */
export function decodeList(json: unknown, key: string, context: AnswerContext): Listing<ListedItem> {
  const arrays = outermostArrays(json, key);
  const carrying = arrays.filter((array) => carries(array, key));
  const [list, another] = carrying;
  if (another !== undefined) throw new AnswerError(context, 'ambiguousList', keyPaths(json));
  const isEmpty = arrays.length > 0 && arrays.every((array) => array.length === 0);
  if (list === undefined && isEmpty) return { items: [], broken: 0 };
  const items = (list ?? []).flatMap((element) => listedItem(element, key));
  if (list === undefined || items.length === 0) throw new AnswerError(context, 'noList', keyPaths(json));
  return { items, broken: list.length - items.length };
}

/** All arrays except those inside the elements of an array that carries `key`. */
function outermostArrays(json: unknown, key: string): unknown[][] {
  if (isObject(json)) return Object.values(json).flatMap((value) => outermostArrays(value, key));
  if (!Array.isArray(json)) return [];
  const array: unknown[] = json;
  if (carries(array, key)) return [array];
  return [array, ...array.flatMap((element) => outermostArrays(element, key))];
}

function carries(array: unknown[], key: string): boolean {
  return array.some((element) => isObject(element) && Object.hasOwn(element, key));
}

function listedItem(element: unknown, key: string): ListedItem[] {
  if (!isObject(element) || !Object.hasOwn(element, key)) return [];
  const id = element[key];
  return isIdentifier(id) ? [{ id, name: displayName(element) ?? String(id), fields: element }] : [];
}
