import { randomUUID } from 'node:crypto';

/** In JSON outside its texts: an integer that may have more digits than a number keeps. 39 digits are 128 bits. */
const longInteger = /(?<=^|[[:,\s])-?[1-9]\d{15,38}(?=[\s,\]}]|$)/g;

/**
 * As `JSON.parse`, but integers of 16 to 39 digits that a number cannot hold become a `bigint`: many services
 * give identifiers of 64 bits. Node 20 does not show a reviver the digits, so that they are read as texts first.
 * @throws {SyntaxError}
 */
export function parseExactJson(json: string): unknown {
  const value: unknown = JSON.parse(json);
  if (json.search(longInteger) === -1) return value;
  // No text of the JSON begins like this: it is made up after the JSON came.
  const mark = randomUUID();
  return withIntegers(JSON.parse(markIntegers(json, mark)), mark);
}

/** As `JSON.stringify`, where a `bigint` becomes a number with exactly its digits. */
export function exactJson(value: unknown, indent?: number): string {
  const mark = randomUUID();
  const json = JSON.stringify(
    value,
    (_key, item: unknown) => (typeof item === 'bigint' ? `${mark}${item}` : item),
    indent,
  );
  return json.replace(new RegExp(`"${mark}(-?\\d+)"`, 'g'), '$1');
}

/** @param json valid JSON @returns the same with texts, which begin with the mark, in place of long integers */
function markIntegers(json: string, mark: string): string {
  const parts: string[] = [];
  let done = 0;
  let text = nextText(json, 0);
  for (const { 0: digits, index } of json.matchAll(longInteger)) {
    while (text.end <= index) text = nextText(json, text.end);
    const isInText = text.start < index;
    if (isInText || Number.isSafeInteger(Number(digits))) continue;
    parts.push(json.slice(done, index), `"${mark}${digits}"`);
    done = index + digits.length;
  }
  return parts.join('') + json.slice(done);
}

/** The next text of the JSON, from its first quotation mark to behind its last one; at the end when there is none. */
function nextText(json: string, from: number): { readonly start: number; readonly end: number } {
  const start = json.indexOf('"', from);
  if (start === -1) return { start: json.length, end: Infinity };
  let end = start + 1;
  while (json[end] !== '"') end += json[end] === '\\' ? 2 : 1;
  return { start, end: end + 1 };
}

/** In place: a reviver would take ten times as long. */
function withIntegers(value: unknown, mark: string): unknown {
  if (typeof value === 'string') return value.startsWith(mark) ? BigInt(value.slice(mark.length)) : value;
  if (typeof value !== 'object' || value === null) return value;
  const items = value as Record<string, unknown>;
  for (const key of Object.keys(items)) items[key] = withIntegers(items[key], mark);
  return value;
}
