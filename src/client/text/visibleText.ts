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
const emojiStyle = String.raw`(?<=(?![0-9#*]|\p{Emoji_Presentation})\p{Emoji})\ufe0f`;

/** Letters and marks of the scripts in which letters are joined, or change their form beside each other. */
const joined = 'Arab Beng Deva Gujr Guru Khmr Knda Mlym Mong Mymr Orya Sinh Syrc Taml Telu Tibt'
  .split(' ')
  .map((script) => String.raw`\p{Script=${script}}`)
  .join('');

/** The signs that take the vowel from a letter of an Indic script: a joiner behind one changes the letter. */
const virama = String.raw`\u094d\u09cd\u0a4d\u0acd\u0b4d\u0bcd\u0c4d\u0ccd\u0d4d\u0dca`;

/** A joiner or non-joiner that belongs to the spelling of a word, as in Persian, Hindi and Sinhala. */
const spelling = String.raw`(?<=[${joined}])[\u200c\u200d](?=[${joined}])|(?<=[${virama}])[\u200c\u200d]`;

const shaper = new RegExp(`${emojiStyle}|${spelling}`, 'gu');

/**
 * Removes the invisible characters that only shape visible ones around them: variation selectors that turn symbols into
 * emoji, and joiners that spelling requires.
 */
export function withoutShapers(text: string): string {
  return text.replace(shaper, '');
}

/** Whether a text has characters that cannot be seen, or change how the rest is displayed. */
export function hasInvisible(text: string): boolean {
  return new RegExp(`[${hiddenCharacters}]`, 'u').test(withoutShapers(text));
}

const hidden = new RegExp(`(?!${shaper.source})[${hiddenCharacters}]`, 'gu');

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
