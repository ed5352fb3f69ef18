import type { ResponseContext } from '../core/errors';
import { ResponseError } from '../core/errors';
import { parseExactJson } from './exactJson';
import { findJsonLimitViolation } from './jsonLimits';
import { yieldIfLarge } from './yieldToEventLoop';

/** Values in one answer: 100,000 projects with nine fields each. */
const mostValues = 1_000_000;

/**
 * The JSON value in the bytes of an answer: strict UTF-8, with or without a byte order mark, nested at most
 * 32 levels deep, so that everything behind it may recurse.
 * @param moreValues how many values it may have beyond 1,000,000
 * @throws {ResponseError} `notJson`, `tooDeep` or `tooLarge`
 */
export function decodeJson(bytes: Buffer, context: ResponseContext, moreValues = 0): unknown {
  requireModest(bytes, context, moreValues);
  return parsed(decoded(bytes, context), context);
}

/** As `decodeJson`, for answers that may be long: between its steps, others have their turn. */
export async function decodeLongJson(
  bytes: Buffer,
  context: ResponseContext,
  moreValues = 0,
): Promise<unknown> {
  requireModest(bytes, context, moreValues);
  await yieldIfLarge(bytes.length);
  const text = decoded(bytes, context);
  await yieldIfLarge(bytes.length);
  const json = parsed(text, context);
  await yieldIfLarge(bytes.length);
  return json;
}

function requireModest(bytes: Buffer, context: ResponseContext, moreValues: number): void {
  const excess = findJsonLimitViolation(bytes, mostValues + moreValues);
  if (excess !== undefined) throw new ResponseError(context, excess);
}

function decoded(bytes: Buffer, context: ResponseContext): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new ResponseError(context, 'notJson');
  }
}

function parsed(text: string, context: ResponseContext): unknown {
  try {
    return parseExactJson(text);
  } catch {
    throw new ResponseError(context, 'notJson');
  }
}
