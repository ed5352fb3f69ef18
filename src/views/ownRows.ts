/**
 * Who calls a command: a click on a row of this window, a click on a button of one of its messages, or somebody else, such
 * as another extension, an agent or a keyboard shortcut.
 */
export type Caller = 'row' | 'button' | 'other';

/**
 * The rows that the views of this window have made, and what its buttons pass to commands. Any extension can call a
 * command with anything, but only a click passes one of these objects.
 */
const own = new WeakMap<object, Exclude<Caller, 'other'>>();

/** Makes the object count as a row of this extension. */
export function markOwnRow<T extends object>(row: T): T {
  own.set(row, 'row');
  return row;
}

/** Makes the object count as what a button of this extension passes. */
export function markOwnButton<T extends object>(argument: T): T {
  own.set(argument, 'button');
  return argument;
}

/** @param argument the first argument of a command */
export function getCaller(argument: unknown): Caller {
  if (typeof argument !== 'object' || argument === null) return 'other';
  return own.get(argument) ?? 'other';
}
