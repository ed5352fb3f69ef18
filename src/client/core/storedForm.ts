import { isObject } from './json';

/**
 * The form in which a value is stored as JSON. A `bigint` becomes an object such as `{ "integer": "9007199254740993" }`:
 * as a number, `JSON.parse` would round it, and a text is another identifier.
 */
export function toStored(value: unknown): unknown {
  return typeof value === 'bigint' ? { integer: String(value) } : value;
}

export function decodeStored(stored: unknown): unknown {
  if (!isObject(stored)) return stored;
  const { integer, ...others } = stored;
  const isInteger = typeof integer === 'string' && /^-?\d{1,39}$/.test(integer);
  return isInteger && Object.keys(others).length === 0 ? BigInt(integer) : stored;
}

/** As `JSON.stringify`, in the stored form. */
export function encodeStored(value: unknown): string {
  try {
    return JSON.stringify(value);
  } catch {
    // Few values hold a `bigint`, which throws, and a replacer would take several times as long.
    return JSON.stringify(value, (_key, item: unknown) => toStored(item));
  }
}

/** As `JSON.parse`, from the stored form. */
export function parseStoredJson(json: string): unknown {
  // Parsing with a reviver is slow, and few records hold a `bigint`.
  return json.includes('{"integer":')
    ? (JSON.parse(json, (_key, item: unknown) => decodeStored(item)) as unknown)
    : (JSON.parse(json) as unknown);
}
