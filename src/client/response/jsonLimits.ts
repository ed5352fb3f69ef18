/** Deepest nesting that is decoded, so that everything behind the decoder may recurse. */
const deepest = 32;

const quote = 0x22;
const comma = 0x2c;
const openBracket = 0x5b;
const backslash = 0x5c;
const closeBracket = 0x5d;
const openBrace = 0x7b;
const closeBrace = 0x7d;

/**
 * Why a JSON text is not to be parsed: nested more than 32 levels deep, or with more values than `mostValues`.
 * It is judged by its bytes, because some three of them are enough for a value that takes a hundred.
 */
export function findJsonLimitViolation(json: Buffer, mostValues: number): 'tooDeep' | 'tooLarge' | undefined {
  let depth = 0;
  // Every value but the first follows a comma or an opening bracket, and an empty container counts as two.
  let values = 1;
  for (let at = 0; at < json.length; at++) {
    const byte = json[at];
    if (byte === quote) at = endOfString(json, at);
    else if (byte === comma) values++;
    else if (byte === openBracket || byte === openBrace) {
      values++;
      depth++;
    } else if (byte === closeBracket || byte === closeBrace) depth--;
    if (depth > deepest) return 'tooDeep';
    if (values > mostValues) return 'tooLarge';
  }
  return undefined;
}

/** @param start where its first quotation mark is @returns where its last one is, or the end of the text */
function endOfString(json: Buffer, start: number): number {
  let at = start + 1;
  while (at < json.length && json[at] !== quote) at += json[at] === backslash ? 2 : 1;
  return at;
}
