/**
 * The rows that the views of this window have made, and what stands for them in its buttons. Any extension can call a
 * command with anything, but only a click passes one of these objects.
 */
const own = new WeakSet<object>();

/** Makes the object count as a row of this extension. */
export function markOwnRow<T extends object>(row: T): T {
  own.add(row);
  return row;
}

export function isOwnRow(row: unknown): boolean {
  return typeof row === 'object' && row !== null && own.has(row);
}
