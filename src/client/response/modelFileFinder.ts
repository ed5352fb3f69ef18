import type { ModelFile } from '../core/types';
import { decodePercent } from '../text/readings';

/** Finds the files of a requested model by the names and numbers with which a response may refer to them. */
export class ModelFileFinder {
  /** The comparable form of a name to the name as it was sent. Of two that share one, the other is never found. */
  readonly #names = new Map<string, string>();
  #maxLength = 0;
  #maxSegments = 0;

  constructor(readonly files: readonly ModelFile[]) {
    for (const { name } of files) {
      const form = toComparable(name);
      this.#names.set(form, name);
      this.#maxLength = Math.max(this.#maxLength, form.length);
      this.#maxSegments = Math.max(this.#maxSegments, form.split('/').length);
    }
  }

  /**
   * The file whose name equals the text, or its end after a slash. If several names match, it is the longest one:
   * `mesh/a.inp` also ends with `a.inp`. As each file needs a URL of its own, that cannot swap two of them. A text in
   * which characters are percent-encoded says the same name.
   */
  find(text: string): string | undefined {
    const asIs = this.#findEnd(text);
    // A whole name may hold percent signs itself.
    if (asIs === undefined ? !text.includes('%') : toComparable(text) === toComparable(asIs)) return asIs;
    const decoded = this.#findEnd(decodePercent(text));
    return (decoded?.length ?? 0) > (asIs?.length ?? 0) ? decoded : asIs;
  }

  #findEnd(text: string): string | undefined {
    // Cut afterwards: cut before, the end of a longer name could become this one.
    const end = toComparable(text).slice(-this.#maxLength - 1);
    const segments = end.split('/').slice(-this.#maxSegments);
    for (const from of segments.keys()) {
      const name = this.#names.get(segments.slice(from).join('/'));
      if (name !== undefined) return name;
    }
    return undefined;
  }

  /** The file whose name the path of a URL ends with, unless that may be a number of the service. */
  findInUrl(url: string): string | undefined {
    const path = url.replace(/^[^:]*:\/\/[^/?#]*|[?#].*$/gs, '');
    const name = this.find(decodePercent(path));
    return name === undefined || /^\d+$/.test(name) ? undefined : name;
  }

  /** The files that values stand for: by name, or each by its position in the request, from 0 or from 1. */
  identify(values: readonly unknown[]): (string | undefined)[] {
    const names = values.map((value) => (typeof value === 'string' ? this.find(value) : undefined));
    if (names.some((name) => name !== undefined)) return names;
    const numbers = values.map(parseWholeNumber);
    const first = numbers.includes(0) ? 0 : 1;
    return numbers.map((number) => this.files[(number ?? NaN) - first]?.name);
  }
}

/** Some services return names in another Unicode form, or as Windows writes paths. */
function toComparable(text: string): string {
  return text.normalize('NFC').replaceAll('\\', '/');
}

function parseWholeNumber(value: unknown): number | undefined {
  if (typeof value === 'number') return Number.isSafeInteger(value) && value >= 0 ? value : undefined;
  return typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : undefined;
}
