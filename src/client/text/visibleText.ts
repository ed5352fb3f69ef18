/**
 * Control, format (such as bidirectional) and private-use characters, line separators, lone surrogates, and
 * invisible characters such as fillers, joiners and variation selectors, for a class of a regular expression. The
 * Braille blank is listed because no property covers it.
 */
export const hiddenCharacters = String.raw`\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800`;

/**
 * U+FE0F where it has a visible effect: after a character that is otherwise shown as text, such as the heart U+2764.
 * After a digit or a character that is always an emoji, it changes nothing visible.
 */
const emojiStyle = /(?<=(?![0-9#*]|\p{Emoji_Presentation})\p{Emoji})\ufe0f/gu;

/** Removes the variation selectors that only turn symbols into emoji: the symbols stay visible. */
export function withoutEmojiStyle(text: string): string {
  return text.replace(emojiStyle, '');
}

const hidden = new RegExp(`(?!${emojiStyle.source})[${hiddenCharacters}]`, 'gu');

/**
 * Formats untrusted text as one line of plain text: characters that are invisible, or change how the rest is
 * displayed, are shown by their code, such as `\u{202e}`. At most `length` characters (UTF-16 code units), the last
 * one `…` when truncated.
 */
export function escapeInvisible(text: string, length = 200): string {
  // Most of the names in a list of 100,000 are such, and this takes a tenth of the time.
  if (text.length <= length && /^[ -~]*$/.test(text)) return text;
  // Escaping only lengthens text, so characters beyond the limit can be ignored.
  const beginning = text.slice(0, length + 1);
  const shown = beginning.replace(
    hidden,
    (character) => `\\u{${character.codePointAt(0)?.toString(16) ?? ''}}`,
  );
  if (shown.length <= length) return shown;
  // Neither a code nor a character of two units is cut.
  return shown.slice(0, length - 1).replace(/\\(u(\{[\da-f]*)?)?$|[\ud800-\udbff]$/, '') + '…';
}
