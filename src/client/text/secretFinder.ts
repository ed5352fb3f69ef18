import { fullyUnescaped, readingsOf, type Reading } from './readings';

/** A shorter secret may by chance be a part of anything; characters. */
const minDistinctive = 12;

/** In the free text of a server, a shorter one is looked for only where it is a word by itself; characters. */
const minInside = 8;

/** Shorter ones are words like any other; characters. */
const minSecret = 4;

/** The rest of a secret that has lost each letter beyond ASCII must still be telling; characters. */
const minWithoutLetters = 8;

/** Secrets with the same ending, so that a text that is full of it costs no more than a few comparisons each. */
const maxAlike = 16;

/** A shorter beginning of a secret tells nothing; characters. */
const minBeginning = 8;

/** Places of one text where it may have been cut off. */
const maxCuts = 100;

/** Places of one text where a secret may end. Whoever comes to more of them writes nothing else. */
const maxEndings = 10_000;

/** A part of a text, `end` not included. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

/**
 * Finds secrets in texts in which somebody repeats them. Looked for is not each form that a secret may take but the
 * secret itself, in the text with its escapes undone: that also finds mixtures of escapes. Beside that there is base64,
 * and what becomes of letters beyond ASCII where bytes are read in a wrong way. The alphabets of base64 are one, and a
 * space is a plus sign, as forms write it.
 */
export class SecretFinder {
  /** By their last characters: the first ones of tokens are often the same. */
  readonly #distinctive = new Map<string, string[]>();
  /** Which last letters any of them has: a look at these is quick, and mostly enough. */
  readonly #lastLetters = new Uint8Array(2 ** 16);
  readonly #base64 = new Set<string>();
  readonly #short = new Set<string>();
  /** Whole secrets as they are written. */
  readonly #written = new Set<string>();
  #size = 0;

  /** @param shown what is shown for good reasons, although it was added; folded */
  constructor(private readonly shown: ReadonlySet<string> = new Set()) {}

  /** How many distinctive texts are looked for. */
  get size(): number {
    return this.#size;
  }

  /** A secret, in base64 too. */
  addSecret(secret: string): void {
    if (secret.length < minSecret) return;
    for (const form of writtenForms(secret)) {
      this.#written.add(form);
      this.addWord(form);
    }
    for (const form of base64Forms(secret)) {
      if (form.length >= minDistinctive) this.#base64.add(folded(form));
      this.#add(form);
    }
  }

  /** A secret, but not in base64: for those of which there are thousands. */
  addWord(word: string): void {
    for (const form of new Set([word, fullyUnescaped(word)])) this.#add(form);
  }

  /**
   * Where distinctive secrets are. The readings are those of one text, and so are the ranges.
   */
  distinctiveIn(readings: readonly Reading[]): Range[] {
    return [
      ...readings.flatMap((reading) => this.#distinctiveIn(reading)),
      ...readings.slice(0, 1).flatMap(({ text }) => this.#cutOffIn(text)),
    ];
  }

  /** Where secrets are that names may hold too, the shortest of them where they are words by themselves. */
  shortIn(readings: readonly Reading[], isWanted: (secret: string) => boolean = () => true): Range[] {
    const wanted = [...this.#short].filter(isWanted);
    return readings.flatMap((reading) => wanted.flatMap((secret) => wordsIn(reading, secret)));
  }

  /** The beginning of a secret of which something else has cut off the end, as names are that are too long. */
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
    const needle = withoutPadding(folded(form));
    if (needle.length >= minDistinctive) this.#addDistinctive(needle);
    else if (form.length >= minSecret) this.#short.add(form);
  }

  #addDistinctive(needle: string): void {
    const ending = needle.slice(-minDistinctive);
    const alike = this.#distinctive.get(ending);
    if (alike?.includes(needle) === true || (alike?.length ?? 0) >= maxAlike) return;
    if (alike === undefined) this.#distinctive.set(ending, [needle]);
    else alike.push(needle);
    this.#lastLetters[lettersBefore(needle, needle.length)] = 1;
    this.#size++;
  }

  #distinctiveIn({ text, origins }: Reading): Range[] {
    if (this.#distinctive.size === 0) return [];
    const [searched, ranges]: [string, Range[]] = [folded(text), []];
    let endings = 0;
    for (let end = minDistinctive; end <= searched.length; end++) {
      if (this.#lastLetters[lettersBefore(searched, end)] === 0) continue;
      for (const needle of this.#distinctive.get(searched.slice(end - minDistinctive, end)) ?? []) {
        const start = end - needle.length;
        if (++endings > maxEndings) {
          return [...ranges, inOrigin({ start: Math.max(0, start), end: text.length }, origins)];
        }
        if (start < 0 || !searched.startsWith(needle, start) || this.shown.has(needle)) continue;
        const found = this.#base64.has(needle) ? around(text, start, end) : { start, end };
        ranges.push(inOrigin(withPadding(searched, found), origins));
      }
    }
    return ranges;
  }
}

/** The text with `[secret]` in the place of each of these ranges; those that overlap are one. */
export function blanked(text: string, ranges: readonly Range[]): string {
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

/** A text without these secrets, short ones where they are whole words. */
export function hideSecrets(text: string, secrets: readonly string[]): string {
  const finder = new SecretFinder();
  for (const secret of secrets) finder.addSecret(secret);
  const readings = readingsOf(text);
  return blanked(text, [...finder.distinctiveIn(readings), ...finder.shortIn(readings)]);
}

/** As texts are compared: one alphabet of base64, and forms in which a space is a plus sign. */
export function folded(text: string): string {
  return text.replace(/[- ]/g, '+').replaceAll('_', '/');
}

/** A secret as it is, and as it is read by who takes its bytes for those of another encoding. */
function writtenForms(secret: string): Set<string> {
  if (!hasLetters.test(secret)) return new Set([secret]);
  const composed = [secret, secret.normalize('NFC'), secret.normalize('NFD')];
  const once = composed.flatMap(misread);
  return new Set([...composed, ...once, ...once.flatMap(misread), ...lossyForms(secret)]);
}

/** The last four characters in front of a place, as a number of sixteen bits that few others share. */
function lettersBefore(text: string, end: number): number {
  let sum = 0;
  for (let at = end - 4; at < end; at++) sum = (sum * 37 + text.charCodeAt(at)) & 0xffff;
  return sum;
}

/** Its UTF-8 read as something else. */
function misread(text: string): string[] {
  const bytes = Buffer.from(text, 'utf8');
  return [bytes.toString('latin1'), new TextDecoder('windows-1252').decode(bytes)];
}

const hasLetters = /[^\0-\x7f]/;

/** Where each letter beyond ASCII, or each of its bytes, was replaced by the sign for what cannot be read. */
function lossyForms(secret: string): string[] {
  if (secret.replace(/[^\0-\x7f]/g, '').length < minWithoutLetters) return [];
  return ['?', '\ufffd'].flatMap((sign) => [
    secret.replace(/[^\0-\x7f]/gu, sign),
    secret.replace(/[^\0-\x7f]/gu, (letter) => sign.repeat(Buffer.byteLength(letter))),
  ]);
}

/** A secret in base64, wherever it begins in what is encoded. Without letters that also hold what is beside it. */
function base64Forms(secret: string): string[] {
  const bytes = Buffer.from(secret, 'utf8');
  const percent = encodeURIComponent(bytes.toString('utf8'));
  const texts = [percent, JSON.stringify(secret).slice(1, -1)].map((text) => Buffer.from(text, 'utf8'));
  const encoded = [bytes, ...texts, ...(hasLetters.test(secret) ? [Buffer.from(secret, 'latin1')] : [])];
  const inner = encoded.flatMap((part) => [0, 1, 2].map((before) => base64Within(part, before)));
  // A short one is a word of its own, or nothing.
  return [withoutPadding(bytes.toString('base64')), ...inner.filter((form) => form.length >= minDistinctive)];
}

function base64Within(bytes: Buffer, before: number): string {
  const text = withoutPadding(Buffer.concat([Buffer.alloc(before), bytes]).toString('base64'));
  const isShared = (before + bytes.length) % 3 !== 0;
  return text.slice(before === 0 ? 0 : before + 1, isShared ? -1 : undefined);
}

function withoutPadding(text: string): string {
  let end = text.length;
  while (end > 0 && text[end - 1] === '=') end--;
  return text.slice(0, end);
}

/** With the letters at both ends that hold some bits of it. */
function around(text: string, start: number, end: number): Range {
  const isLetter = (at: number) => /[\w+/-]/.test(text.charAt(at));
  return { start: isLetter(start - 1) ? start - 1 : start, end: isLetter(end) ? end + 1 : end };
}

/** With the equals signs that fill up base64. */
function withPadding(text: string, { start, end }: Range): Range {
  return { start, end: end + (/^={1,2}(?![\w=])/.exec(text.slice(end, end + 3))?.[0].length ?? 0) };
}

function inOrigin({ start, end }: Range, origins: Uint32Array | undefined): Range {
  return origins === undefined ? { start, end } : { start: origins[start] ?? 0, end: origins[end] ?? 0 };
}

/** How many of the first characters of a secret stand in front of this place; none when they are too few to tell. */
function cutSize(text: string, end: number, secret: string): number {
  for (let size = Math.min(secret.length - 1, end); size >= minBeginning; size--) {
    if (text.startsWith(secret.slice(0, size), end - size)) return size;
  }
  return 0;
}

const ofWord = /[\p{L}\p{N}_]/u;

function wordsIn({ text, origins }: Reading, word: string): Range[] {
  const ranges: Range[] = [];
  for (let start = text.indexOf(word); start >= 0; start = text.indexOf(word, start + 1)) {
    const end = start + word.length;
    const isInside = ofWord.test(text.charAt(start - 1)) || ofWord.test(text.charAt(end));
    if (isInside && word.length < minInside) continue;
    ranges.push(inOrigin({ start, end }, origins));
  }
  return ranges;
}
