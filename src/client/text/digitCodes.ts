/** Receives a text that is written in digits. */
export interface DecodedText {
  /** Called before its first character. */
  begin(): void;
  /**
   * @param character a byte of UTF-8 as Latin-1, or the ellipsis that stands for the rest of a text
   * @param start where its first digit is
   * @param end the place behind its last digit, and behind the padding that may follow that
   */
  add(character: string, start: number, end: number): void;
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

  decode(text: string, found: DecodedText): void {
    for (const [code, runs] of this.#runs) {
      // Unlike `matchAll`, this makes no other pattern of it each time.
      for (let run = runs.exec(text); run !== null; run = runs.exec(text)) {
        new DigitRun(code, text, run.index, runs.lastIndex).findText(this.#minBytes, found);
      }
    }
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

  findText(minBytes: number, found: DecodedText): void {
    const { digitsOfGroup, bitsOfDigit } = this.#code;
    for (let first = 0; first < digitsOfGroup; first++) {
      const byteCount = Math.floor(((this.#digits.length - first) * bitsOfDigit) / 8);
      let start = 0;
      let followers = 0;
      for (let index = 0; index <= byteCount; index++) {
        const byte = index < byteCount ? this.#byteAt(first, index) : 0;
        followers = followers > 0 && byte >> 6 === 2 ? followers - 1 : countFollowers(byte);
        if (followers >= 0) continue;
        if (index - start >= minBytes) this.#pass(first, start, index, found);
        start = index + 1;
        if (start + minBytes > byteCount) break;
      }
    }
  }

  #pass(first: number, start: number, end: number, found: DecodedText): void {
    found.begin();
    for (let index = start; index < end; index++) {
      const digit = this.#digitOf(first, index);
      const isLast = digit + 2 >= this.#digits.length;
      const character = String.fromCharCode(this.#byteAt(first, index));
      found.add(character, this.#placeOf(digit), isLast ? this.#end : this.#placeOf(digit + 1) + 1);
    }
    if (this.#isCut && this.#digitOf(first, end + 1) >= this.#digits.length)
      found.add('…', this.#end, this.#end + 1);
  }

  #digitOf(first: number, index: number): number {
    return first + Math.floor((8 * index) / this.#code.bitsOfDigit);
  }

  #byteAt(first: number, index: number): number {
    const { bitsOfDigit, values } = this.#code;
    const digit = this.#digitOf(first, index);
    const high = values[this.#digits.charCodeAt(digit)] ?? 0;
    const low = values[this.#digits.charCodeAt(digit + 1)] ?? 0;
    return (((high << bitsOfDigit) | low) >> (2 * bitsOfDigit - 8 - ((8 * index) % bitsOfDigit))) & 0xff;
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
