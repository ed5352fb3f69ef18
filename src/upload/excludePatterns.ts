import ignore from 'ignore';

/**
 * Patterns in the syntax of `.gitignore`. They match names in any case and in any Unicode form, because macOS keeps the
 * form in which a name was made, and nobody sees the difference.
 */
export class ExcludePatterns {
  readonly #rules: ReturnType<typeof ignore>;

  constructor(patterns: readonly string[]) {
    this.#rules = ignore({ allowRelativePaths: false }).add(patterns.map((pattern) => pattern.normalize()));
  }

  /**
   * @param relative a path with `/` between names; that of a folder also ends with `/`
   * @returns the pattern that excludes it, or a folder that it is in; undefined if there is none
   */
  find(relative: string): string | undefined {
    const { ignored, rule } = this.#rules.test(relative.normalize());
    return ignored ? (rule?.pattern ?? '') : undefined;
  }
}
