import { withoutEmojiStyle } from '../client/text/visibleText';

/** Why a name cannot stand in a model. */
export type NameProblem =
  'controlCharacters' | 'notUnicode' | 'pathLike' | 'reserved' | 'trailing' | 'tooLong';

/** Longest path segment that common file systems store; bytes of UTF-8. */
const longestSegment = 255;

/** Longest path that common systems open; bytes of UTF-8. */
const longestName = 4096;

// Control characters, and what reorders or hides text or cannot be seen: a name must read as what it is. Of the
// blanks only that of Braille is none by its properties.
const hidden =
  /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}\p{Default_Ignorable_Code_Point}\u180e\ufff9-\ufffb\u2800]/u;

// The name on disk was not Unicode: a replacement shows that decoding has damaged the name already.
const damaged = /[\ufffd\p{Surrogate}]/u;

// On Windows the first is a path of its own or of another drive, and the second a device, whatever its extension.
const pathLike = /^\.{0,2}$|\\|^.:/u;
const device = /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9¹²³]) *(?:[.:]|$)/iu;

/**
 * Checks the relative path of a file, with `/`. A model may be read on another system than the one that
 * made it, so what no common system can store under its own name is refused everywhere.
 */
export function nameProblem(name: string): NameProblem | undefined {
  if (hidden.test(withoutEmojiStyle(name))) return 'controlCharacters';
  if (damaged.test(name)) return 'notUnicode';
  const segments = name.split('/');
  if (segments.some((segment) => pathLike.test(segment))) return 'pathLike';
  if (segments.some((segment) => device.test(segment))) return 'reserved';
  if (segments.some((segment) => /[. ]$/.test(segment))) return 'trailing';
  return excessiveLength(name) === undefined ? undefined : 'tooLong';
}

/** Bytes of the segment, or else of the whole name, that is too long. */
export function excessiveLength(name: string): number | undefined {
  const segment = name.split('/').find((part) => Buffer.byteLength(part) > longestSegment);
  if (segment !== undefined) return Buffer.byteLength(segment);
  const whole = Buffer.byteLength(name);
  return whole > longestName ? whole : undefined;
}

/** Two names with the same key are one file on a system that ignores case or Unicode form. */
export function nameKey(name: string): string {
  return name.normalize('NFC').toLowerCase();
}
