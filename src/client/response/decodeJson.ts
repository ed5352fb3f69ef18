import { type ResponseContext, ResponseError } from '../core/errors';
import { parseExactJsonWithPauses } from '../core/exactJson';
import { pause } from '../core/pause';

/** Limit for the JSON values in one response: 100,000 projects with nine fields each. */
const maxValues = 1_000_000;

/** Limit for the nesting that is decoded, so that code behind the decoder may recurse. */
const maxDepth = 32;

const quote = 0x22;
const comma = 0x2c;
const openBracket = 0x5b;
const backslash = 0x5c;
const closeBracket = 0x5d;
const openBrace = 0x7b;
const closeBrace = 0x7d;

/**
 * Decodes the JSON value of a response as `parseExactJson`: strict UTF-8, with or without a byte order mark. The
 * limits are checked before, because three bytes of JSON can become a hundred in memory. It pauses between its passes,
 * because 48 MiB take longer than the extension host may stand still.
 * @param moreValues number of values allowed beyond 1,000,000
 * @throws {ResponseError} `notJson`, `tooDeep` or `tooLarge`
 */
export async function decodeJson(bytes: Buffer, context: ResponseContext, moreValues = 0): Promise<unknown> {
  const problem = findExceededLimit(bytes, maxValues + moreValues);
  if (problem !== undefined) throw new ResponseError(context, problem);
  await pause();
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    await pause();
    return await parseExactJsonWithPauses(text);
  } catch {
    throw new ResponseError(context, 'notJson');
  }
}

/** Looks at brackets, commas and strings only, whether the text is JSON or not. */
function findExceededLimit(json: Buffer, maxCount: number): 'tooDeep' | 'tooLarge' | undefined {
  // Every value but the first follows a comma or an opening bracket; an empty container is counted as two.
  let values = 1;
  let depth = 0;
  for (let at = 0; at < json.length; at++) {
    const byte = json[at];
    if (byte === quote) at = findEndOfString(json, at);
    else if (byte === closeBracket || byte === closeBrace) depth--;
    else if (byte === comma || byte === openBracket || byte === openBrace) {
      values++;
      if (byte !== comma) depth++;
      if (depth > maxDepth) return 'tooDeep';
      if (values > maxCount) return 'tooLarge';
    }
  }
  return undefined;
}

/** @param start position of the opening quote. @returns position of the closing quote, or the end of the text */
function findEndOfString(json: Buffer, start: number): number {
  let at = start + 1;
  while (at < json.length && json[at] !== quote) at += json[at] === backslash ? 2 : 1;
  return at;
}
