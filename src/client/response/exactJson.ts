import { randomUUID } from 'node:crypto';

/**
 * Matches, in JSON outside strings, an integer that may have more digits than a number can hold. 39 digits cover 128
 * bits.
 */
const longInteger = /(?<=^|[[:,\s])-?[1-9]\d{15,38}(?=[\s,\]}]|$)/g;

/**
 * As `JSON.parse`, but integers of 16 to 39 digits that a number cannot hold become a `bigint`: many services use
 * 64-bit identifiers. On Node 20 a reviver cannot see the digits, so they are first turned into strings.
 * @throws {SyntaxError}
 */
export function parseExactJson(json: string): unknown {
  const value: unknown = JSON.parse(json);
  if (json.search(longInteger) === -1) return value;
  // Random, so that no string of the JSON can begin with it.
  const mark = randomUUID();
  return withIntegers(JSON.parse(markIntegers(json, mark)), mark);
}

/** A number with more digits than one of JavaScript, or with others. Only {@link stringifyExactly} can write it. */
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
  try {
    return JSON.stringify(value, undefined, indent);
  } catch {
    // Few values hold one of them, which throws, and a replacer would take several times as long.
    return stringifyNumbers(value, indent);
  }
}

function stringifyNumbers(value: unknown, indent?: number): string {
  const mark = randomUUID();
  const replace = function (this: Readonly<Record<string, unknown>>, key: string, item: unknown) {
    const given = this[key];
    if (given instanceof JsonNumber) return mark + given.text;
    return typeof item === 'bigint' ? `${mark}${item}` : item;
  };
  const json = JSON.stringify(value, replace, indent);
  return json.replace(new RegExp(`"${mark}([^"]+)"`, 'g'), '$1');
}

/** @param json valid JSON. @returns the same JSON with long integers replaced by strings that begin with the mark */
function markIntegers(json: string, mark: string): string {
  const parts: string[] = [];
  let done = 0;
  let text = findNextString(json, 0);
  for (const { 0: digits, index } of json.matchAll(longInteger)) {
    while (text.end <= index) text = findNextString(json, text.end);
    const isInText = text.start < index;
    if (isInText || Number.isSafeInteger(Number(digits))) continue;
    parts.push(json.slice(done, index), `"${mark}${digits}"`);
    done = index + digits.length;
  }
  return parts.join('') + json.slice(done);
}

/**
 * The position of the next string in the JSON, from its opening quote to just after its closing one; the end of the
 * JSON when there is none.
 */
function findNextString(json: string, from: number): { readonly start: number; readonly end: number } {
  const start = json.indexOf('"', from);
  if (start === -1) return { start: json.length, end: Infinity };
  let end = start + 1;
  while (json[end] !== '"') end += json[end] === '\\' ? 2 : 1;
  return { start, end: end + 1 };
}

/** Replaces in place, because a reviver would take ten times as long. */
function withIntegers(value: unknown, mark: string): unknown {
  if (typeof value === 'string') return value.startsWith(mark) ? BigInt(value.slice(mark.length)) : value;
  if (typeof value !== 'object' || value === null) return value;
  const items = value as Record<string, unknown>;
  for (const key of Object.keys(items)) items[key] = withIntegers(items[key], mark);
  return value;
}
