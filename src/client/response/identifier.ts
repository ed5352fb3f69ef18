import type { Identifier } from '../core/types';
import { hiddenCharacters } from '../text/visibleText';

const printable = new RegExp(`^[^${hiddenCharacters}]{1,256}$`, 'u');

/**
 * Whether a value can serve as an identifier: an integer with all its digits, or 1 to 256 printable characters. `.`
 * and `..` cannot: even encoded, they change the path they stand in.
 */
export function isIdentifier(value: unknown): value is Identifier {
  if (typeof value === 'bigint') return printable.test(String(value));
  if (typeof value === 'number') return Number.isSafeInteger(value);
  return typeof value === 'string' && printable.test(value) && value !== '.' && value !== '..';
}

/**
 * Encodes an identifier as one path segment.
 * @throws {RangeError} for a value that is not an identifier and could change the path
 */
export function toPathSegment(id: Identifier): string {
  if (!isIdentifier(id)) throw new RangeError('Not an identifier that a path can hold');
  return encodeURIComponent(String(id));
}
