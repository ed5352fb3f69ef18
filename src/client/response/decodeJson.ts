import { randomUUID } from 'node:crypto';
import { type ResponseContext, ResponseError } from '../core/errors';
import { parseExactJson } from '../core/exactJson';
import type { Steps } from '../core/yieldToEventLoop';

/** Limit for the JSON values in one response: 100,000 projects with nine fields each. */
const maxValues = 1_000_000;

/** Limit for the nesting that is decoded, so that code behind the decoder may recurse. */
const maxDepth = 32;

/** A piece ends at the first comma behind so many bytes. */
const minPieceBytes = 2 ** 20;

const quote = 0x22;
const comma = 0x2c;
const openBracket = 0x5b;
const backslash = 0x5c;
const closeBracket = 0x5d;
const openBrace = 0x7b;
const closeBrace = 0x7d;

/** A container whose end was not reached yet. */
interface OpenContainer {
  readonly isArray: boolean;
  /** Where the member of the outer container begins of which it is the value. */
  readonly memberStart: number;
  /** Position of its opening bracket. */
  readonly start: number;
}

type Container = unknown[] | Record<string, unknown>;

/**
 * Decodes the JSON value of a response as {@link parseExactJson}: strict UTF-8, with or without a byte order mark. A
 * short response is one step; a long one is parsed in pieces, each of which is a step. The limits are checked before,
 * because three bytes of JSON can become a hundred in memory.
 * @param moreValues number of values allowed beyond 1,000,000
 * @throws {ResponseError} `notJson`, `tooDeep` or `tooLarge`
 */
export function* decodeJson(bytes: Buffer, context: ResponseContext, moreValues = 0): Steps<unknown> {
  try {
    return yield* parseInPieces(bytes, context, maxValues + moreValues);
  } catch (error) {
    throw error instanceof ResponseError ? error : new ResponseError(context, 'notJson');
  }
}

function* parseInPieces(json: Buffer, context: ResponseContext, maxCount: number): Steps<unknown> {
  const pieces = new JsonPieces(json);
  const open: OpenContainer[] = [];
  // Every value but the first follows a comma or an opening bracket; an empty container is counted as two.
  let values = 1;
  let memberStart = pieces.start;
  for (let [at, stepEnd] = [pieces.start, minPieceBytes]; at < json.length; at++) {
    if (at >= stepEnd) {
      yield;
      stepEnd = at + minPieceBytes;
    }
    const byte = json[at];
    if (byte === quote) at = findEndOfString(json, at);
    else if (byte === comma) {
      values++;
      if (open.length > 0 && at - pieces.start >= minPieceBytes) pieces.end(at, open);
      memberStart = at + 1;
    } else if (byte === openBracket || byte === openBrace) {
      values++;
      open.push({ isArray: byte === openBracket, memberStart, start: at });
      memberStart = at + 1;
    } else if (byte === closeBracket || byte === closeBrace) open.pop();
    if (open.length > maxDepth) throw new ResponseError(context, 'tooDeep');
    if (values > maxCount) throw new ResponseError(context, 'tooLarge');
  }
  // Without looking at a long text again.
  if (open.length > 0) throw new SyntaxError('unclosed');
  return pieces.end(json.length, open);
}

/** @param start position of the opening quote. @returns position of the closing quote, or the end of the text */
function findEndOfString(json: Buffer, start: number): number {
  let at = start + 1;
  while (at < json.length && json[at] !== quote) at += json[at] === backslash ? 2 : 1;
  return at;
}

/** JSON that is parsed piece by piece. Each piece but the first begins with a comma. */
class JsonPieces {
  /** Where the current piece begins; the first one, behind a byte order mark. */
  start: number;
  #whole: unknown;
  /** The containers of the whole in which the current piece begins, from the outermost on. */
  #begun: readonly Container[] = [];
  readonly #json: Buffer;
  readonly #decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  /** Random, so that no object has it as a key. */
  readonly #mark = randomUUID();

  constructor(json: Buffer) {
    this.#json = json;
    this.start = json.subarray(0, 3).equals(Buffer.from('\ufeff')) ? 3 : 0;
  }

  /**
   * Parses the current piece between brackets that make it JSON of its own, and adds its members to the whole. In each
   * container in which it begins, another first member stands for those of the earlier pieces.
   * @param open the containers in which it ends
   * @returns the whole so far
   * @throws {SyntaxError | TypeError} for what is no JSON or no UTF-8
   */
  end(at: number, open: readonly OpenContainer[]): unknown {
    const opening = this.#begun.map((container) => (Array.isArray(container) ? '[' : `{"${this.#mark}":`));
    if (opening.length > 0) opening.push('0');
    const text = opening.join('') + this.#read(this.start, at);
    // The next piece would not show that there is no member before its comma.
    if (/^[[{]$/.test(text.trimEnd().slice(-1))) throw new SyntaxError('no member');
    const closing = open.map(({ isArray }) => (isArray ? ']' : '}')).reverse();
    let piece = parseExactJson(text + closing.join(''));
    if (this.#begun.length === 0) this.#whole = piece;
    for (const container of this.#begun) piece = addMembers(container, piece as Container, this.#mark);
    let inner: unknown;
    this.#begun = open.map(({ memberStart, start }) => {
      inner =
        inner === undefined ? this.#whole : getMember(inner as Container, this.#read(memberStart, start));
      return inner as Container;
    });
    this.start = at;
    return this.#whole;
  }

  #read(start: number, end: number): string {
    return this.#decoder.decode(this.#json.subarray(start, end));
  }
}

/** Adds all members but the first. @param firstKey of an object. @returns the first member */
function addMembers(container: Container, added: Container, firstKey: string): unknown {
  if (Array.isArray(container)) {
    const [first, ...others] = added as unknown[];
    for (const other of others) container.push(other);
    return first;
  }
  const { [firstKey]: first, ...others } = added as Record<string, unknown>;
  for (const [key, value] of Object.entries(others))
    // An assignment to `__proto__` would not add it.
    Object.defineProperty(container, key, { value, writable: true, enumerable: true, configurable: true });
  return first;
}

/** The last element, or the member with this label, such as `"key":`. */
function getMember(container: Container, label: string): unknown {
  if (Array.isArray(container)) return container.at(-1);
  const [key = ''] = Object.keys(parseExactJson(`{${label}0}`) as object);
  return container[key];
}
