import { DigitDecoder, type Range } from './digitCodes';
import { type Reading, readingsOf, spellingsOf, toOrigin } from './readings';

/** A shorter secret may occur by chance inside any text; characters. */
const minDistinctive = 12;

/** In free text from a server, a shorter secret is found only as a whole word; characters. */
const minInside = 8;

/** Minimum length of a secret we redact; shorter strings occur in ordinary text; characters. */
const minSecret = 4;

/** Limit for secrets with the same ending, so that a text full of that ending costs only a few comparisons each. */
const maxAlike = 16;

/** Limit for the comparisons in one text that a hostile one may cause. No ordinary text exceeds it. */
const maxComparisons = 10_000;

/** The sign of a text that was cut, or made unreadable. */
const ellipsis = /…|\.\.\.|\*\*\*/;

/** Limit for what is left of an escape in front of the ellipsis where a text was cut, with that; characters. */
const maxCutEscape = 9;

/** By the length of the shortest text that they find. */
const digitDecoders = new Map<number, DigitDecoder>();

function getDigitDecoder(minBytes: number): DigitDecoder {
  const decoder = digitDecoders.get(minBytes) ?? new DigitDecoder(minBytes);
  digitDecoders.set(minBytes, decoder);
  return decoder;
}

/**
 * Finds the distinctive secrets of all finders in a text.
 * @param short those of their short secrets that are looked for too
 */
export function findSecrets(
  text: string,
  finders: readonly SecretFinder[],
  short: readonly string[] = [],
): Range[] {
  const minLength = short.reduce((least, secret) => Math.min(least, secret.length), minDistinctive);
  const ranges: Range[] = [];
  for (const reading of readingsOf(text, getDigitDecoder(minLength))) {
    const folded = foldText(reading.text);
    for (const finder of finders) {
      for (const range of finder.findDistinctive(folded)) ranges.push(toOrigin(reading, range));
    }
    for (const secret of short) findWords(reading, secret, ranges);
  }
  return ranges;
}

/** Finds secrets echoed in texts: as they are, in the other case, and in the encodings of {@link readingsOf}. */
export class SecretFinder {
  /** By the hashes of their last characters, because tokens often begin alike. */
  readonly #distinctive = new Map<number, string[]>();
  /** By the hashes of their first characters, to find them where a text was cut. */
  readonly #beginnings = new Map<number, string[]>();
  /** Secrets that names may contain too; the shortest are found only as whole words. */
  readonly short = new Set<string>();
  #size = 0;

  readonly #shown: ReadonlySet<string>;

  /** @param shown added texts that must stay visible nevertheless, in all of their forms ({@link formsOf}) */
  constructor(shown: ReadonlySet<string> = new Set()) {
    this.#shown = shown;
  }

  /** Number of distinctive texts that are looked for. */
  get size(): number {
    return this.#size;
  }

  addSecret(secret: string): void {
    if (secret.length < minSecret) return;
    for (const form of formsOf(secret)) this.#add(form);
  }

  #add(form: string): void {
    const needle = toNeedle(form);
    if (needle.length < minDistinctive) {
      if (form.length >= minSecret) this.short.add(form);
      return;
    }
    if (addTo(this.#distinctive, hashEnding(needle), needle)) this.#size++;
    addTo(this.#beginnings, hashEnding(needle.slice(0, minDistinctive)), needle);
  }

  /**
   * Finds secrets that are long enough not to occur by chance, and their beginnings where a text was cut, in front of
   * an ellipsis.
   * @param text a folded reading ({@link foldText})
   */
  findDistinctive(text: string): Range[] {
    if (this.#size === 0) return [];
    const ranges: Range[] = [];
    const isCut = ellipsis.test(text);
    let comparisons = 0;
    let hash = 0;
    for (let end = 1; end <= text.length; end++) {
      hash = nextHash(hash, text, end);
      const whole = this.#distinctive.get(hash) ?? [];
      const cut = (isCut && this.#beginnings.get(hash)) || [];
      comparisons += whole.length + cut.length;
      if (comparisons > maxComparisons) {
        const longest = whole.reduce((length, needle) => Math.max(length, needle.length), minDistinctive);
        return [...ranges, { start: Math.max(0, end - longest), end: text.length }];
      }
      for (const needle of whole) {
        const start = end - needle.length;
        if (start >= 0 && text.startsWith(needle, start) && !this.#shown.has(needle))
          ranges.push({ start, end: skipPadding(text, end) });
      }
      for (const needle of cut) {
        const beginning = findBeginning(text, end - minDistinctive, needle);
        if (beginning !== undefined) ranges.push(beginning);
      }
    }
    return ranges;
  }
}

/** @returns whether the needle was added */
function addTo(needles: Map<number, string[]>, hash: number, needle: string): boolean {
  const alike = needles.get(hash) ?? [];
  if (alike.includes(needle) || alike.length >= maxAlike) return false;
  needles.set(hash, [...alike, needle]);
  return true;
}

/** The beginning of a secret at a place, if it goes on up to an ellipsis or to an escape that was cut there. */
function findBeginning(text: string, start: number, needle: string): Range | undefined {
  let length = 0;
  while (length < needle.length && text.charAt(start + length) === needle.charAt(length)) length++;
  const end = start + length;
  return length >= minDistinctive && ellipsis.test(text.slice(end, end + maxCutEscape))
    ? { start, end }
    : undefined;
}

/**
 * How a secret may stand in a reading: as it is, or as it reads itself, each also in its bytes of UTF-8, given as
 * Latin-1.
 */
export function formsOf(secret: string): string[] {
  const spellings = spellingsOf(secret);
  const others = spellings.filter((spelling) => /[^\0-\x7f]/.test(spelling));
  return [...spellings, ...others.map((spelling) => Buffer.from(spelling, 'utf8').toString('latin1'))];
}

/** A form of a secret as it is compared: folded, and without the padding of base64. */
export function toNeedle(form: string): string {
  return foldText(form).replace(/={1,2}$/, '');
}

/** Replaces each range of the text by `[secret]`, those that overlap by one. */
export function blankRanges(text: string, ranges: readonly Range[]): string {
  const pieces: string[] = [];
  let done = 0;
  for (const { start, end } of ranges.toSorted((a, b) => a.start - b.start)) {
    if (start >= done) pieces.push(text.slice(done, start), '[secret]');
    done = Math.max(done, end);
  }
  return pieces.join('') + text.slice(done);
}

/** Redacts these secrets in a text, short ones only as whole words. */
export function redactSecrets(text: string, secrets: readonly string[]): string {
  const finder = new SecretFinder();
  for (const secret of secrets) finder.addSecret(secret);
  return blankRanges(text, findSecrets(text, [finder], [...finder.short]));
}

/**
 * Normalises a text for comparison: one base64 alphabet, a space as a plus sign, as forms encode it, and small letters,
 * in which some services repeat a header.
 */
function foldText(text: string): string {
  return text
    .replace(/[- ]/g, '+')
    .replaceAll('_', '/')
    .replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

/** An odd factor, so that each character changes all higher bits of a hash. */
const factor = 0x01000193;

/** What a character counts when it leaves the hash: the factor to the power of `minDistinctive`. */
const leavingFactor = Array.from({ length: minDistinctive }, () => factor).reduce(Math.imul, 1);

/**
 * The hash of the `minDistinctive` characters in front of a place, or of all if they are fewer.
 * @param hash the same for the place before it
 */
function nextHash(hash: number, text: string, end: number): number {
  const leaving = end <= minDistinctive ? 0 : text.charCodeAt(end - 1 - minDistinctive);
  return (Math.imul(hash, factor) + text.charCodeAt(end - 1) - Math.imul(leaving, leavingFactor)) | 0;
}

/** The hash of the last `minDistinctive` characters. */
function hashEnding(text: string): number {
  let hash = 0;
  for (let end = 1; end <= text.length; end++) hash = nextHash(hash, text, end);
  return hash;
}

/** The position behind the padding of base64. */
function skipPadding(text: string, end: number): number {
  return end + (/^={1,2}(?![\w=])/.exec(text.slice(end, end + 3))?.[0].length ?? 0);
}

const ofWord = /[\p{L}\p{N}_]/u;

function findWords(reading: Reading, word: string, ranges: Range[]): void {
  const { text, isJoined } = reading;
  if (isJoined && word.length < minInside) return;
  for (let start = text.indexOf(word); start >= 0; start = text.indexOf(word, start + 1)) {
    const end = start + word.length;
    const isInside = ofWord.test(text.charAt(start - 1)) || ofWord.test(text.charAt(end));
    if (!isInside || word.length >= minInside) ranges.push(toOrigin(reading, { start, end }));
  }
}
