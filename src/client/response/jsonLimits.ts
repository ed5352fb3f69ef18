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
 * Why a JSON text must not be parsed: nested more than 32 levels deep, or with more values than `mostValues`.
 * Checked on the raw bytes before parsing, because three bytes of JSON can become a hundred in memory.
 */
export function findJsonLimitViolation(json: Buffer, mostValues: number): 'tooDeep' | 'tooLarge' | undefined {
  let depth = 0;
  // Every value but the first follows a comma or an opening bracket; an empty container is counted as two.
  let values = 1;
  for (let at = 0; at < json.length; at++) {
    const byte = json[at];
    if (byte === quote) at = findEndOfString(json, at);
    else if (byte === comma) values++;
    else if (byte === openBracket || byte === openBrace) {
      values++;
      depth++;
    } else if (byte === closeBracket || byte === closeBrace) depth--;
    if (depth > maxDepth) return 'tooDeep';
    if (values > mostValues) return 'tooLarge';
  }
  return undefined;
}

/** @param start position of the opening quote. @returns position of the closing quote, or the end of the text */
function findEndOfString(json: Buffer, start: number): number {
  let at = start + 1;
  while (at < json.length && json[at] !== quote) at += json[at] === backslash ? 2 : 1;
  return at;
}
