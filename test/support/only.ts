import assert from 'node:assert/strict';
import { inspect } from 'node:util';

/**
 * The element of a list that has one.
 * @throws AssertionError when it has none or several, and shows what it has
 */
export function only<Element>(list: readonly Element[]): Element {
  const [element] = list;
  assert.ok(list.length === 1 && element !== undefined, `one element instead of ${inspect(list)}`);
  return element;
}
