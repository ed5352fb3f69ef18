import { decodeReferences } from './characterReferences';
import type { DigitDecoder, Range } from './digitCodes';
import { hiddenCharacters } from './visibleText';

/** A text, or what it says once it is decoded. */
export interface Reading {
  readonly text: string;
  /** Whether blanks were taken out, so that words may have become one. */
  readonly isJoined: boolean;
  /** A text that was decoded, and the part of it for which a character stands. Absent for a text as it is. */
  readonly source?: { readonly reading: Reading; readonly partAt: (place: number) => Range };
}

/** Limit for all readings of a text together, so that a hostile one costs little; characters for each of the text. */
const maxGrowth = 12;

/** The same for a short text. */
const minRoom = 10_000;

/** Limit for what a text says without its escapes and blanks, because each escape may decode to another. */
const maxSpellings = 8;

/**
 * A text as received, and everything that it says in the encodings in which services repeat secrets, also in several
 * at once and in each other: escapes, blanks inside, hexadecimal and base64. For example, `Njg2\n NTc4` is also read
 * as `Njg2NTc4`, `686578` and `hex`.
 */
export function readingsOf(text: string, digits: DigitDecoder): Reading[] {
  const readings: Reading[] = [];
  let room = maxGrowth * text.length + minRoom;
  const undecoded: Reading[] = [{ text, isJoined: false }];
  // The list grows while it is read.
  for (const one of undecoded) {
    for (const reading of spell(one)) {
      room -= reading.text.length;
      if (room < 0) return readings;
      readings.push(reading);
      const decoded = readDigits(reading, digits);
      if (decoded !== undefined) undecoded.push(decoded);
    }
  }
  return readings;
}

/** As {@link readingsOf}, without hexadecimal and base64: what a secret may look like before it is encoded. */
export function spellingsOf(text: string): string[] {
  return spell({ text, isJoined: false }).map((reading) => reading.text);
}

/** A reading, and all that it says without its escapes and blanks, each text once. */
function spell(reading: Reading): Reading[] {
  const readings = new Map([[reading.text, reading]]);
  // The map grows while it is read.
  for (const one of readings.values())
    for (const next of [decodeEscapes(one), joinBlanks(one)])
      if (next !== undefined && !readings.has(next.text)) {
        if (readings.size === maxSpellings) return [...readings.values()];
        readings.set(next.text, next);
      }
  return [...readings.values()];
}

/** The part of the original text for which a part of a reading stands. */
export function toOrigin({ source }: Reading, { start, end }: Range): Range {
  if (source === undefined) return { start, end };
  return toOrigin(source.reading, { start: source.partAt(start).start, end: source.partAt(end - 1).end });
}

/** @returns the last of `count` parts that begins at a place or before it */
function findPart(count: number, place: number, startOf: (part: number) => number): number {
  let low = 0;
  let high = count;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (startOf(middle) <= place) low = middle;
    else high = middle;
  }
  return low;
}

/**
 * One character in percent-encoded UTF-8, an escape of JSON or JavaScript, a character reference of XML or HTML, or a
 * quote or dollar sign as shells, databases, tables and programs write it within quotes.
 */
const escapes =
  /%[0-7][\da-f]|%[c-f][\da-f](?:%[89ab][\da-f]){1,3}|[\\%]u[\da-f]{4}|\\u\{[\da-f]{1,6}\}|\\x[\da-f]{2}|\\["'`$\\/bfnrt]|'\\''|''|""|\$\$|&#?\w{1,8};/gi;

/** All escapes of the text, decoded once. */
function decodeEscapes(reading: Reading): Reading | undefined {
  if (!/[%\\&]|''|""|\$\$/.test(reading.text)) return undefined;
  return replaceParts(reading, escapes, { replace: decodeEscape, isJoined: reading.isJoined });
}

const controls: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' };

/** @returns the escape itself if it stands for nothing */
function decodeEscape(escape: string): string {
  if (escape.startsWith('&')) return decodeReferences(escape);
  if (/^['"$]/.test(escape)) return escape.charAt(0);
  if (/^%[^u]/i.test(escape)) return decodePercent(escape);
  const code = escape.slice(1);
  if (code.length === 1) return controls[code] ?? code;
  const point = Number(`0x${code.replace(/[^\da-f]/gi, '')}`);
  return point <= 0x10ffff ? String.fromCodePoint(point) : escape;
}

/** As `decodeURIComponent`, but leaves a text unchanged that is not percent-encoded UTF-8. */
export function decodePercent(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Matches the blanks where lines are wrapped, and invisible characters that were put into a text. */
const blanks = new RegExp(String.raw`[\s${hiddenCharacters}]+`, 'gu');

/** The text without its blanks. */
function joinBlanks(reading: Reading): Reading | undefined {
  return replaceParts(reading, blanks, { replace: () => '', isJoined: true });
}

interface Replacement {
  /** @returns something shorter, or the part as it is */
  readonly replace: (part: string) => string;
  readonly isJoined: boolean;
}

/** @returns the reading, unless it is empty or the source itself */
function replaceParts(
  reading: Reading,
  parts: RegExp,
  { replace, isJoined }: Replacement,
): Reading | undefined {
  // Three numbers for each piece: where it begins, and where its part of the source begins and ends.
  const pieces: number[] = [];
  let length = 0;
  let from = 0;
  const addPiece = (pieceLength: number, end: number) => {
    if (pieceLength > 0) pieces.push(length, from, end);
    length += pieceLength;
    from = end;
  };
  const text = reading.text.replace(parts, (part, index: number) => {
    const replaced = replace(part);
    if (replaced.length >= part.length) return part;
    addPiece(index - from, index);
    addPiece(replaced.length, index + part.length);
    return replaced;
  });
  if (from === 0 || text === '') return undefined;
  addPiece(reading.text.length - from, reading.text.length);
  const partAt = (place: number): Range => {
    const piece = findPart(pieces.length / 3, place, (one) => pieces[3 * one] ?? 0);
    const [at = 0, start = 0, end = 0, next = length] = pieces.slice(3 * piece, 3 * piece + 4);
    // As long as its part, it is a copy of that.
    const isCopy = end - start === next - at;
    return isCopy ? { start: start + place - at, end: start + place - at + 1 } : { start, end };
  };
  return { text, isJoined, source: { reading, partAt } };
}

/** No character of any text, to keep apart what was not together. */
const gap = '\uffff';

/** All text that is written in digits, its bytes as Latin-1. */
function readDigits(reading: Reading, digits: DigitDecoder): Reading | undefined {
  const found = digits.decode(reading.text);
  if (found.length === 0) return undefined;
  const starts: number[] = [];
  let length = 0;
  for (const { text } of found) {
    starts.push(length);
    length += text.length + gap.length;
  }
  const partAt = (place: number): Range => {
    const index = findPart(starts.length, place, (one) => starts[one] ?? 0);
    return found[index]?.partAt(place - (starts[index] ?? 0)) ?? { start: 0, end: reading.text.length };
  };
  const text = found.map((one) => one.text).join(gap);
  return { text, isJoined: reading.isJoined, source: { reading, partAt } };
}
