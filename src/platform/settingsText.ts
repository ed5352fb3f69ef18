import { findNodeAtLocation, parseTree } from 'jsonc-parser';

/** A part of a text; offsets in UTF-16 code units. */
interface TextRange {
  readonly start: number;
  readonly end: number;
}

/**
 * Finds a value in the text of a file of settings, which may have comments and errors.
 * @param keys the setting, and the keys that lead from it to the value
 * @returns the value; where there is none, the place at the beginning of the innermost value around it; undefined
 * without the setting
 */
export function findSettingText(text: string, keys: readonly string[]): TextRange | undefined {
  const root = parseTree(text, [], { allowTrailingComma: true });
  for (let count = keys.length; root !== undefined && count > 0; count--) {
    const node = findNodeAtLocation(root, keys.slice(0, count));
    if (node === undefined) continue;
    const { offset: start, length } = node;
    return { start, end: count === keys.length ? start + length : start };
  }
  return undefined;
}
