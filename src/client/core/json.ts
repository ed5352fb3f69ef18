/** Whether a JSON value is an object, not an array. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return isContainer(value) && !Array.isArray(value);
}

/** Whether a JSON value is an object or an array. */
export function isContainer(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

/** As `Object.entries`, but one after the other, because a response may have a million. */
export function* entriesOf(container: object): Generator<readonly [key: string, value: unknown]> {
  for (const key of Object.keys(container)) yield [key, (container as Record<string, unknown>)[key]];
}
