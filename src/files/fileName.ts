import { withoutShapers } from '../client/text/visibleText';

/** Why a name is not allowed in a model. */
export type NameProblem =
  'controlCharacters' | 'notUnicode' | 'pathLike' | 'reserved' | 'trailing' | 'tooLong';

/** Limit of common file systems for a path segment; bytes of UTF-8. */
const maxSegmentBytes = 255;

/** Limit of common systems for a path; bytes of UTF-8. */
const maxNameBytes = 4096;

// Control characters, and characters that reorder or hide text or are invisible: a name must be readable as it is.
// The Braille blank is listed because no property covers it.
const hidden =
  /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}\p{Default_Ignorable_Code_Point}\u180e\ufff9-\ufffb\u2800]/u;

// A replacement character shows that the name on disk was not Unicode, so decoding has already damaged it.
const damaged = /[\ufffd\p{Surrogate}]/u;

// On Windows the first pattern is a path of its own or of another drive, and the second a device, whatever its
// extension.
const pathLike = /^\.{0,2}$|\\|^.:/u;
const device = /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9¹²³]) *(?:[.:]|$)/iu;

/**
 * Checks the relative path of a file, with `/`. Rejects on every system what a common system would store under another
 * name or in another place, because a model may be used on another system than it was created on. The characters
 * `*?"<>|` are allowed, although Windows refuses to create such a file.
 */
export function findNameProblem(name: string): NameProblem | undefined {
  if (hidden.test(withoutShapers(name))) return 'controlCharacters';
  if (damaged.test(name)) return 'notUnicode';
  const segments = name.split('/');
  if (segments.some((segment) => pathLike.test(segment))) return 'pathLike';
  if (segments.some((segment) => device.test(segment))) return 'reserved';
  if (segments.some((segment) => /[. ]$/.test(segment))) return 'trailing';
  return getExcessiveLength(name) === undefined ? undefined : 'tooLong';
}

/** Length in bytes of a segment, or else of the whole name, that is too long. */
export function getExcessiveLength(name: string): number | undefined {
  const segment = name.split('/').find((part) => Buffer.byteLength(part) > maxSegmentBytes);
  if (segment !== undefined) return Buffer.byteLength(segment);
  const whole = Buffer.byteLength(name);
  return whole > maxNameBytes ? whole : undefined;
}

/** Two names with the same key denote one file on a system that ignores case or Unicode form. */
export function toNameKey(name: string): string {
  return name.normalize('NFC').toLowerCase();
}

/** Orders files by their names, so that every computer finds the same order. */
export function compareNames(a: { readonly name: string }, b: { readonly name: string }): number {
  return a.name < b.name ? -1 : a.name > b.name ? 1 : 0;
}
