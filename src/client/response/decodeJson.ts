import { type ResponseContext, ResponseError } from '../core/errors';
import { parseExactJson } from './exactJson';
import { findJsonLimitViolation } from './jsonLimits';
import { yieldIfLarge } from './yieldToEventLoop';

/** Limit for the JSON values in one response: 100,000 projects with nine fields each. */
const maxValues = 1_000_000;

/**
 * Decodes the JSON value of a response: strict UTF-8, with or without a byte order mark, nested at most 32 levels
 * deep, so that later code may recurse.
 * @param moreValues number of values allowed beyond 1,000,000
 * @throws {ResponseError} `notJson`, `tooDeep` or `tooLarge`
 */
export function decodeJson(bytes: Buffer, context: ResponseContext, moreValues = 0): unknown {
  assertModestSize(bytes, context, moreValues);
  return parseText(decodeUtf8(bytes, context), context);
}

/** As `decodeJson`, for responses that may be long: yields to the event loop between its steps. */
export async function decodeLongJson(
  bytes: Buffer,
  context: ResponseContext,
  moreValues = 0,
): Promise<unknown> {
  assertModestSize(bytes, context, moreValues);
  await yieldIfLarge(bytes.length);
  const text = decodeUtf8(bytes, context);
  await yieldIfLarge(bytes.length);
  const json = parseText(text, context);
  await yieldIfLarge(bytes.length);
  return json;
}

function assertModestSize(bytes: Buffer, context: ResponseContext, moreValues: number): void {
  const excess = findJsonLimitViolation(bytes, maxValues + moreValues);
  if (excess !== undefined) throw new ResponseError(context, excess);
}

function decodeUtf8(bytes: Buffer, context: ResponseContext): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new ResponseError(context, 'notJson');
  }
}

function parseText(text: string, context: ResponseContext): unknown {
  try {
    return parseExactJson(text);
  } catch {
    throw new ResponseError(context, 'notJson');
  }
}
