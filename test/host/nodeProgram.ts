/** A Node.js that runs programs under test, on this system or on the Windows that was installed for tests. */
export interface NodeProgram {
  /** The command, and its arguments in front of the script. */
  readonly command: readonly [string, ...string[]];
  /** Added to the environment. */
  readonly env: Readonly<Record<string, string>>;
  /** The drive under which Windows sees the files of this system, in lower case as VS Code writes it; such as `z:`. */
  readonly drive?: string;
}

/** The path by which the program knows a file of this system. */
export function pathFor({ drive }: NodeProgram, file: string): string {
  return drive === undefined ? file : `${drive}${file.replaceAll('/', '\\')}`;
}

/** The path of a file in the addresses that the program knows. */
export function uriPathFor({ drive }: NodeProgram, file: string): string {
  return drive === undefined ? file : `/${drive}${file}`;
}
