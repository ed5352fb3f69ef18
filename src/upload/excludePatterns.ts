import ignore from 'ignore';

/** A pattern in the syntax of `.gitignore`. One that spares decks excludes no file that looks like one. */
export type ExcludePattern = string | { readonly pattern: string; readonly sparesDecks: true };

/** Why a file or folder is excluded. */
export interface Exclusion {
  readonly pattern: string;
  /** It does not hold for a deck. */
  readonly sparesDecks: boolean;
}

type Rules = ReturnType<typeof ignore>;

/**
 * Patterns in the syntax of `.gitignore`. They match names in any case and in any Unicode form, because macOS keeps the
 * form in which a name was made, and nobody sees the difference.
 */
export class ExcludePatterns {
  readonly #all: Rules;
  /** Without those that spare decks. */
  readonly #strict: Rules;

  constructor(patterns: readonly ExcludePattern[]) {
    const texts = patterns.map((one) => (typeof one === 'string' ? one : one.pattern));
    const strict = patterns.filter((one) => typeof one === 'string');
    this.#all = createRules(texts);
    this.#strict = strict.length === texts.length ? this.#all : createRules(strict);
  }

  /**
   * @param relative a path with `/` between names; that of a folder also ends with `/`
   * @returns the pattern that excludes it, or a folder that it is in; undefined if there is none
   */
  find(relative: string): Exclusion | undefined {
    const name = relative.normalize();
    const { ignored, rule } = this.#all.test(name);
    if (!ignored) return undefined;
    const strict = this.#strict.test(name);
    const pattern = (strict.ignored ? strict : { rule }).rule?.pattern ?? '';
    return { pattern, sparesDecks: !strict.ignored && !this.#isInFolder(name) };
  }

  /** Whether it is a folder that is excluded, or in one: then its files are not looked at. */
  #isInFolder(name: string): boolean {
    const parent = name.slice(0, name.lastIndexOf('/') + 1);
    return parent !== '' && this.#all.ignores(parent);
  }
}

function createRules(patterns: readonly string[]): Rules {
  return ignore({ allowRelativePaths: false }).add(patterns.map((pattern) => pattern.normalize()));
}
