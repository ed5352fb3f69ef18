import type { AnswerContext } from './errors';
import { AnswerError } from './errors';

const deepest = 32;

/**
 * The JSON value in the bytes of an answer: strict UTF-8, with or without a byte order mark, nested at most
 * 32 levels, so that everything behind it may recurse.
 * @throws {AnswerError} `notJson` or `tooDeep`
 */
export function decodeJson(bytes: Buffer, context: AnswerContext): unknown {
  const json = parse(bytes, context);
  if (depth(json) > deepest) throw new AnswerError(context, 'tooDeep');
  return json;
}

function parse(bytes: Buffer, context: AnswerContext): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw new AnswerError(context, 'notJson');
  }
}

function depth(json: unknown): number {
  let level = [json].filter(isContainer);
  let count = 0;
  while (level.length > 0 && count <= deepest) {
    level = level.flatMap((container) => Object.values(container).filter(isContainer));
    count++;
  }
  return count;
}

/** Whether a JSON value is an object or an array. */
export function isContainer(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

/** Whether a JSON value is an object, not an array. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return isContainer(value) && !Array.isArray(value);
}
