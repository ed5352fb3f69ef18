import type { ModelFile } from '../core/types';
import { endsStep, mapInSteps, type Steps } from '../core/yieldToEventLoop';
import { decodePercent } from '../text/readings';
import { isFileNameKey, wordsOf } from './pickUploadUrl';

/** A text or number that stands with a URL of a list, or in it. */
export interface Cell {
  /** The same for all rows, such as `files/size`. */
  readonly place: string;
  /** The nearest key. */
  readonly key: string;
  readonly text: string;
}

/** Longer texts name no file. */
const maxTextLength = 1000;

/** Names with more words are not looked for. */
const maxWords = 40;

/** Numbers with more digits are random, or times. */
const maxDigits = 9;

const time = /\d{4}-\d\d-\d\d|\d{8}T\d/;

/** Words of the keys of signatures, checksums and times, in which names and numbers mean nothing. */
const meaninglessWord =
  /^(sig|sign|signature|token|credentials?|security|policy|hash|checksum|crc|md|sha|etag|date|time|timestamp|expir(es?|y|ation)|exp|ttl|version|se|ske|skt|st|sv|t|ts|v)$/;

/** Whether names or numbers in a text may say which file it belongs to. */
export function isMeaningful({ key, text }: Pick<Cell, 'key' | 'text'>): boolean {
  return text.length <= maxTextLength && !wordsOf(key).some((word) => meaninglessWord.test(word));
}

/** The path of a URL, its segments and the values in its query, decoded. */
export function readUrlCells(url: string): Cell[] {
  const [path = '', ...query] = url.replace(/^[^:]*:\/\/[^/?#]*|#.*$/gs, '').split('?');
  const segments = path.split('/').map(decodePercent);
  const cells = [
    { place: 'path', key: '', text: segments.join('/') },
    { place: 'last segment', key: '', text: segments.at(-1) ?? '' },
    ...segments.map((text, index) => ({ place: `segment ${index}`, key: '', text })),
  ];
  for (const parameter of query.join('?').split('&')) {
    const [key = '', ...value] = parameter.split('=');
    cells.push({ place: `query ${key}`, key, text: decodePercent(value.join('=')) });
  }
  // Without their keys: `?file=7f3a` names no file.
  return cells.filter(isMeaningful).map(({ place, text }) => ({ place: `URL: ${place}`, key: '', text }));
}

/**
 * Whether something says that a list has another order than the request. For `deck.inp` with 1200 bytes and `mesh.inp`
 * with 310, each of these does:
 *
 *     /u/77a_mesh.inp, /u/33b_deck.inp               names of the other file
 *     /u/2, /u/1                                     numbers that do not rise
 *     { "bytes": 310, … }, { "bytes": 1200, … }      sizes of the other file
 *
 * @param rows what stands with each URL of the list, in its order
 */
export function* contradictsOrder(
  rows: readonly (readonly Cell[])[],
  files: readonly ModelFile[],
): Steps<boolean> {
  const named = yield* compareNames(rows, yield* NameIndex.create(files));
  // Numbers are parts of the names if these prove the order: `part10.dat` stands before `part2.dat`.
  if (named !== 'unknown') return named === 'other';
  const sizes = files.map(({ size }) => size);
  for (const { place } of rows[0] ?? []) {
    const texts = yield* mapInSteps(rows, (row) => row.find((cell) => cell.place === place)?.text);
    for (const numbers of yield* listNumbers(texts)) if (isOtherOrder(numbers, sizes)) return true;
  }
  return false;
}

/** @returns `same` if each row has a name of its file which is no number, and which no other row has */
function* compareNames(
  rows: readonly (readonly Cell[])[],
  index: NameIndex,
): Steps<'same' | 'other' | 'unknown'> {
  const counts = new Map<string, number>();
  const found = yield* mapInSteps(rows, (row) => new Set(row.flatMap(({ text }) => index.find(text))));
  yield* mapInSteps(found, (names) => {
    for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  });
  let areProved = true;
  for (const [position, names] of found.entries()) {
    if (endsStep(position)) yield;
    // A name that is in all rows is a word of the service, such as a folder of the file server.
    const telling = [...names].filter((name) => counts.get(name) !== rows.length);
    if (telling.some((name) => !index.isOf(name, position))) return 'other';
    const isForeign = ({ key, text }: Cell) =>
      isFileNameKey(key.replace(/s$/i, '')) &&
      /\D/.test(text) &&
      !index.find(text).some((name) => index.isOf(name, position));
    if (rows[position]?.some(isForeign) === true) return 'other';
    areProved &&= telling.some((name) => /[^\d ]/.test(name) && counts.get(name) === 1);
  }
  return areProved ? 'same' : 'unknown';
}

/** Finds the names of files in texts by their words, whatever separates these: folders, `_`, `%20`, `+`. */
class NameIndex {
  /** The words of a name, of its last segment, and of that without its ending, to the positions of the files. */
  readonly #positions = new Map<string, Set<number>>();
  readonly #firstWords = new Set<string>();
  /** Number of words. */
  #maxLength = 0;

  static *create(files: readonly ModelFile[]): Steps<NameIndex> {
    const index = new NameIndex();
    yield* mapInSteps(files, ({ name }, position) => index.#add(name, position));
    return index;
  }

  #add(name: string, position: number): void {
    const [last = name] = /[^/\\]*$/.exec(name) ?? [];
    for (const form of [name, last, last.replace(/(?<=.)\.[^.]*$/, '')]) {
      const words = toWords(form);
      const [first] = words;
      if (first === undefined || words.length > maxWords) continue;
      this.#firstWords.add(first);
      this.#maxLength = Math.max(this.#maxLength, words.length);
      const positions = this.#positions.get(words.join(' ')) ?? new Set();
      this.#positions.set(words.join(' '), positions.add(position));
    }
  }

  /** The names in a text, without those that are a part of a longer one. */
  find(text: string): string[] {
    const found: string[] = [];
    const words = toWords(text);
    for (let start = 0; start < words.length; start++) {
      const name = this.#findLongest(words, start);
      if (name === undefined) continue;
      found.push(name.join(' '));
      start += name.length - 1;
    }
    return found;
  }

  #findLongest(words: readonly string[], start: number): string[] | undefined {
    if (!this.#firstWords.has(words[start] ?? '')) return undefined;
    for (let length = Math.min(this.#maxLength, words.length - start); length > 0; length--) {
      const part = words.slice(start, start + length);
      if (this.#positions.has(part.join(' '))) return part;
    }
    return undefined;
  }

  /** Whether a name may be that of the file at a position of the request. */
  isOf(name: string, position: number): boolean {
    return this.#positions.get(name)?.has(position) === true;
  }
}

function toWords(text: string): string[] {
  const comparable = text.normalize('NFC').toLowerCase();
  return comparable.match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** The numbers that stand at the same places of all texts, each as a list with one number for each text. */
function* listNumbers(texts: readonly (string | undefined)[]): Steps<number[][]> {
  const patterns = new Set(yield* mapInSteps(texts, (text) => text?.replace(/\d+/g, '#')));
  const list = patterns.size === 1 ? listDigits : listOuterDigits;
  const rows = yield* mapInSteps(texts, (text = '') => (time.test(text) ? [] : list(text)));
  const columns = rows[0]?.map((_, column) => rows.map((row) => row[column] ?? '')) ?? [];
  const isNumber = (digits: string) => digits.length > 0 && digits.length <= maxDigits;
  return columns.filter((column) => column.every(isNumber)).map((column) => column.map(Number));
}

function listDigits(text: string): string[] {
  return text.match(/\d+/g) ?? [];
}

/** Those at the beginning and at the end of a text, but not of a UUID, which has more of them there. */
function listOuterDigits(text: string): string[] {
  const [first = ''] = /^\d{1,6}(?![\p{L}\p{N}])/u.exec(text) ?? [];
  const [last = ''] = /(?<![\p{L}\p{N}])\d{1,6}(?=(\.\p{L}[\p{L}\p{N}]*)?$)/u.exec(text) ?? [];
  return [first, last];
}

/** Whether numbers are the sizes of files in another order, or differ from each other and do not rise. */
function isOtherOrder(numbers: readonly number[], sizes: readonly number[]): boolean {
  if (areEqual(numbers, sizes)) return false;
  const rising = numbers.toSorted((a, b) => a - b);
  const risingSizes = sizes.toSorted((a, b) => a - b);
  if (areEqual(rising, risingSizes)) return true;
  return new Set(numbers).size === numbers.length && !areEqual(numbers, rising);
}

function areEqual(some: readonly number[], others: readonly number[]): boolean {
  return some.every((number, index) => number === others[index]);
}
