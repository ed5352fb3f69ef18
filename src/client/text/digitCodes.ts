/** A part of a text; `end` is exclusive. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

/** A text that was written in digits. */
export interface DecodedText {
  /** Its bytes of UTF-8 as Latin-1, and the ellipsis behind the digits if it goes on up to that. */
  readonly text: string;
  /** The digits of a character, the last ones with the padding that may follow them. */
  readonly partAt: (place: number) => Range;
}

/** A way to write bytes as digits, so that every byte is in two of them. */
interface DigitCode {
  readonly bitsOfDigit: number;
  /** A byte begins at one of so many digits in a row. */
  readonly digitsOfGroup: number;
  /** For a class of a regular expression: digits, and what may stand between them. */
  readonly characters: string;
  /** By character code: the value of a digit. */
  readonly values: Int8Array;
  readonly separators?: RegExp;
}

/** @param alphabets all spellings of the digits, in the order of their values */
function listValues(...alphabets: readonly string[]): Int8Array {
  const values = new Int8Array(128);
  for (const alphabet of alphabets) {
    for (let value = 0; value < alphabet.length; value++) values[alphabet.charCodeAt(value)] = value;
  }
  return values;
}

const numerals = '0123456789';
const letters = 'abcdefghijklmnopqrstuvwxyz';
const alphanumerics = letters.toUpperCase() + letters + numerals;

const codes: readonly DigitCode[] = [
  {
    bitsOfDigit: 4,
    digitsOfGroup: 2,
    characters: String.raw`\da-fA-F:-`,
    values: listValues(`${numerals}abcdef`, `${numerals}ABCDEF`),
    separators: /[:-]/,
  },
  {
    bitsOfDigit: 6,
    digitsOfGroup: 4,
    characters: String.raw`\w+/-`,
    values: listValues(`${alphanumerics}+/`, `${alphanumerics}-_`),
  },
];

/**
 * Finds text that is written in hexadecimal, in either case and also as `61:62` or `61-62`, or in base64 of either
 * alphabet. It may begin at any digit, because words in front of it look like digits too.
 */
export class DigitDecoder {
  readonly #minBytes: number;
  readonly #runs: readonly (readonly [DigitCode, RegExp])[];

  /** @param minBytes length of the shortest text that is wanted */
  constructor(minBytes: number) {
    this.#minBytes = minBytes;
    this.#runs = codes.map((code) => {
      const minDigits = Math.ceil((8 * minBytes) / code.bitsOfDigit);
      return [code, new RegExp(`[${code.characters}]{${minDigits},}`, 'g')] as const;
    });
  }

  decode(text: string): DecodedText[] {
    const found: DecodedText[] = [];
    for (const [code, runs] of this.#runs) {
      // Unlike `matchAll`, this makes no other pattern of it each time.
      for (let run = runs.exec(text); run !== null; run = runs.exec(text)) {
        new DigitRun(code, text, run.index, runs.lastIndex).findTexts(this.#minBytes, found);
      }
    }
    return found;
  }
}

/** Digits in a row, without what may stand between them. */
class DigitRun {
  readonly #code: DigitCode;
  readonly #digits: string;
  readonly #placeOf: (digit: number) => number;
  /** The place behind the digits and their padding. */
  readonly #end: number;
  readonly #isCut: boolean;

  constructor(code: DigitCode, text: string, start: number, end: number) {
    this.#code = code;
    const run = text.slice(start, end);
    if (code.separators?.test(run) === true) {
      const places = Array.from(run, (_, place) => place).filter(
        (place) => !code.separators?.test(run.charAt(place)),
      );
      this.#digits = places.map((place) => run.charAt(place)).join('');
      this.#placeOf = (digit) => start + (places[digit] ?? run.length);
    } else {
      this.#digits = run;
      this.#placeOf = (digit) => start + digit;
    }
    this.#end = end + (/^={1,2}/.exec(text.slice(end, end + 2))?.[0].length ?? 0);
    this.#isCut = text.charAt(end) === '…';
  }

  /** @param found where texts are added */
  findTexts(minBytes: number, found: DecodedText[]): void {
    const { digitsOfGroup } = this.#code;
    for (let first = 0; first < digitsOfGroup; first++) {
      const bytes = this.#decode(first);
      let start = 0;
      let followers = 0;
      for (let index = 0; index <= bytes.length; index++) {
        const byte = bytes[index] ?? 0;
        followers = followers > 0 && byte >> 6 === 2 ? followers - 1 : countFollowers(byte);
        if (followers >= 0) continue;
        if (index - start >= minBytes) {
          found.push(this.#makeText(bytes.toString('latin1', start, index), first, start));
        }
        start = index + 1;
        if (start + minBytes > bytes.length) break;
      }
    }
  }

  /** @param first the digit with which the bytes begin */
  #decode(first: number): Buffer {
    const { bitsOfDigit, values } = this.#code;
    const byteCount = Math.floor(((this.#digits.length - first) * bitsOfDigit) / 8);
    // Nothing but separators has no digits.
    const bytes = Buffer.alloc(Math.max(0, byteCount));
    for (let index = 0; index < bytes.length; index++) {
      const digit = this.#digitOf(first, index);
      const high = values[this.#digits.charCodeAt(digit)] ?? 0;
      const low = values[this.#digits.charCodeAt(digit + 1)] ?? 0;
      bytes[index] = ((high << bitsOfDigit) | low) >> (2 * bitsOfDigit - 8 - ((8 * index) % bitsOfDigit));
    }
    return bytes;
  }

  #makeText(text: string, first: number, start: number): DecodedText {
    const isCut = this.#isCut && this.#digitOf(first, start + text.length + 1) >= this.#digits.length;
    return {
      text: isCut ? `${text}…` : text,
      partAt: (place) => {
        if (place === text.length) return { start: this.#end, end: this.#end + 1 };
        const digit = this.#digitOf(first, start + place);
        const isLast = digit + 2 >= this.#digits.length;
        return { start: this.#placeOf(digit), end: isLast ? this.#end : this.#placeOf(digit + 1) + 1 };
      },
    };
  }

  #digitOf(first: number, index: number): number {
    return first + Math.floor((8 * index) / this.#code.bitsOfDigit);
  }
}

/** How many bytes follow one with which a character of a text begins; -1 for any other byte. */
function countFollowers(byte: number): number {
  if (byte < 0x80)
    return (byte >= 0x20 && byte !== 0x7f) || byte === 0x09 || byte === 0x0a || byte === 0x0d ? 0 : -1;
  if (byte < 0xc2 || byte > 0xf4) return -1;
  if (byte < 0xe0) return 1;
  return byte < 0xf0 ? 2 : 3;
}
