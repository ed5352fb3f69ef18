/**
 * Finds what contradicts that a list of URLs has the order of the request: names, numbers and sizes beside or in them.
 */

import { mapWithPauses } from '../core/pause';
import type { ModelFile } from '../core/types';
import { decodePercent } from '../text/readings';
import { maxUrlLength } from '../url/uploadUrl';
import { isFileNameKey, splitKey } from './pickUploadUrl';

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

/** The numbers of the files of one model are closer to each other. Those farther apart are random. */
const maxDistance = 1000;

/** In longer texts, which are random, one or two letters are no name. */
const maxLengthWithShortNames = 40;

const uuid = /[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/gi;

/** More segments of a path, or parameters of a query, are not looked at one by one. */
const maxParts = 50;

const time = /\d{4}-\d\d-\d\d|\d{8}T\d/;

/** Words of the keys of signatures, checksums and times, in which names and numbers mean nothing. */
const meaninglessWord =
  /^(sig|sign|signature|token|credentials?|security|policy|hash|checksum|crc|md|sha|etag|date|time|timestamp|expir(es?|y|ation)|exp|ttl|version|se|ske|skt|st|sv|t|ts|v)$/;

/** Whether names or numbers in a text may say which file it belongs to. */
export function isMeaningful({ key, text }: Pick<Cell, 'key' | 'text'>): boolean {
  return text.length <= maxTextLength && !isMeaninglessKey(key);
}

function isMeaninglessKey(key: string): boolean {
  return splitKey(key).some((word) => meaninglessWord.test(word));
}

/** The path of a URL, its segments and the keys and values in its query, decoded. */
export function readUrlCells(url: string): Cell[] {
  const [path = '', ...query] = url
    .slice(0, maxUrlLength)
    .replace(/^[^:]*:\/\/[^/?#]*|#.*$/gs, '')
    .split('?');
  const segments = path.split('/').map(decodeTwice);
  const texts: [place: string, text: string][] = [
    ['path', segments.join('/')],
    ['last segment', segments.at(-1) ?? ''],
    ...segments.slice(0, maxParts).map((text, index): [string, string] => [`segment ${index}`, text]),
  ];
  for (const [index, parameter] of query.join('?').split('&', maxParts).entries()) {
    const [key = '', ...value] = parameter.split('=');
    if (isMeaninglessKey(key)) continue;
    texts.push([`query ${key}`, decodeTwice(value.join('='))]);
    // As in `files[0]=…`.
    texts.push([`key ${index}`, decodeTwice(key)]);
  }
  const short = texts.filter(([, text]) => text.length <= maxTextLength);
  // Without their keys: `?file=7f3a` names no file.
  return short.map(([place, text]) => ({ place: `URL: ${place}`, key: '', text }));
}

/** A name that is a part of a URL was often encoded before. What is not UTF-8 is read as Latin-1. */
function decodeTwice(text: string): string {
  if (!text.includes('%')) return text;
  const decoded = decodePercent(decodePercent(text));
  // `%25` may stand for a character of the name: `5%ab.inp`.
  if (text.includes('%25')) return decoded;
  return decoded.replace(/%([\da-f]{2})/gi, (_, byte: string) =>
    String.fromCharCode(Number.parseInt(byte, 16)),
  );
}

/** A list of URLs, and the files whose order it may have. */
export interface UrlsInQuestion {
  /** The cells in each URL of the list and beside it. */
  readonly rows: readonly (readonly Cell[])[];
  /** The same without the URLs themselves. */
  readonly beside: readonly (readonly Cell[])[];
  readonly files: readonly ModelFile[];
  /** Whether a setting points at the list. Then, numbers with gaps between them are no numbers of files. */
  readonly isPointed: boolean;
}

/**
 * Whether something says that a list has another order than the request. For `deck.inp` with 1200 bytes and `mesh.inp`
 * with 310, each of these does:
 *
 *     /u/77a_mesh.inp, /u/33b_deck.inp               names of the other file
 *     /u/2, /u/1                                     numbers that do not rise
 *     { "bytes": 310, … }, { "bytes": 1200, … }      sizes of the other file
 *     /u/77a.msh                                     the ending of the other file, if it has another one
 *     /u/fine/77a, for fine/mesh.inp                 a folder of the other file, if it has another one
 *     /u/f-2, beside [{ "id": "f-1" }, …]            what stands beside another URL
 */
export async function contradictsOrder(list: UrlsInQuestion): Promise<boolean> {
  const { beside, files, isPointed } = list;
  const rows = listDifferences(list.rows);
  const index = await indexNames(files);
  if (await nameOthers(list.rows, index)) return true;
  const named = await compareNames(rows, index);
  // Numbers are parts of the names if these prove the order: `part10.dat` stands before `part2.dat`.
  if (named !== 'unknown') return named === 'other';
  // Apart, because a folder or an ending that stands beside the URL of another file does not become a sign of that file.
  for (const signs of [await indexSigns(files), await indexTexts(beside)])
    if ((await findTelling(rows, signs)).isOther) return true;
  const sizes = files.map(({ size }) => size);
  const maxApart = isPointed ? files.length : Math.max(maxDistance, files.length);
  for (const { place } of rows[0] ?? []) {
    const texts = rows.map((row) => row.find((cell) => cell.place === place)?.text);
    for (const numbers of await listNumbers(texts)) if (isOtherOrder(numbers, sizes, maxApart)) return true;
  }
  return false;
}

/** Leaves out the cells that are the same in all rows: most parts of most URLs. */
function listDifferences(rows: readonly (readonly Cell[])[]): Cell[][] {
  const [first = []] = rows;
  const areEqual = first.map(() => true);
  for (const row of rows)
    for (const [index, { place, text }] of first.entries())
      areEqual[index] &&= row[index]?.place === place && row[index].text === text;
  return rows.map((row) => row.filter((_, index) => areEqual[index] !== true));
}

/** Indexes each name, its last segment, and that without its ending. */
async function indexNames(files: readonly ModelFile[]): Promise<WordIndex> {
  const index = new WordIndex();
  await mapWithPauses(files, ({ name }, position) => {
    for (const spelling of listSpellings(name)) {
      const last = lastSegmentOf(spelling);
      for (const form of [spelling, last, last.replace(/(?<=.)\.[^.]*$/, '')]) index.add(form, position);
    }
  });
  return index;
}

/**
 * A name, and what services make of it for the key of an object: in base64, without what is not ASCII, with `_` in its
 * place, with two letters for an umlaut, or without blanks and signs.
 */
function listSpellings(name: string): readonly string[] {
  const inBase64 = [name, lastSegmentOf(name)].filter(isLongEnough).map(toBase64);
  if (/^[\w./\\-]*$/.test(name)) return [name, ...inBase64];
  const composed = name.normalize('NFC');
  const others = [
    composed.normalize('NFKD').replace(/[^ -~]/g, ''),
    composed.replace(/[^ -~]/g, '_'),
    composed.replace(/[äöü]/gi, (letter) => `${letter.normalize('NFD').charAt(0)}e`).replaceAll('ß', 'ss'),
    composed.replace(/[^\p{L}\p{N}./\\_-]/gu, ''),
  ];
  // Only the ending may be left of a name in another script.
  return [
    name,
    ...inBase64,
    ...others.filter((spelling) => /\p{L}/u.test(lastSegmentOf(spelling).replace(/\.[^.]*$/, ''))),
  ];
}

/** Base64 of a shorter name may be a word of a service. */
function isLongEnough({ length }: string): boolean {
  return length >= 3;
}

/** Both alphabets have the same words. */
function toBase64(text: string): string {
  return Buffer.from(text).toString('base64url');
}

/** Indexes the folders and endings of the names. */
async function indexSigns(files: readonly ModelFile[]): Promise<WordIndex> {
  return await indexTexts(
    await mapWithPauses(files, ({ name }) => {
      const [, ending = ''] = /.\.([^.]*)$/.exec(lastSegmentOf(name)) ?? [];
      return [ending, ...name.split(/[/\\]/).slice(0, -1)].map((text) => ({ text }));
    }),
  );
}

/** Indexes texts by their rows. Numbers are compared as such. */
async function indexTexts(rows: readonly (readonly Pick<Cell, 'text'>[])[]): Promise<WordIndex> {
  const index = new WordIndex();
  await mapWithPauses(rows, (row, position) => {
    for (const { text } of row) if (/\D/.test(text)) index.add(text, position);
  });
  return index;
}

function lastSegmentOf(name: string): string {
  return /[^/\\]*$/.exec(name)?.[0] ?? name;
}

interface Telling {
  /** For each row, the indexed texts in it that are not in all rows, and in how many they are. */
  readonly found: readonly ReadonlyMap<string, number>[];
  /** Whether a row has one of another row. */
  readonly isOther: boolean;
}

/** A text that is in all rows is a word of the service, such as a folder of the file server. */
async function findTelling(rows: readonly (readonly Cell[])[], index: WordIndex): Promise<Telling> {
  const counts = new Map<string, number>();
  const inRows = await mapWithPauses(rows, (row) => new Set(row.flatMap(({ text }) => index.find(text))));
  for (const texts of inRows) for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  const found = inRows.map((texts) => {
    const counted = [...texts].map((text) => [text, counts.get(text) ?? 0] as const);
    return new Map(counted.filter(([, count]) => count < rows.length));
  });
  const isOther = found.some((texts, position) =>
    [...texts.keys()].some((text) => !index.isOf(text, position)),
  );
  return { found, isOther };
}

/** Whether values under keys like `name` and `path` name other files, also if it is the same in all rows. */
async function nameOthers(rows: readonly (readonly Cell[])[], index: WordIndex): Promise<boolean> {
  const areOther = await mapWithPauses(rows, (row, position) =>
    row.some(
      ({ key, text }) =>
        isFileNameKey(key.replace(/s$/i, '')) &&
        /\D/.test(text) &&
        !index.find(text).some((name) => index.isOf(name, position)),
    ),
  );
  return areOther.includes(true);
}

/** @returns `same` if each row has a name of its file which is no number, and which no other row has */
async function compareNames(
  rows: readonly (readonly Cell[])[],
  index: WordIndex,
): Promise<'same' | 'other' | 'unknown'> {
  const { found, isOther } = await findTelling(rows, index);
  if (isOther) return 'other';
  const areProved = found.every((names) =>
    [...names].some(([name, count]) => /[^\d ]/.test(name) && count === 1),
  );
  return areProved ? 'same' : 'unknown';
}

/** Finds texts that belong to files in other texts by their words, whatever separates these: folders, `_`, `%20`, `+`. */
class WordIndex {
  /** The words of a text to the positions of its files. */
  readonly #positions = new Map<string, Set<number>>();
  readonly #firstWords = new Set<string>();
  /** Number of words. */
  #maxLength = 0;

  add(text: string, position: number): void {
    const words = toWords(text);
    const [first] = words;
    if (first === undefined || words.length > maxWords) return;
    this.#firstWords.add(first);
    this.#maxLength = Math.max(this.#maxLength, words.length);
    const positions = this.#positions.get(words.join(' ')) ?? new Set();
    this.#positions.set(words.join(' '), positions.add(position));
  }

  /** The indexed texts in a text, without those that are a part of a longer one. */
  find(text: string): string[] {
    const found: string[] = [];
    const words = toWords(text);
    const minLength = text.length > maxLengthWithShortNames ? 3 : 1;
    for (let start = 0; start < words.length; start++) {
      const part = this.#findLongest(words, start);
      if (part === undefined) continue;
      start += part.length - 1;
      if (part.join(' ').length >= minLength) found.push(part.join(' '));
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

  /** Whether a text that was found may belong to the file at a position of the request. */
  isOf(found: string, position: number): boolean {
    return this.#positions.get(found)?.has(position) === true;
  }
}

function toWords(text: string): string[] {
  const comparable = text.normalize('NFC').toLowerCase();
  return comparable.match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** The numbers that stand at the same places of all texts, each as a list with one number for each text. */
async function listNumbers(texts: readonly (string | undefined)[]): Promise<number[][]> {
  const patterns = new Set(texts.map((text) => text?.replace(/\d+/g, '#')));
  const list = patterns.size === 1 ? listDigits : listNumberedWords;
  const rows = await mapWithPauses(texts, (text = '') =>
    time.test(text) ? new Map<string, string>() : list(text),
  );
  const columns = [...(rows[0]?.keys() ?? [])].map((place) => rows.map((row) => row.get(place) ?? ''));
  const isNumber = (digits: string) => digits.length > 0 && digits.length <= maxDigits;
  return columns.filter((column) => column.every(isNumber)).map((column) => column.map(Number));
}

function listDigits(text: string): Map<string, string> {
  return new Map((text.match(/\d+/g) ?? []).map((digits, index) => [String(index), digits]));
}

/** The numbers of words like `2` and `file2`, by what is before them, and by how many words from the start or the end. */
function listNumberedWords(text: string): Map<string, string> {
  const numbers = new Map<string, string>();
  const words = toWords(text.replace(uuid, 'uuid'));
  for (const [index, word] of words.entries()) {
    const [, before, digits] = /^(\D*)(\d{1,6})$/.exec(word) ?? [];
    if (digits === undefined) continue;
    numbers.set(`${index} ${before}`, digits);
    numbers.set(`${index - words.length} ${before}`, digits);
  }
  return numbers;
}

/** Whether numbers are the sizes of files in another order, or differ from each other by little and do not rise. */
function isOtherOrder(numbers: readonly number[], sizes: readonly number[], maxApart: number): boolean {
  if (areEqual(numbers, sizes)) return false;
  const rising = numbers.toSorted((a, b) => a - b);
  const risingSizes = sizes.toSorted((a, b) => a - b);
  if (areEqual(rising, risingSizes)) return true;
  const least = rising[0] ?? 0;
  const greatest = rising.at(-1) ?? 0;
  return (
    greatest - least < maxApart && new Set(numbers).size === numbers.length && !areEqual(numbers, rising)
  );
}

function areEqual(some: readonly number[], others: readonly number[]): boolean {
  return some.every((number, index) => number === others[index]);
}
