/** Why a name cannot stand in a model. */
export type NameProblem = 'controlCharacters' | 'notUnicode' | 'tooLong';

/** Longest path segment that common file systems store; bytes of UTF-8. */
const longestSegment = 255;

// C0, DEL, C1, and the characters that reorder or hide text: a name must read as what it is.

const hidden = /[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u202a-\u202e\u2066-\u2069\ufeff]/u;

/** Checks the relative path of a file, with `/`. */
export function nameProblem(name: string): NameProblem | undefined {
  if (hidden.test(name)) return 'controlCharacters';
  // What the file system gave was not UTF-8: the name was already damaged by decoding it.
  if (name.includes('\ufffd')) return 'notUnicode';
  if (name.split('/').some((segment) => Buffer.byteLength(segment) > longestSegment)) return 'tooLong';
  return undefined;
}

/** Two names with the same key are one file on a system that ignores case or Unicode form. */
export function nameKey(name: string): string {
  return name.normalize('NFC').toLowerCase();
}
