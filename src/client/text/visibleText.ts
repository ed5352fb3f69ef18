/**
 * Control, format (such as bidirectional) and private characters, separators of lines, halves of pairs, and what
 * has no shape, such as fillers, joiners and variations. The blank of Braille is none by its properties.
 */
const hidden = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/u;

/**
 * U+FE0F where it can be seen: behind what would else be shown as text, such as the heart U+2764. Behind a digit,
 * or behind what is an emoji anyway, it changes nothing that people see.
 */
const emojiStyle = /(?<=(?![0-9#*]|\p{Emoji_Presentation})\p{Emoji})\ufe0f/gu;

/** Without the characters that only make emoji of symbols, which can be seen as such. */
export function withoutEmojiStyle(text: string): string {
  return text.replace(emojiStyle, '');
}

/**
 * Text from outside as one line of plain text for people: what cannot be seen, or changes how the rest is seen,
 * is shown by its code, such as `\u{202e}`. At most `length` characters (UTF-16 code units), the last one `…`
 * where something is cut off.
 */
export function escapeInvisible(text: string, length = 200): string {
  if (text.length <= length && !hidden.test(text)) return text;
  // Nothing gets shorter by being shown, so that what lies further behind need not be looked at.
  const pieces =
    text
      .slice(0, length + 1)
      .match(piece)
      ?.map(shown) ?? [];
  let size = pieces.reduce((sum, shownPiece) => sum + shownPiece.length, 0);
  if (size <= length) return pieces.join('');
  while (size > length - 1) size -= pieces.pop()?.length ?? size;
  return pieces.join('') + '…';
}

/** One character, or two that are seen as one. */
const piece = new RegExp(`[^](?:${emojiStyle.source})?`, 'gu');

function shown(text: string): string {
  const character = withoutEmojiStyle(text);
  return hidden.test(character) ? `\\u{${character.codePointAt(0)?.toString(16) ?? ''}}` : text;
}
