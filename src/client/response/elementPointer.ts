import type { UnmatchedElement } from '../core/errors';
import { isObject } from '../core/json';
import { getValueAt, readSteps } from './jsonPointer';
import { formatPointer } from './keyPaths';

/**
 * Explains a pointer to a value of elements that leads to none from the first element of their list. Most often it begins
 * at the response instead: `/result/items/0/uuid`.
 * @param listAt the pointer to the list; undefined when the list is looked for
 * @param isWanted whether a value can be what the pointer should lead to
 * @returns undefined if there is no list with entries
 */
export function explainPointer(
  json: unknown,
  listAt: string | undefined,
  pointer: string,
  isWanted: (value: unknown) => boolean,
): UnmatchedElement | undefined {
  const list = listAt ?? findListIn(json, pointer);
  const entries = list === undefined ? undefined : getValueAt(json, list);
  if (list === undefined || !Array.isArray(entries) || entries.length === 0) return undefined;
  const given = removeStart(pointer, list);
  const near = isWanted(getValueAt(entries[0], given)) ? given : findNear(entries[0], given, isWanted);
  // The keys of the response tell more about one that begins at the element and is wrong there.
  const fromElement = near ?? (given === pointer ? undefined : given);
  return {
    list,
    entries: entries.length,
    place: `${list}/0${given}`,
    ...(fromElement !== undefined && { fromElement }),
  };
}

/** The list through which a pointer leads that begins at the response. */
function findListIn(json: unknown, pointer: string): string | undefined {
  const [, list] = /^(.*?)\/(?:0|[1-9]\d*)(?:\/|$)/.exec(pointer) ?? [];
  return list !== undefined && Array.isArray(getValueAt(json, list)) ? list : undefined;
}

/** The rest of a pointer without the one to the list and an index. */
function removeStart(pointer: string, list: string): string {
  if (!pointer.startsWith(`${list}/`)) return pointer;
  const rest = pointer.slice(list.length);
  // Without an index, it may be one that begins at the element and only looks like the other.
  return /^\/\d+(?=\/|$)/.test(rest) ? rest.replace(/^\/\d+/, '') : list === '' ? pointer : rest;
}

const maxDepth = 4;

/** The pointer to the only wanted value in an element under the last key of a pointer. */
function findNear(
  element: unknown,
  pointer: string,
  isWanted: (value: unknown) => boolean,
): string | undefined {
  const last = readSteps(pointer).at(-1);
  const found: string[] = [];
  const visit = (value: unknown, path: readonly string[]): void => {
    if (!isObject(value) || path.length >= maxDepth) return;
    for (const [key, child] of Object.entries(value)) {
      if (key === last && isWanted(child)) found.push(formatPointer([...path, key]));
      visit(child, [...path, key]);
    }
  };
  visit(element, []);
  const [only, another] = found;
  return another === undefined && only?.includes('[key]') !== true ? only : undefined;
}
