import { randomUUID } from 'node:crypto';

/**
 * Matches, in JSON outside strings, an integer that may have more digits than a number can hold. 39 digits cover 128
 * bits.
 */
const longInteger = /(?<=^|[[:,\s])-?[1-9]\d{15,38}(?=[\s,\]}]|$)/g;

/** A string, up to the first quote that is not escaped, or a {@link longInteger} outside strings. */
const stringOrLongInteger = new RegExp(String.raw`"[^]*?(?<!\\)(?:\\\\)*"|${longInteger.source}`, 'g');

/**
 * As `JSON.parse`, but integers of 16 to 39 digits that a number cannot hold become a `bigint`: many services use
 * 64-bit identifiers. On Node 20 a reviver cannot see the digits, so they are first turned into strings.
 * @throws {SyntaxError}
 */
export function parseExactJson(json: string): unknown {
  const value: unknown = JSON.parse(json);
  if (json.search(longInteger) < 0) return value;
  // Random, so that no string of the JSON can begin with it.
  const mark = randomUUID();
  const marked = json.replace(stringOrLongInteger, (text) =>
    text.startsWith('"') || Number.isSafeInteger(Number(text)) ? text : `"${mark}${text}"`,
  );
  return withIntegers(JSON.parse(marked), mark);
}

/** A number whose digits a JavaScript number would not keep. Only {@link stringifyExactly} can write it. */
export class JsonNumber {
  /** @param text as JSON has it */
  constructor(readonly text: string) {}

  toString(): string {
    return this.text;
  }

  /** Makes `JSON.stringify` throw rather than write an object. */
  toJSON(): bigint {
    return 0n;
  }
}

/** As `JSON.stringify`, but a `bigint` or a {@link JsonNumber} becomes a number with exactly its digits. */
export function stringifyExactly(value: unknown, indent?: number): string {
  return stringifyWith((text) => text, value, indent);
}

/** As {@link stringifyExactly}, but equal for numbers of the same value: `1.50` is written as `1.5`. */
export function stringifyValues(value: unknown): string {
  return stringifyWith(simplifyNumber, value);
}

/** The shortest usual text for the value of a number in JSON. */
function simplifyNumber(text: string): string {
  const short = String(Number(text));
  return toDecimal(short) === toDecimal(text) ? short : toDecimal(text);
}

/** The value of a number in JSON, or of one as JavaScript prints it, as its significant digits and their exponent. */
function toDecimal(text: string): string {
  const [, sign = '', whole = '', decimals = '', exponent = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:e\+?(-?\d+))?$/i.exec(text) ?? [];
  const digits = (whole + decimals).replace(/^0+/, '');
  const significant = digits.replace(/0+$/, '');
  if (significant === '') return '0';
  const shift = digits.length - significant.length - decimals.length;
  return `${sign}${significant}e${BigInt(exponent) + BigInt(shift)}`;
}

/** @param write the text of a {@link JsonNumber} */
function stringifyWith(write: (text: string) => string, value: unknown, indent?: number): string {
  try {
    return JSON.stringify(value, undefined, indent);
  } catch {
    // Few values hold one of them, which throws, and a replacer would take several times as long.
    return stringifyNumbers(write, value, indent);
  }
}

function stringifyNumbers(write: (text: string) => string, value: unknown, indent?: number): string {
  const mark = randomUUID();
  const replace = function (this: Readonly<Record<string, unknown>>, key: string, item: unknown) {
    const given = this[key];
    if (given instanceof JsonNumber) return mark + write(given.text);
    return typeof item === 'bigint' ? `${mark}${item}` : item;
  };
  const json = JSON.stringify(value, replace, indent);
  return json.replace(new RegExp(`"${mark}([^"]+)"`, 'g'), '$1');
}

/** Replaces in place, because a reviver would take ten times as long. */
function withIntegers(value: unknown, mark: string): unknown {
  if (typeof value === 'string') return value.startsWith(mark) ? BigInt(value.slice(mark.length)) : value;
  if (typeof value !== 'object' || value === null) return value;
  const items = value as Record<string, unknown>;
  for (const key of Object.keys(items)) items[key] = withIntegers(items[key], mark);
  return value;
}
