import type { ModelFile } from '../core/types';

/** The files requested for a model, in all the forms in which a response may refer to them. */
export class RequestedFiles {
  readonly #names: ReadonlySet<string>;
  /** Name in composed form (NFC) to the name as it was sent. */
  readonly #composed = new Map<string, string>();
  /** In composed form, created on demand. */
  #lastSegments: ReadonlySet<string> | undefined;
  /** Created on demand: most responses do not need it. */
  #likeness: Likeness | undefined;

  constructor(readonly files: readonly ModelFile[]) {
    this.#names = new Set(files.map(({ name }) => name));
    for (const { name } of files) {
      const composed = name.normalize('NFC');
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
    return this.#composed.get(text.normalize('NFC')) || undefined;
  }

  /** Whether a text is the last segment of a requested name. */
  isLastSegment(text: string): boolean {
    this.#lastSegments ??= new Set([...this.#composed.keys()].map(lastSegmentOf));
    return this.#lastSegments.has(text) || this.#lastSegments.has(text.normalize('NFC'));
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
    const numbers = values.map(parseWholeNumber);
    const readings = [
      this.#matching(
        numbers,
        this.files.map((_, index) => index),
      ),
      this.#matching(
        numbers,
        this.files.map((_, index) => index + 1),
      ),
      this.#matching(
        numbers,
        this.files.map(({ size }) => size),
      ),
    ].filter((reading) => reading !== undefined);
    return getUnanimous(readings);
  }

  /** Whether a number may be a file's position or size. */
  isAboutFile(value: unknown): boolean {
    const number = parseWholeNumber(value);
    if (number === undefined) return false;
    return number <= this.files.length || this.files.some(({ size }) => size === number);
  }

  /** @param marks one for each file, in the order of the request */
  #matching(numbers: readonly (number | undefined)[], marks: readonly number[]): string[] | undefined {
    const names = new Map(marks.map((mark, index) => [mark, this.files[index]?.name]));
    const found = numbers.map((number) => (number === undefined ? undefined : names.get(number)));
    const known = found.filter((name) => name !== undefined);
    const isOneToOne = names.size === this.count && new Set(known).size === this.count;
    return isOneToOne && numbers.length === this.count ? known : undefined;
  }
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
  return lastSegmentOf(text).normalize('NFC').toLowerCase();
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
  const isSame = others.every((other) => other.every((name, index) => name === first?.[index]));
  return first !== undefined && isSame ? [...first] : undefined;
}

function parseWholeNumber(value: unknown): number | undefined {
  if (typeof value === 'number') return Number.isSafeInteger(value) && value >= 0 ? value : undefined;
  return typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : undefined;
}
