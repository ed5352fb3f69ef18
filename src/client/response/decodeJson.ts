import { type ResponseContext, ResponseError } from '../core/errors';
import { parseInSteps } from '../core/exactJson';
import { endStepIfLarge, type Steps } from '../core/yieldToEventLoop';

/** Limit for the JSON values in one response: 100,000 projects with nine fields each. */
const maxValues = 1_000_000;

/** Limit for the nesting that is decoded, so that code behind the decoder may recurse. */
const maxDepth = 32;

/** Bytes that are read in one step, except in a string: it ends with the string. */
const stepBytes = 2 ** 20;

const quote = 0x22;
const comma = 0x2c;
const openBracket = 0x5b;
const backslash = 0x5c;
const closeBracket = 0x5d;
const openBrace = 0x7b;
const closeBrace = 0x7d;

/**
 * Decodes the JSON value of a response: strict UTF-8, with or without a byte order mark, nested at most 32 levels
 * deep, so that later code may recurse. A short response is one step.
 * @param moreValues number of values allowed beyond 1,000,000
 * @throws {ResponseError} `notJson`, `tooDeep` or `tooLarge`
 */
export function* decodeJson(bytes: Buffer, context: ResponseContext, moreValues = 0): Steps<unknown> {
  const violation = yield* findLimitViolation(bytes, maxValues + moreValues);
  if (violation !== undefined) throw new ResponseError(context, violation);
  yield* endStepIfLarge(bytes.length);
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    yield* endStepIfLarge(bytes.length);
    return yield* parseInSteps(text);
  } catch {
    throw new ResponseError(context, 'notJson');
  }
}

/**
 * Why a JSON text must not be parsed: nested more than 32 levels deep, or with more values than `maxValues`.
 * Checked on the raw bytes before parsing, because three bytes of JSON can become a hundred in memory.
 */
function* findLimitViolation(json: Buffer, maxValues: number): Steps<'tooDeep' | 'tooLarge' | undefined> {
  let depth = 0;
  // Every value but the first follows a comma or an opening bracket; an empty container is counted as two.
  let values = 1;
  for (let [at, end] = [0, stepBytes]; at < json.length; at++) {
    if (at >= end) {
      yield;
      end = at + stepBytes;
    }
    const byte = json[at];
    if (byte === quote) at = findEndOfString(json, at);
    else if (byte === comma) values++;
    else if (byte === openBracket || byte === openBrace) {
      values++;
      depth++;
    } else if (byte === closeBracket || byte === closeBrace) depth--;
    if (depth > maxDepth) return 'tooDeep';
    if (values > maxValues) return 'tooLarge';
  }
  return undefined;
}

/** @param start position of the opening quote. @returns position of the closing quote, or the end of the text */
function findEndOfString(json: Buffer, start: number): number {
  let at = start + 1;
  while (at < json.length && json[at] !== quote) at += json[at] === backslash ? 2 : 1;
  return at;
}
