import type { Identifier } from '../core/types';

// Without control, format (such as bidirectional) and private characters, separators of lines, halves of pairs, and
// what has no shape.
const printable = /^[^\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]{1,256}$/u;

/**
 * Whether a value can serve as an identifier: an integer with all its digits, or 1 to 256 printable characters. `.` and `..`
 * cannot, because a path segment cannot hold them even when encoded.
 */
export function isIdentifier(value: unknown): value is Identifier {
  if (typeof value === 'bigint') return printable.test(String(value));
  if (typeof value === 'number') return Number.isSafeInteger(value);
  return typeof value === 'string' && printable.test(value) && !isDotSegment(value);
}

/**
 * An identifier as one segment of a path.
 * @throws {RangeError} for a value that is no identifier, before it can change the path.
 */
export function pathSegment(id: Identifier): string {
  if (!isIdentifier(id)) throw new RangeError('Not an identifier that a path can hold');
  return encodeURIComponent(String(id));
}

function isDotSegment(text: string): boolean {
  return text === '.' || text === '..';
}
