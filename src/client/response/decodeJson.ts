import { type ResponseContext, ResponseError } from '../core/errors';
import { parseInSteps } from './exactJson';
import { findJsonLimitViolation } from './jsonLimits';
import { endStepIfLarge, type Steps } from './yieldToEventLoop';

/** Limit for the JSON values in one response: 100,000 projects with nine fields each. */
const maxValues = 1_000_000;

/**
 * Decodes the JSON value of a response: strict UTF-8, with or without a byte order mark, nested at most 32 levels
 * deep, so that later code may recurse. A short response is one step.
 * @param moreValues number of values allowed beyond 1,000,000
 * @throws {ResponseError} `notJson`, `tooDeep` or `tooLarge`
 */
export function* decodeJson(bytes: Buffer, context: ResponseContext, moreValues = 0): Steps<unknown> {
  const violation = yield* findJsonLimitViolation(bytes, maxValues + moreValues);
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
