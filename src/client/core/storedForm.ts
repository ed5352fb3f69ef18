import { isObject } from './json';

/**
 * The form of a value where programs keep JSON for later. A `bigint` becomes an object: an earlier version
 * of this program would round a number with many digits, and takes no object for an identifier.
 */
export function toStored(value: unknown): unknown {
  return typeof value === 'bigint' ? { integer: String(value) } : value;
}

export function fromStored(stored: unknown): unknown {
  if (!isObject(stored)) return stored;
  const { integer, ...others } = stored;
  const isInteger = typeof integer === 'string' && /^-?\d{1,39}$/.test(integer);
  return isInteger && Object.keys(others).length === 0 ? BigInt(integer) : stored;
}

/** As `JSON.stringify`, in the form that is stored. */
export function storedJson(value: unknown): string {
  return JSON.stringify(value, (_key, item: unknown) => toStored(item));
}

/** As `JSON.parse`, from the form that is stored. */
export function parseStoredJson(json: string): unknown {
  // A reviver takes long, and few records have something for it.
  return json.includes('{"integer":')
    ? (JSON.parse(json, (_key, item: unknown) => fromStored(item)) as unknown)
    : (JSON.parse(json) as unknown);
}
