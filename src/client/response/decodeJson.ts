import { type ResponseContext, ResponseError } from '../core/errors';
import { parseJsonInSteps } from '../core/parseJson';
import type { Steps } from '../core/yieldToEventLoop';

/** Limit for the JSON values in one response: 100,000 projects with nine fields each. */
const maxValues = 1_000_000;

/** Limit for the nesting that is decoded, so that code behind the decoder may recurse. */
const maxDepth = 32;

/**
 * Decodes the JSON value of a response: strict UTF-8, with or without a byte order mark. A short response is one step.
 * @param moreValues number of values allowed beyond 1,000,000
 * @throws {ResponseError} `notJson`, `tooDeep` or `tooLarge`
 */
export function* decodeJson(bytes: Buffer, context: ResponseContext, moreValues = 0): Steps<unknown> {
  const createError = (reason: ResponseError['reason']) => new ResponseError(context, reason);
  try {
    return yield* parseJsonInSteps(bytes, { maxValues: maxValues + moreValues, maxDepth, createError });
  } catch (error) {
    throw error instanceof ResponseError ? error : createError('notJson');
  }
}
