import { parseExactJson } from './exactJson';
import type { Steps } from './yieldToEventLoop';

export interface JsonLimits {
  readonly maxValues: number;
  /** For the nesting. */
  readonly maxDepth: number;
  /** The error for a text with more values than allowed, or nested deeper. */
  readonly createError: (reason: 'tooDeep' | 'tooLarge') => Error;
}

/** Members of a container that are parsed in one step, except that none is cut. */
const pieceBytes = 2 ** 20;

const quote = 0x22;
const comma = 0x2c;
const openBracket = 0x5b;
const backslash = 0x5c;
const closeBracket = 0x5d;
const openBrace = 0x7b;
const closeBrace = 0x7d;

/**
 * As {@link parseExactJson}, for UTF-8 with or without a byte order mark. A long text is parsed in pieces, each of
 * which is a step. The limits are checked before, because three bytes of JSON can become a hundred in memory.
 * @throws the error that `limits` creates
 * @throws {SyntaxError} for what is no JSON
 * @throws {TypeError} for what is no UTF-8
 */
export function* parseJsonInSteps(json: Buffer, limits: JsonLimits): Steps<unknown> {
  const text = new JsonText(json);
  const open: OpenContainer[] = [];
  // Every value but the first follows a comma or an opening bracket; an empty container is counted as two.
  let values = 1;
  for (let [at, stepEnd] = [text.start, pieceBytes]; at < json.length; at++) {
    if (at >= stepEnd) {
      yield;
      stepEnd = at + pieceBytes;
    }
    const byte = json[at];
    const container = open.at(-1);
    if (byte === quote) at = findEndOfString(json, at);
    else if (byte === comma) {
      values++;
      container?.endMember(at);
    } else if (byte === openBracket || byte === openBrace) {
      values++;
      open.push(new OpenContainer(text, at));
    } else if (byte === closeBracket || byte === closeBrace) {
      open.pop();
      if (container?.isInPieces === true) {
        const value = container.close(at);
        const parent = open.at(-1);
        if (parent === undefined) return text.assertAround(container.start, at, value);
        parent.add(container.start, at, value);
      }
    }
    if (open.length > limits.maxDepth) throw limits.createError('tooDeep');
    if (values > limits.maxValues) throw limits.createError('tooLarge');
  }
  // Without looking at a long text again.
  if (open.length > 0) throw new SyntaxError('unclosed');
  return parseExactJson(text.read(text.start, json.length));
}

/** @param start position of the opening quote. @returns position of the closing quote, or the end of the text */
function findEndOfString(json: Buffer, start: number): number {
  let at = start + 1;
  while (at < json.length && json[at] !== quote) at += json[at] === backslash ? 2 : 1;
  return at;
}

/** JSON whose parts are read at their positions in bytes. */
class JsonText {
  /** Behind a byte order mark. */
  readonly start: number;
  readonly #decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

  constructor(readonly bytes: Buffer) {
    this.start = bytes.subarray(0, 3).equals(Buffer.from('\ufeff')) ? 3 : 0;
  }

  read(start: number, end: number): string {
    return this.#decoder.decode(this.bytes.subarray(start, end));
  }

  /** @throws {SyntaxError} */
  assertBlank(start: number, end: number): void {
    if (/[^ \t\r\n]/.test(this.read(start, end))) throw new SyntaxError('unexpected text');
  }

  /** @throws {SyntaxError} when there is anything around a value. @returns the value */
  assertAround(first: number, last: number, value: unknown): unknown {
    this.assertBlank(this.start, first);
    this.assertBlank(last + 1, this.bytes.length);
    return value;
  }
}

/** A container whose end was not reached yet. */
class OpenContainer {
  /** Whether some of its members were parsed: then it is not parsed as a whole. */
  isInPieces = false;
  readonly #isArray: boolean;
  /** Elements, or the entries of an object. */
  readonly #pieces: unknown[][] = [];
  /** Where its next piece begins. */
  #pieceStart: number;
  /** Where its next member begins. */
  #memberStart: number;
  /** Whether the last member was added, so that only a comma or the end may follow. */
  #isAdded = false;

  constructor(
    readonly text: JsonText,
    readonly start: number,
  ) {
    this.#isArray = text.bytes[start] === openBracket;
    this.#pieceStart = this.#memberStart = start + 1;
  }

  /** @param at position of a comma */
  endMember(at: number): void {
    this.#memberStart = at + 1;
    if (this.#isAdded || at - this.#pieceStart >= pieceBytes) this.#endPiece(at);
  }

  /** Adds the value of a member that was parsed in pieces. */
  add(start: number, end: number, value: unknown): void {
    if (this.#memberStart > this.#pieceStart) this.#endPiece(this.#memberStart - 1);
    if (this.#isArray) {
      this.text.assertBlank(this.#memberStart, start);
      this.#pieces.push([value]);
    } else {
      const label = this.text.read(this.#memberStart, start);
      const [key] = Object.keys(parseExactJson(`{${label}null}`) as object);
      this.#pieces.push([[key, value]]);
    }
    this.isInPieces = this.#isAdded = true;
    this.#pieceStart = end + 1;
  }

  /** @param at position of the closing bracket. @returns its value */
  close(at: number): unknown {
    this.#endPiece(at);
    if (this.#isArray !== (this.text.bytes[at] === closeBracket)) throw new SyntaxError('other bracket');
    const members = this.#pieces.flat();
    return this.#isArray ? members : Object.fromEntries(members as [string, unknown][]);
  }

  /** Parses the members up to a comma or the closing bracket. */
  #endPiece(end: number): void {
    const { text } = this;
    if (this.#isAdded) text.assertBlank(this.#pieceStart, end);
    else {
      const piece = text.read(this.#pieceStart, end);
      if (piece.trim() === '') throw new SyntaxError('no member');
      const parsed = parseExactJson(this.#isArray ? `[${piece}]` : `{${piece}}`);
      this.#pieces.push(this.#isArray ? (parsed as unknown[]) : Object.entries(parsed as object));
      this.isInPieces = true;
    }
    this.#isAdded = false;
    this.#pieceStart = end + 1;
  }
}
