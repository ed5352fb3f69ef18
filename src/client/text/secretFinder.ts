import { type Reading, readingsOf, unescapeFully } from './readings';

/** A shorter secret may occur by chance inside any text; characters. */
const minDistinctive = 12;

/** In free text from a server, a shorter secret is found only as a whole word; characters. */
const minInside = 8;

/** Minimum length of a secret we redact; shorter strings occur in ordinary text; characters. */
const minSecret = 4;

/** Minimum length of what remains of a secret without its non-ASCII letters; characters. */
const minWithoutLetters = 8;

/** Limit for secrets with the same ending, so that a text full of that ending costs only a few comparisons each. */
const maxAlike = 16;

/** Minimum length of a truncated secret that is recognised; characters. */
const minBeginning = 8;

/** Limit for the positions in one text where it may have been truncated. */
const maxCuts = 100;

/** Limit for the positions in one text where a secret may end. No ordinary text exceeds it. */
const maxEndings = 10_000;

/** A part of a text; `end` is exclusive. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

/**
 * Finds secrets echoed in texts. Instead of every encoding of a secret it looks for the secret itself in the decoded
 * text, which also finds mixed encodings. Base64, and non-ASCII letters garbled by a wrong character set, are looked
 * for separately. Both base64 alphabets are treated as one, and a space as a plus sign, as forms encode it.
 */
export class SecretFinder {
  /** Grouped by their last characters, because tokens often begin alike. */
  readonly #distinctive = new Map<string, string[]>();
  /** Marks the last letters of all secrets: a lookup is fast and mostly rules out the rest. Absent when there are none. */
  #lastLetters: Uint8Array | undefined;
  readonly #base64 = new Set<string>();
  readonly #short = new Set<string>();
  /** Whole secrets in plain form. */
  readonly #written = new Set<string>();
  #size = 0;

  readonly #shown: ReadonlySet<string>;

  /** @param shown added texts that must stay visible nevertheless; folded */
  constructor(shown: ReadonlySet<string> = new Set()) {
    this.#shown = shown;
  }

  /** Number of distinctive texts that are looked for. */
  get size(): number {
    return this.#size;
  }

  /** Adds a secret, in base64 too. */
  addSecret(secret: string): void {
    if (secret.length < minSecret) return;
    for (const form of listWrittenForms(secret)) {
      this.#written.add(form);
      this.addWord(form);
    }
    for (const form of listBase64Forms(secret)) {
      if (form.length >= minDistinctive) this.#base64.add(foldText(form));
      this.#add(form);
    }
  }

  /** Adds a secret without its base64 forms, for sets of thousands. */
  addWord(word: string): void {
    for (const form of new Set([word, unescapeFully(word)])) this.#add(form);
  }

  /** Ranges of distinctive secrets. All readings must be of one text; the ranges refer to that text. */
  distinctiveIn(readings: readonly Reading[]): Range[] {
    return [
      ...readings.flatMap((reading) => this.#distinctiveIn(reading)),
      ...readings.slice(0, 1).flatMap(({ text }) => this.#cutOffIn(text)),
    ];
  }

  /** Ranges of secrets that names may contain too; the shortest are found only as whole words. */
  shortIn(readings: readonly Reading[], isWanted: (secret: string) => boolean = () => true): Range[] {
    const wanted = [...this.#short].filter(isWanted);
    return readings.flatMap((reading) => wanted.flatMap((secret) => findWords(reading, secret)));
  }

  /** Ranges of secrets that were truncated, as long names are. */
  #cutOffIn(text: string): Range[] {
    const ranges: Range[] = [];
    let cuts = 0;
    for (let end = text.indexOf('…'); end >= 0 && cuts < maxCuts; end = text.indexOf('…', end + 1)) {
      cuts++;
      for (const secret of this.#written) {
        const size = cutSize(text, end, secret);
        if (size > 0) ranges.push({ start: end - size, end });
      }
    }
    return ranges;
  }

  #add(form: string): void {
    const needle = withoutPadding(foldText(form));
    if (needle.length >= minDistinctive) this.#addDistinctive(needle);
    else if (form.length >= minSecret) this.#short.add(form);
  }

  #addDistinctive(needle: string): void {
    const ending = needle.slice(-minDistinctive);
    const alike = this.#distinctive.get(ending);
    if (alike?.includes(needle) === true || (alike?.length ?? 0) >= maxAlike) return;
    if (alike === undefined) this.#distinctive.set(ending, [needle]);
    else alike.push(needle);
    this.#lastLetters ??= new Uint8Array(2 ** 16);
    this.#lastLetters[countLettersBefore(needle, needle.length)] = 1;
    this.#size++;
  }

  #distinctiveIn({ text, origins }: Reading): Range[] {
    const lastLetters = this.#lastLetters;
    if (lastLetters === undefined) return [];
    const [searched, ranges]: [string, Range[]] = [foldText(text), []];
    let endings = 0;
    for (let end = minDistinctive; end <= searched.length; end++) {
      if (lastLetters[countLettersBefore(searched, end)] === 0) continue;
      for (const needle of this.#distinctive.get(searched.slice(end - minDistinctive, end)) ?? []) {
        const start = end - needle.length;
        if (++endings > maxEndings) {
          return [...ranges, mapToOrigin({ start: Math.max(0, start), end: text.length }, origins)];
        }
        if (start < 0 || !searched.startsWith(needle, start) || this.#shown.has(needle)) continue;
        const found = this.#base64.has(needle) ? expandRange(text, start, end) : { start, end };
        ranges.push(mapToOrigin(withPadding(searched, found), origins));
      }
    }
    return ranges;
  }
}

/** Replaces each range of the text by `[secret]`, merging ranges that overlap. */
export function blankRanges(text: string, ranges: readonly Range[]): string {
  const pieces: string[] = [];
  let done = 0;
  let open: Range | undefined;
  const close = (range: Range) => {
    pieces.push(text.slice(done, range.start), '[secret]');
    done = range.end;
  };
  for (const range of ranges.filter(({ start, end }) => end > start).sort((a, b) => a.start - b.start)) {
    if (open !== undefined && range.start < open.end) open = { ...open, end: Math.max(open.end, range.end) };
    else {
      if (open !== undefined) close(open);
      open = range;
    }
  }
  if (open !== undefined) close(open);
  return pieces.join('') + text.slice(done);
}

/** Redacts these secrets in a text, short ones only as whole words. */
export function redactSecrets(text: string, secrets: readonly string[]): string {
  const finder = new SecretFinder();
  for (const secret of secrets) finder.addSecret(secret);
  const readings = readingsOf(text);
  return blankRanges(text, [...finder.distinctiveIn(readings), ...finder.shortIn(readings)]);
}

/** Normalises a text for comparison: one base64 alphabet, and a space as a plus sign, as forms encode it. */
export function foldText(text: string): string {
  return text.replace(/[- ]/g, '+').replaceAll('_', '/');
}

/** A secret as it is, and as it looks when its bytes are read in another character set. */
function listWrittenForms(secret: string): Set<string> {
  if (!hasLetters.test(secret)) return new Set([secret]);
  const composed = [secret, secret.normalize('NFC'), secret.normalize('NFD')];
  const once = composed.flatMap(misreadText);
  return new Set([...composed, ...once, ...once.flatMap(misreadText), ...listLossyForms(secret)]);
}

/** Hash of the four characters before a position: a 16-bit number that few others share. */
function countLettersBefore(text: string, end: number): number {
  let sum = 0;
  for (let at = end - 4; at < end; at++) sum = (sum * 37 + text.charCodeAt(at)) & 0xffff;
  return sum;
}

/** The text's UTF-8 bytes read in another character set. */
function misreadText(text: string): string[] {
  const bytes = Buffer.from(text, 'utf8');
  return [bytes.toString('latin1'), new TextDecoder('windows-1252').decode(bytes)];
}

const hasLetters = /[^\0-\x7f]/;

/** Forms where each non-ASCII letter, or each of its bytes, became the replacement character. */
function listLossyForms(secret: string): string[] {
  if (secret.replace(/[^\0-\x7f]/g, '').length < minWithoutLetters) return [];
  return ['?', '\ufffd'].flatMap((sign) => [
    secret.replace(/[^\0-\x7f]/gu, sign),
    secret.replace(/[^\0-\x7f]/gu, (letter) => sign.repeat(Buffer.byteLength(letter))),
  ]);
}

/** A secret in base64 at every alignment, without the characters that it shares with its neighbours. */
function listBase64Forms(secret: string): string[] {
  const bytes = Buffer.from(secret, 'utf8');
  const percent = encodeURIComponent(bytes.toString('utf8'));
  const texts = [percent, JSON.stringify(secret).slice(1, -1)].map((text) => Buffer.from(text, 'utf8'));
  const encoded = [bytes, ...texts, ...(hasLetters.test(secret) ? [Buffer.from(secret, 'latin1')] : [])];
  const inner = encoded.flatMap((part) => [0, 1, 2].map((before) => encodeBase64Within(part, before)));
  // The unaligned forms of a short secret would match too much.
  return [withoutPadding(bytes.toString('base64')), ...inner.filter((form) => form.length >= minDistinctive)];
}

function encodeBase64Within(bytes: Buffer, before: number): string {
  const text = withoutPadding(Buffer.concat([Buffer.alloc(before), bytes]).toString('base64'));
  const isShared = (before + bytes.length) % 3 !== 0;
  return text.slice(before === 0 ? 0 : before + 1, isShared ? -1 : undefined);
}

function withoutPadding(text: string): string {
  let end = text.length;
  while (end > 0 && text[end - 1] === '=') end--;
  return text.slice(0, end);
}

/** Extends a range by the letters at both ends that hold some of its bits. */
function expandRange(text: string, start: number, end: number): Range {
  const isLetter = (at: number) => /[\w+/-]/.test(text.charAt(at));
  return { start: isLetter(start - 1) ? start - 1 : start, end: isLetter(end) ? end + 1 : end };
}

/** Extends a range by base64 padding. */
function withPadding(text: string, { start, end }: Range): Range {
  return { start, end: end + (/^={1,2}(?![\w=])/.exec(text.slice(end, end + 3))?.[0].length ?? 0) };
}

function mapToOrigin({ start, end }: Range, origins: Uint32Array | undefined): Range {
  return origins === undefined ? { start, end } : { start: origins[start] ?? 0, end: origins[end] ?? 0 };
}

/** Length of a truncated secret in front of a position; 0 when it is too short to be recognised. */
function cutSize(text: string, end: number, secret: string): number {
  for (let size = Math.min(secret.length - 1, end); size >= minBeginning; size--) {
    if (text.startsWith(secret.slice(0, size), end - size)) return size;
  }
  return 0;
}

const ofWord = /[\p{L}\p{N}_]/u;

function findWords({ text, origins }: Reading, word: string): Range[] {
  const ranges: Range[] = [];
  for (let start = text.indexOf(word); start >= 0; start = text.indexOf(word, start + 1)) {
    const end = start + word.length;
    const isInside = ofWord.test(text.charAt(start - 1)) || ofWord.test(text.charAt(end));
    if (isInside && word.length < minInside) continue;
    ranges.push(mapToOrigin({ start, end }, origins));
  }
  return ranges;
}
