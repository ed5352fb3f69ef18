import { type ResponseContext, ResponseError } from '../core/errors';
import { isContainer, isObject } from '../core/json';
import type { ListedItem, Listing } from '../core/types';
import { endsStep, type Steps } from '../core/yieldToEventLoop';
import { escapeInvisible } from '../text/visibleText';
import { isIdentifier } from './identifier';
import { getChild, getValueAt } from './jsonPointer';
import { listKeyPaths } from './keyPaths';
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

/**
 * Finds the one array whose objects contain `key` (`project_id`, `model_id`), whatever wraps it (only the field's
 * name is known: src/client/README.md, Unspecified), or the array at a pointer. Empty arrays alone make an empty
 * list.
 * @throws {ResponseError} `noList`, `ambiguousList`, or `noName` when a pointer to names leads to none
 * @throws {StatusError} when the body says that it is no list, or why it is empty
 */
export function* decodeList(
  json: unknown,
  key: string,
  context: ResponseContext,
  pointers: ListPointers = {},
): Steps<Listing<ListedItem>> {
  const { list: listAt, id: idAt, name: nameAt } = pointers;
  const findId = (element: unknown) =>
    idAt === undefined ? getChild(element, key) : getValueAt(element, idAt);
  const arrays = new OutermostArrays((array) => array.some((element) => findId(element) !== undefined));
  if (listAt === undefined) yield* arrays.findIn(json);
  else arrays.add(getValueAt(json, listAt));
  const [list, another] = arrays.lists;
  const items: ListedItem[] = [];
  let isAnyNamed = false;
  for (const [index, element] of (list ?? []).entries()) {
    if (endsStep(index)) yield;
    const [id, name] = [findId(element), getDisplayName(element, nameAt)];
    isAnyNamed ||= name !== undefined;
    if (!isIdentifier(id)) continue;
    items.push({ id, name: name ?? String(id), fields: isObject(element) ? element : {} });
  }
  assertNoStatedFailure(json, context, items.length > 0);
  if (another !== undefined) throw new ResponseError(context, 'ambiguousList', listKeyPaths(json));
  if (arrays.areAllEmpty) return { items: [], skipped: 0 };
  if (list === undefined || items.length === 0)
    throw new ResponseError(context, 'noList', listKeyPaths(json));
  if (nameAt !== undefined && !isAnyNamed) throw new ResponseError(context, 'noName', listKeyPaths(json));
  return { items, skipped: list.length - items.length };
}

/** All arrays except those inside the elements of an array that carries identifiers. */
class OutermostArrays {
  /** Those that carry identifiers. */
  readonly lists: unknown[][] = [];
  #empty = 0;
  #others = 0;
  #visits = 0;

  readonly #carries: (array: unknown[]) => boolean;

  constructor(carries: (array: unknown[]) => boolean) {
    this.#carries = carries;
  }

  /** Whether there are some, and none has an element. */
  get areAllEmpty(): boolean {
    return this.#empty > 0 && this.#others === 0 && this.lists.length === 0;
  }

  *findIn(json: unknown): Steps<void> {
    if (endsStep(++this.#visits)) yield;
    if (!isContainer(json) || this.add(json)) return;
    for (const value of Object.values(json)) if (isContainer(value)) yield* this.findIn(value);
  }

  /** @returns whether it carries identifiers */
  add(value: unknown): boolean {
    if (!Array.isArray(value)) return false;
    const carries = this.#carries(value);
    if (carries) this.lists.push(value);
    else if (value.length === 0) this.#empty++;
    else this.#others++;
    return carries;
  }
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
