import type { AnswerContext } from '../core/errors';
import { AnswerError } from '../core/errors';
import { parseExactJson } from './exactJson';
import { jsonExcess } from './jsonLimits';
import { othersTurn } from './yieldToEventLoop';

/** Values in one answer: 100,000 projects with nine fields each. */
const mostValues = 1_000_000;

/**
 * The JSON value in the bytes of an answer: strict UTF-8, with or without a byte order mark, nested at most
 * 32 levels deep, so that everything behind it may recurse.
 * @param moreValues how many values it may have beyond 1,000,000
 * @throws {AnswerError} `notJson`, `tooDeep` or `tooLarge`
 */
export function decodeJson(bytes: Buffer, context: AnswerContext, moreValues = 0): unknown {
  requireModest(bytes, context, moreValues);
  return parsed(decoded(bytes, context), context);
}

/** As `decodeJson`, for answers that may be long: between its steps, others have their turn. */
export async function decodeLongJson(
  bytes: Buffer,
  context: AnswerContext,
  moreValues = 0,
): Promise<unknown> {
  requireModest(bytes, context, moreValues);
  await othersTurn(bytes.length);
  const text = decoded(bytes, context);
  await othersTurn(bytes.length);
  const json = parsed(text, context);
  await othersTurn(bytes.length);
  return json;
}

function requireModest(bytes: Buffer, context: AnswerContext, moreValues: number): void {
  const excess = jsonExcess(bytes, mostValues + moreValues);
  if (excess !== undefined) throw new AnswerError(context, excess);
}

function decoded(bytes: Buffer, context: AnswerContext): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new AnswerError(context, 'notJson');
  }
}

function parsed(text: string, context: AnswerContext): unknown {
  try {
    return parseExactJson(text);
  } catch {
    throw new AnswerError(context, 'notJson');
  }
}

