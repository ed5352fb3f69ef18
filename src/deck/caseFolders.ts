import path from 'node:path';
import type { DeckFiles } from './deckFiles';

/** How many folders above a deck belong to it. */
const maxParents = 16;

/** The file that makes a folder a case, by its path in it. */
const caseFile = 'system/controlDict';
/** Matches the names of folders that each case has, and nothing else. */
const innerFolder = /^(?:0(?:\.orig)?|constant|system)$/;
/** Matches the names of scripts in a case, or in the folder around it. */
const script = /^All[a-z]/;

/** The folder with everything of one simulation with OpenFOAM. */
export interface CaseFolder {
  readonly path: string;
  /** How many folders it is above that of the deck. */
  readonly level: number;
  /** Whether files of it may be absent before it runs: it has a script, or may not be the case at all. */
  readonly mayLackFiles: boolean;
}

/** The folders that a file is in, the innermost first. */
export function listParents(file: string): string[] {
  const parents: string[] = [];
  for (let folder = path.dirname(file); parents.length < maxParents;) {
    parents.push(folder);
    const parent = path.dirname(folder);
    if (parent === folder) break;
    folder = parent;
  }
  return parents;
}

/**
 * Finds the case of a deck: the nearest folder above it with {@link caseFile} in it, or else the parent of the nearest
 * {@link innerFolder}.
 * @param deck a path
 */
export function findCase(deck: string, files: DeckFiles): CaseFolder | undefined {
  const above = listParents(deck);
  const withFile = above.findIndex((one) => typeof files.locate(path.join(one, caseFile)) === 'object');
  const level = withFile < 0 ? above.findIndex((one) => innerFolder.test(path.basename(one))) + 1 : withFile;
  const found = withFile < 0 && level === 0 ? undefined : above[level];
  if (found === undefined) return undefined;
  const hasScript = [found, path.dirname(found)].some((one) =>
    files.workspace.listNames(one).some((name) => script.test(name)),
  );
  return { path: found, level, mayLackFiles: withFile < 0 || hasScript };
}
