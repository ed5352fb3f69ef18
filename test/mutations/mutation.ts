/** A small change of a source that removes a safeguard. A test must fail with it. */
export interface Mutation {
  /** Unique in its file. States the property that holds without the mutation. */
  readonly name: string;
  /** Relative to the root of the project, with `/`. */
  readonly in: string;
  /** Occurs exactly once in the file. */
  readonly find: string;
  readonly replace: string;
  readonly killedBy: Tests;
}

/** The tests, of which at least one must fail. */
export interface Tests {
  /** Tests in the extension host and in the browser take about a minute. */
  readonly where: 'unit' | 'vscode' | 'browser';
  /** The files of unit tests, relative to `test/unit`, without their extension. */
  readonly suites: readonly string[];
  /** Part of the full titles, as a regular expression; empty for all. */
  readonly grep: string;
}

/** All unit tests of these files. */
export const suites = (...names: readonly string[]): Tests => ({ where: 'unit', suites: names, grep: '' });

/** The unit tests of a file whose full titles match. */
export const test = (suite: string, grep: string): Tests => ({ where: 'unit', suites: [suite], grep });

export const inExtensionHost = (grep: string): Tests => ({ where: 'vscode', suites: [], grep });

export const byClicks = (grep: string): Tests => ({ where: 'browser', suites: [], grep });

type Common = Pick<Mutation, 'in' | 'killedBy'>;
/** A text is replaced, or removed. */
type Change = Pick<Mutation, 'find' | 'replace'> | { readonly remove: string };
type Own = Pick<Mutation, 'name'> & Change & Partial<Pick<Mutation, 'killedBy'>>;

/** Mutations of one file, with the tests that kill most of them. */
export function mutationsOf(common: Common, list: readonly Own[]): Mutation[] {
  return list.map((own) => {
    const change = 'remove' in own ? { find: own.remove, replace: '' } : own;
    return { ...common, ...own, ...change };
  });
}
