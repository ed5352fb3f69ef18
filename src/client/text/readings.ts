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
  let [size, from] = [0, 0];
  const keepUpTo = (end: number) => {
    while (from < end) origins[size++] = from++;
  };
  const plain = text.replace(escapes, (escape, index: number) => {
    const decoded = decodeEscape(escape);
    if (decoded.length >= escape.length) return escape;
    keepUpTo(index);
    for (let unit = 0; unit < decoded.length; unit++) origins[size++] = index;
    from = index + escape.length;
    return decoded;
  });
  keepUpTo(text.length);
  origins[size] = text.length;
  return [{ text }, { text: plain, origins }];
}

const controls: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' };

/** @returns the escape itself if it stands for nothing */
function decodeEscape(escape: string): string {
  if (escape.startsWith('&')) return decodeReferences(escape);
  if (escape.startsWith('%')) return decodePercent(escape);
  const code = escape.slice(1);
  if (code.length > 1) return String.fromCharCode(Number(`0x${code.slice(1)}`));
  return controls[code] ?? code;
}

/** As `decodeURIComponent`, but leaves a text unchanged that is not percent-encoded UTF-8. */
export function decodePercent(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
