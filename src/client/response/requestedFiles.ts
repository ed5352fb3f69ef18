import type { ModelFile } from '../core/types';
import { isSame } from './columns';

/** The files requested for a model, in all the forms in which a response may refer to them. */
export class RequestedFiles {
  readonly #names: ReadonlySet<string>;
  /** Name in composed form (NFC) to the name as it was sent. */
  readonly #composed = new Map<string, string>();
  /** Created on demand. */
  #lastSegments: LastSegments | undefined;
  /** Created on demand: most responses do not need it. */
  #likeness: Likeness | undefined;

  constructor(readonly files: readonly ModelFile[]) {
    this.#names = new Set(files.map(({ name }) => name));
    for (const { name } of files) {
      const composed = toComposed(name);
      // Two names with the same composed form cannot be told apart by it.
      this.#composed.set(composed, this.#composed.has(composed) ? '' : name);
    }
  }

  get count(): number {
    return this.files.length;
  }

  /** The requested name that a text denotes. Some services and disks return names in another Unicode form. */
  nameOf(text: string): string | undefined {
    if (this.#names.has(text)) return text;
    return this.#composed.get(toComposed(text)) || undefined;
  }

  get #endings(): LastSegments {
    return (this.#lastSegments ??= listLastSegments([...this.#composed.keys()]));
  }

  /** Whether a text is the last segment of a requested name. */
  isLastSegment(text: string): boolean {
    const { segments } = this.#endings;
    return segments.has(text) || segments.has(toComposed(text));
  }

  /** Whether an ASCII text of this length may be the last segment of a requested name. */
  hasLastSegmentOfLength(length: number): boolean {
    return this.#endings.lengths.has(length);
  }

  get #alike(): Likeness {
    return (this.#likeness ??= likenessOf(this.files));
  }

  /** The names whose last segment equals that of a text, ignoring letter case. */
  namesLike(text: string): readonly string[] {
    const name = this.nameOf(text);
    return name === undefined ? (this.#alike.names.get(toComparableName(text)) ?? []) : [name];
  }

  /** As above, or else with or without extensions. */
  namesOrStemsLike(text: string): readonly string[] {
    const names = this.namesLike(text);
    return names.length > 0 ? names : (this.#alike.stems.get(toComparableName(text)) ?? []);
  }

  /**
   * The names that numbers identify: positions in the request, from 0 or from 1, or sizes if those differ. Undefined
   * when they do not identify each file exactly once, or are ambiguous.
   */
  namesOfNumbers(values: readonly unknown[]): string[] | undefined {
    return getUnanimous(this.listReadingsOfNumbers(values));
  }

  /** As above, with each meaning that identifies each file exactly once. */
  listReadingsOfNumbers(values: readonly unknown[]): string[][] {
    const numbers = values.map(parseWholeNumber);
    return [
      this.#matching(numbers, (_, index) => index),
      this.#matching(numbers, (_, index) => index + 1),
      this.#matching(numbers, ({ size }) => size),
    ].filter((reading) => reading !== undefined);
  }

  /** Whether a number may be a file's position or size. */
  isAboutFile(value: unknown): boolean {
    const number = parseWholeNumber(value);
    if (number === undefined) return false;
    return number <= this.files.length || this.files.some(({ size }) => size === number);
  }

  /** @param markOf the number that stands for a file */
  #matching(
    numbers: readonly (number | undefined)[],
    markOf: (file: ModelFile, index: number) => number,
  ): string[] | undefined {
    if (numbers.length !== this.count) return undefined;
    const names = new Map(this.files.map((file, index) => [markOf(file, index), file.name]));
    const found: string[] = [];
    for (const number of numbers) {
      const name = number === undefined ? undefined : names.get(number);
      // Each number stands for one file, and for no other one.
      if (number === undefined || name === undefined) return undefined;
      names.delete(number);
      found.push(name);
    }
    return found;
  }
}

/** Last segments of names in composed form. */
interface LastSegments {
  readonly segments: ReadonlySet<string>;
  readonly lengths: ReadonlySet<number>;
}

function listLastSegments(names: readonly string[]): LastSegments {
  const segments = new Set(names.map(lastSegmentOf));
  return { segments, lengths: new Set(Array.from(segments, ({ length }) => length)) };
}

/** Last segment of names, in lower case, to the names that end with it. */
interface Likeness {
  readonly names: Map<string, string[]>;
  /** As `names`, without the extension. */
  readonly stems: Map<string, string[]>;
}

function likenessOf(files: readonly ModelFile[]): Likeness {
  const found: Likeness = { names: new Map(), stems: new Map() };
  for (const { name } of files) {
    const last = toComparableName(name);
    addTo(found.names, last, name);
    addTo(found.stems, last.replace(/(?<=.)\.[^.]*$/, ''), name);
  }
  return found;
}

function toComparableName(text: string): string {
  return toComposed(lastSegmentOf(text)).toLowerCase();
}

/** In the Unicode form NFC. */
function toComposed(text: string): string {
  // Asking is faster than converting, and nearly all names are like this.
  return isAscii(text) ? text : text.normalize('NFC');
}

function isAscii(text: string): boolean {
  return /^[\x20-\x7e]*$/.test(text);
}

function lastSegmentOf(text: string): string {
  return text.slice(text.lastIndexOf('/') + 1);
}

function addTo(map: Map<string, string[]>, key: string, name: string): void {
  const names = map.get(key);
  if (names === undefined) map.set(key, [name]);
  else names.push(name);
}

/** The readings as one if they agree. */
export function getUnanimous(readings: readonly (readonly string[])[]): string[] | undefined {
  const [first, ...others] = readings;
  return first !== undefined && others.every((other) => isSame(other, first)) ? [...first] : undefined;
}

function parseWholeNumber(value: unknown): number | undefined {
  if (typeof value === 'number') return Number.isSafeInteger(value) && value >= 0 ? value : undefined;
  return typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : undefined;
}
