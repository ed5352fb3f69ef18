import { decodeReferences } from './characterReferences';

/** A text, or that text with its escapes decoded. */
export interface Reading {
  readonly text: string;
  /** For each character, and for the end, its position in the original text. Absent for that text itself. */
  readonly origins?: Uint32Array;
}

/** One character in percent-encoded UTF-8, an escape of JSON, or a character reference of XML or HTML. */
const escapes =
  /%[0-7][\da-f]|%[c-f][\da-f](?:%[89ab][\da-f]){1,3}|\\u[\da-f]{4}|\\["\\/bfnrt]|&#?\w{1,8};/gi;

/** A text as received, and, if it has escapes, with all of them decoded once. */
export function readingsOf(text: string): Reading[] {
  if (!/[%\\&]/.test(text)) return [{ text }];
  const origins = new Uint32Array(text.length + 1);
  const pieces: string[] = [];
  let [size, from] = [0, 0];
  const keepUpTo = (end: number) => {
    pieces.push(text.slice(from, end));
    for (let at = from; at < end; at++) origins[size++] = at;
    from = end;
  };
  for (const { 0: escape, index } of text.matchAll(escapes)) {
    const decoded = decodeEscape(escape);
    if (decoded.length >= escape.length) continue;
    keepUpTo(index);
    pieces.push(decoded);
    for (let unit = 0; unit < decoded.length; unit++) origins[size++] = index;
    from = index + escape.length;
  }
  keepUpTo(text.length);
  origins[size] = text.length;
  return [{ text }, { text: pieces.join(''), origins }];
}

const controls: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' };

/** @returns the escape itself if it stands for nothing */
function decodeEscape(escape: string): string {
  if (escape.startsWith('&')) return decodeReferences(escape);
  if (escape.startsWith('\\')) {
    const code = escape.slice(1);
    return code.length > 1
      ? String.fromCharCode(Number.parseInt(code.slice(1), 16))
      : (controls[code] ?? code);
  }
  try {
    return decodeURIComponent(escape);
  } catch {
    return escape;
  }
}
