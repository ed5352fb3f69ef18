import { randomUUID } from 'node:crypto';
import { isContainer } from './json';
import { isPauseDue, pause } from './pause';

/**
 * Matches a value, outside strings, that is an integer of 16 to 39 digits: one that may have more digits than a number
 * can hold. 39 digits cover 128 bits. A key is none, so that a text with one remains no JSON.
 */
const longInteger = /(?<=^|[[:,\s])-?[1-9]\d{15,38}(?=\s*(?:[,\]}]|$))/g;

/** Matches before each {@link longInteger}, and sometimes elsewhere, in a fifth of the time. */
const maybeLongInteger = /(?:^|[[:,\s])-?[1-9]\d{15}/;

/** Whether a number of the JSON may be an integer that `JSON.parse` would round. */
export function hasLongInteger(json: string): boolean {
  return maybeLongInteger.test(json) && json.search(longInteger) >= 0;
}

/**
 * As `JSON.parse`, but integers of 16 to 39 digits that a number cannot hold become a `bigint`: many services use
 * 64-bit identifiers. On Node 20 a reviver cannot see the digits, so they are first turned into strings.
 * @throws {SyntaxError}
 */
export function parseExactJson(json: string): unknown {
  const steps = parseInSteps(json);
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
  }
}

/** The same with pauses, because 12 MiB with 300,000 identifiers of 64 bits take half a second. @throws {SyntaxError} */
export async function parseExactJsonWithPauses(json: string): Promise<unknown> {
  const steps = parseInSteps(json);
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
    await pause();
  }
}

/** Yields where other work may be done. @throws {SyntaxError} */
function* parseInSteps(json: string): Generator<void, unknown> {
  const isExact = !hasLongInteger(json);
  yield;
  if (isExact) return JSON.parse(json) as unknown;
  // Random, so that no string of the JSON can begin with it.
  const mark = randomUUID();
  const marked = markIntegers(json, mark);
  yield;
  const whole = { json: JSON.parse(marked) as unknown };
  yield* restoreIntegers(whole, mark);
  return whole.json;
}

/** Turns the long integers into strings that begin with the mark. */
function markIntegers(json: string, mark: string): string {
  let at = 0;
  return json.replace(longInteger, (digits, index: number) => {
    while (at < index) at = json[at] === '"' ? findEndOfString(json, at) : at + 1;
    // Otherwise it is inside a string.
    return at === index ? `"${mark}${digits}"` : digits;
  });
}

/** @param start position of the opening quote. @returns position behind the closing quote, or the end of the text */
function findEndOfString(json: string, start: number): number {
  let at = start + 1;
  while (at < json.length && json[at] !== '"') at += json[at] === '\\' ? 2 : 1;
  return at + 1;
}

/** Replaces them in place, because a reviver would take ten times as long. */
function* restoreIntegers(whole: Record<string, unknown>, mark: string): Generator<void, void> {
  const containers = [whole];
  // The list grows while it is read.
  for (const [index, items] of containers.entries()) {
    if (isPauseDue(index)) yield;
    for (const key of Object.keys(items)) {
      const item = items[key];
      if (isContainer(item)) containers.push(item);
      else if (typeof item === 'string' && item.startsWith(mark))
        items[key] = toInteger(item.slice(mark.length));
    }
  }
}

function toInteger(digits: string): number | bigint {
  const number = Number(digits);
  return Number.isSafeInteger(number) ? number : BigInt(digits);
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

/**
 * As {@link stringifyExactly}, with all characters but those of ASCII as their codes, so that nothing in it can be mistaken
 * in a terminal.
 */
export function stringifyInAscii(value: unknown, indent?: number): string {
  return stringifyExactly(value, indent).replace(
    /[^\n\x20-\x7e]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** As {@link stringifyExactly}, but equal for numbers of the same value: `1.50` is written as `1.5`. */
export function stringifyValues(value: unknown): string {
  return stringifyWith(simplifyNumber, value);
}

/** The shortest usual text for the value of a number in JSON. */
function simplifyNumber(text: string): string {
  return isExactNumber(text) ? String(Number(text)) : toDecimal(text);
}

/** Whether a number of JavaScript has the value of a number in JSON. */
export function isExactNumber(text: string): boolean {
  const number = Number(text);
  return Number.isFinite(number) && toDecimal(String(number)) === toDecimal(text);
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
