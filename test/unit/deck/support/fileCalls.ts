import fs from 'node:fs';

type Call = (this: unknown, ...args: readonly unknown[]) => unknown;

/** All that reads or changes files without a callback, by its name; a child function such as `native` stays. */
const names = Object.keys(fs).filter((name) => name.endsWith('Sync'));

/**
 * The paths that a function gives to the file system, in their order, each with the name of the call. Calls of a
 * descriptor are left out, because only a path leads anywhere.
 */
export function recordFileCalls(run: () => void): string[] {
  const calls: string[] = [];
  const functions = fs as unknown as Record<string, Call>;
  const originals = new Map(names.map((name) => [name, functions[name]]));
  for (const [name, original] of originals) {
    if (original === undefined) continue;
    functions[name] = Object.assign(function (this: unknown, ...args: unknown[]): unknown {
      if (typeof args[0] === 'string') calls.push(`${name} ${args[0]}`);
      return original.apply(this, args);
    }, original);
  }
  try {
    run();
  } finally {
    for (const [name, original] of originals) if (original !== undefined) functions[name] = original;
  }
  return calls;
}
