import { randomUUID } from 'node:crypto';
import { endsStep, endStepIfLarge, type Steps } from './yieldToEventLoop';

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
  const steps = parseInSteps(json);
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

/** As {@link parseExactJson}, for a text that may be long. @throws {SyntaxError} */
export function* parseInSteps(json: string): Steps<unknown> {
  const value: unknown = JSON.parse(json);
  yield* endStepIfLarge(json.length);
  if (!(yield* mayHaveLongInteger(json))) return value;
  // Random, so that no string of the JSON can begin with it.
  const mark = randomUUID();
  const marked = yield* markIntegers(json, mark);
  yield* endStepIfLarge(json.length);
  const withMarks: unknown = JSON.parse(marked);
  yield* endStepIfLarge(json.length);
  return withIntegers(withMarks, mark);
}

/** Characters that are searched in one step. */
const stepLength = 2 ** 20;

/** Whether a long integer occurs, be it in a string or only up to the end of a piece. */
function* mayHaveLongInteger(json: string): Steps<boolean> {
  for (let start = 0; start < json.length; start += stepLength) {
    if (start > 0) yield;
    // Pieces overlap by more than the longest integer and the characters around it.
    if (json.slice(start, start + stepLength + 50).search(longInteger) >= 0) return true;
  }
  return false;
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
function* markIntegers(json: string, mark: string): Steps<string> {
  const parts: string[] = [];
  let [done, count] = [0, 0];
  for (const { 0: text, index } of json.matchAll(stringOrLongInteger)) {
    if (endsStep(++count)) yield;
    if (text.startsWith('"') || Number.isSafeInteger(Number(text))) continue;
    parts.push(json.slice(done, index), `"${mark}${text}"`);
    done = index + text.length;
  }
  return parts.join('') + json.slice(done);
}

/** Replaces in place, because a reviver would take ten times as long. */
function withIntegers(value: unknown, mark: string): unknown {
  if (typeof value === 'string') return value.startsWith(mark) ? BigInt(value.slice(mark.length)) : value;
  if (typeof value !== 'object' || value === null) return value;
  const items = value as Record<string, unknown>;
  for (const key of Object.keys(items)) items[key] = withIntegers(items[key], mark);
  return value;
}
