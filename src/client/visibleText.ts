/** Control, format (such as bidirectional) and private characters, separators of lines, halves of pairs. */
const hidden = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}]/u;

/**
 * Text from outside as one line of plain text for people: what cannot be seen, or changes how the rest is seen,
 * is shown by its code, such as `\u{202e}`. At most `length` characters (UTF-16 code units), the last one `…`
 * where something is cut off.
 */
export function visibleText(text: string, length = 200): string {
  if (text.length <= length && !hidden.test(text)) return text;
  // Nothing gets shorter by being shown, so that what lies further behind need not be looked at.
  const pieces = Array.from(text.slice(0, length + 1), shown);
  let size = pieces.reduce((sum, piece) => sum + piece.length, 0);
  if (size <= length) return pieces.join('');
  while (size > length - 1) size -= pieces.pop()?.length ?? size;
  return pieces.join('') + '…';
}

function shown(character: string): string {
  return hidden.test(character) ? `\\u{${character.codePointAt(0)?.toString(16) ?? ''}}` : character;
}
