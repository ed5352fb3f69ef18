import { type Reading, readingsOf } from './readings';

/** A shorter secret may occur by chance inside any text; characters. */
const minDistinctive = 12;

/** In free text from a server, a shorter secret is found only as a whole word; characters. */
const minInside = 8;

/** Minimum length of a secret we redact; shorter strings occur in ordinary text; characters. */
const minSecret = 4;

/** Limit for secrets with the same ending, so that a text full of that ending costs only a few comparisons each. */
const maxAlike = 16;

/** Limit for the positions in one text where a secret may end. No ordinary text exceeds it. */
const maxEndings = 10_000;

/** A part of a text; `end` is exclusive. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

/**
 * Finds secrets echoed in texts: as they are, in base64, and in the escapes of {@link readingsOf}. Both base64
 * alphabets are treated as one, and a space as a plus sign, as forms encode it.
 */
export class SecretFinder {
  /** Grouped by their last characters, because tokens often begin alike. */
  readonly #distinctive = new Map<string, string[]>();
  readonly #short = new Set<string>();
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
    this.addWord(secret);
    this.#add(Buffer.from(secret, 'utf8').toString('base64'));
  }

  /** Adds a secret without its base64 form, for sets of thousands. */
  addWord(word: string): void {
    for (const { text } of readingsOf(word)) this.#add(text);
  }

  /** Ranges of distinctive secrets. All readings must be of one text; the ranges refer to that text. */
  distinctiveIn(readings: readonly Reading[]): Range[] {
    return readings.flatMap((reading) => this.#distinctiveIn(reading));
  }

  /** Ranges of secrets that names may contain too; the shortest are found only as whole words. */
  shortIn(readings: readonly Reading[], isWanted: (secret: string) => boolean = () => true): Range[] {
    const wanted = [...this.#short].filter(isWanted);
    return readings.flatMap((reading) => wanted.flatMap((secret) => findWords(reading, secret)));
  }

  #add(form: string): void {
    const needle = foldText(form).replace(/={1,2}$/, '');
    if (needle.length < minDistinctive) {
      if (form.length >= minSecret) this.#short.add(form);
      return;
    }
    const ending = needle.slice(-minDistinctive);
    const alike = this.#distinctive.get(ending) ?? [];
    if (alike.includes(needle) || alike.length >= maxAlike) return;
    this.#distinctive.set(ending, [...alike, needle]);
    this.#size++;
  }

  #distinctiveIn(reading: Reading): Range[] {
    if (this.#size === 0) return [];
    const [searched, ranges]: [string, Range[]] = [foldText(reading.text), []];
    let endings = 0;
    for (let end = minDistinctive; end <= searched.length; end++) {
      for (const needle of this.#distinctive.get(searched.slice(end - minDistinctive, end)) ?? []) {
        const start = end - needle.length;
        if (++endings > maxEndings) {
          return [...ranges, mapToOrigin(reading, Math.max(0, start), searched.length)];
        }
        if (start < 0 || !searched.startsWith(needle, start) || this.#shown.has(needle)) continue;
        ranges.push(mapToOrigin(reading, start, skipPadding(searched, end)));
      }
    }
    return ranges;
  }
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
  const readings = readingsOf(text);
  return blankRanges(text, [...finder.distinctiveIn(readings), ...finder.shortIn(readings)]);
}

/** Normalises a text for comparison: one base64 alphabet, and a space as a plus sign, as forms encode it. */
export function foldText(text: string): string {
  return text.replace(/[- ]/g, '+').replaceAll('_', '/');
}

/** The position behind the padding of base64. */
function skipPadding(text: string, end: number): number {
  return end + (/^={1,2}(?![\w=])/.exec(text.slice(end, end + 3))?.[0].length ?? 0);
}

function mapToOrigin({ origins }: Reading, start: number, end: number): Range {
  return origins === undefined ? { start, end } : { start: origins[start] ?? 0, end: origins[end] ?? 0 };
}

const ofWord = /[\p{L}\p{N}_]/u;

function findWords(reading: Reading, word: string): Range[] {
  const { text } = reading;
  const ranges: Range[] = [];
  for (let start = text.indexOf(word); start >= 0; start = text.indexOf(word, start + 1)) {
    const end = start + word.length;
    const isInside = ofWord.test(text.charAt(start - 1)) || ofWord.test(text.charAt(end));
    if (!isInside || word.length >= minInside) ranges.push(mapToOrigin(reading, start, end));
  }
  return ranges;
}
