import { settingTable } from '../settingTable';
import type { ExcludePattern } from '../upload/excludePatterns';

/** The setting for files to exclude, as it is written in each place; not validated. */
export interface WrittenExclude {
  readonly builtIn: unknown;
  /** Undefined where the user has not set it. */
  readonly user: unknown;
  /** The values of the workspace and of its folder. */
  readonly workspace: readonly unknown[];
}

/**
 * Patterns in the syntax of `.gitignore`. A workspace or folder can only add to the user's patterns: it must not
 * include private keys again by an empty list or a pattern that begins with `!`.
 */
export function joinExclude({ builtIn, user, workspace }: WrittenExclude): readonly ExcludePattern[] {
  const { parse } = settingTable.exclude;
  const added = workspace.flatMap((value) => parse(value));
  // A value that the user has set holds as it is written.
  const own = user === undefined ? parse(builtIn).map(toDefaultPattern) : parse(user);
  return [...own, ...added.filter((pattern) => !pattern.trimStart().startsWith('!'))];
}

/** Private keys and decks of LS-DYNA share an extension, and only their content tells them apart. */
function toDefaultPattern(pattern: string): ExcludePattern {
  return pattern === '*.key' ? { pattern, sparesDecks: true } : pattern;
}
