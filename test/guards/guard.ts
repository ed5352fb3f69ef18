/** A few words of the sources that hold a threat off, and what to put in their place to take the guard away. */
export interface Guard {
  /** Unique. What holds as long as the guard is there. */
  readonly name: string;
  /** From the root of the project on, with `/`. */
  readonly file: string;
  /** Occurs exactly once in the file. */
  readonly find: string;
  readonly replace: string;
  readonly proof: Proof;
}

/** The tests of which at least one must fail without the guard. */
export interface Proof {
  /** Those in the extension host and by clicks take about a minute. */
  readonly where: 'unit' | 'vscode' | 'browser';
  /** Of unit tests, the files below `test/unit`, without their ending. */
  readonly suites: readonly string[];
  /** A part of the titles, as a regular expression; empty for all. */
  readonly grep: string;
}

export const unit = (...suites: readonly string[]): Proof => ({ where: 'unit', suites, grep: '' });

export const only = (suite: string, grep: string): Proof => ({ where: 'unit', suites: [suite], grep });

export const inHost = (grep: string): Proof => ({ where: 'vscode', suites: [], grep });

export const byClicks = (grep: string): Proof => ({ where: 'browser', suites: [], grep });

type Line = readonly [name: string, find: string, replace: string, proof?: Proof];

/** The guards of one file, with the tests that prove most of them. */
export function guardsOf(file: string, proof: Proof, lines: readonly Line[]): Guard[] {
  return lines.map(([name, find, replace, own]) => ({ name, file, find, replace, proof: own ?? proof }));
}
