import type { DeckLine } from './deckFormat';

/** A piece of a deck that looks like C: it has the comments, strings and brackets of C. */
export interface Token {
  /** A sign is a single character that is no letter or digit. */
  readonly kind: 'string' | 'word' | 'sign';
  /** Without quotes for a string, which contains `\n` if it goes on over several lines. */
  readonly text: string;
  /** The line on which it begins. */
  readonly line: number;
}

/** Text that goes on until its end, whatever else it contains. */
interface Enclosure {
  readonly end: string;
  /** Strings are tokens; comments and code blocks are skipped. */
  readonly isString: boolean;
}

/** How a language divides into tokens. */
export interface CodeSyntax {
  /** Matches, with the flag `g`, a token or the beginning of an enclosure. All other text is skipped. */
  readonly pieces: RegExp;
  /** Comments that go on over several lines, strings and the like by their beginnings. `//` is always a comment. */
  readonly enclosures: ReadonlyMap<string, Enclosure>;
  /** Whether `\` escapes a quote or a line end. If so, an unescaped line end always ends a string. */
  readonly hasEscapes: boolean;
  /** A longer string is an error of the deck, and ends there; characters. */
  readonly maxString: number;
}

/** Divides a deck into tokens, line by line. */
export class CodeScanner {
  readonly #syntax: CodeSyntax;
  #open: Enclosure | undefined;
  #string = '';
  #line = 0;

  constructor(syntax: CodeSyntax) {
    this.#syntax = syntax;
  }

  /** Whether the last line ended within a comment, a string or the like. */
  get isInside(): boolean {
    return this.#open !== undefined;
  }

  /** The tokens that end on the next line. */
  scan({ number, text }: DeckLine): Token[] {
    const { pieces, enclosures } = this.#syntax;
    const tokens: Token[] = [];
    for (let at = 0; ;) {
      if (this.#open !== undefined) {
        const { end, isString } = this.#open;
        const until = this.#findEnd(text, at, end);
        if (isString && !this.#keep(text, at, until)) return tokens;
        if (until < 0) return tokens;
        at = until + end.length;
        this.#open = undefined;
        if (isString) tokens.push({ kind: 'string', text: this.#string, line: this.#line });
      }
      pieces.lastIndex = at;
      const piece = pieces.exec(text)?.[0];
      if (piece === undefined || piece === '//') return tokens;
      at = pieces.lastIndex;
      this.#open = enclosures.get(piece);
      this.#string = '';
      this.#line = number;
      if (this.#open === undefined)
        tokens.push({ kind: /^[^\w\s]$/.test(piece) ? 'sign' : 'word', text: piece, line: number });
    }
  }

  #findEnd(text: string, from: number, end: string): number {
    let at = text.indexOf(end, from);
    if (this.#syntax.hasEscapes && this.#open?.isString === true)
      while (isEscaped(text, at)) at = text.indexOf(end, at + 1);
    return at;
  }

  /**
   * Adds the text to the string.
   * @returns false if the string ends without its quote, and with it all that is known of the line
   */
  #keep(text: string, from: number, until: number): boolean {
    const { hasEscapes, maxString } = this.#syntax;
    const goesOn = until < 0;
    const length = (goesOn ? text.length : until) - from;
    if (
      this.#string.length + length <= maxString &&
      !(goesOn && hasEscapes && !isEscaped(text, text.length))
    ) {
      this.#string += `${text.slice(from, from + length)}${goesOn ? '\n' : ''}`;
      return true;
    }
    this.#open = undefined;
    return false;
  }
}

/** Whether an odd number of backslashes precedes the position. */
function isEscaped(text: string, at: number): boolean {
  let first = at;
  while (text[first - 1] === '\\') first--;
  return (at - first) % 2 === 1;
}

/** The tokens of the beginning of a file, which may end in the middle of a line; often, the first two tell enough. */
export function* scanText(syntax: CodeSyntax, text: string): Generator<Token, void> {
  const scanner = new CodeScanner(syntax);
  let number = 0;
  for (const line of text.split('\n')) yield* scanner.scan({ number: ++number, text: line });
}
