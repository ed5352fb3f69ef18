import path from 'node:path';
import type { DeckFormat } from './core/deckFormat';
import type { DeckFiles } from './deckFiles';

/** How many folders above a deck belong to it. */
const maxParents = 16;

/** The folder with everything of one simulation. */
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

/** Finds the cases of decks by the rules of their format. */
export class CaseFolders {
  readonly #rules: DeckFormat['case'];
  readonly #files: DeckFiles;
  /** By the folder of a deck. */
  readonly #known = new Map<string, CaseFolder | undefined>();

  constructor(rules: DeckFormat['case'], files: DeckFiles) {
    this.#rules = rules;
    this.#files = files;
  }

  /** @param deck a path */
  find(deck: string): CaseFolder | undefined {
    const folder = path.dirname(deck);
    if (!this.#known.has(folder)) this.#known.set(folder, this.#rules && this.#look(deck, this.#rules));
    return this.#known.get(folder);
  }

  #look(deck: string, { file, folder, script }: NonNullable<DeckFormat['case']>): CaseFolder | undefined {
    const above = listParents(deck);
    const isThere = (one: string) => typeof this.#files.locate(path.join(one, file)) === 'object';
    const withFile = above.findIndex(isThere);
    const level = withFile < 0 ? above.findIndex((one) => folder.test(path.basename(one))) + 1 : withFile;
    const found = withFile < 0 && level === 0 ? undefined : above[level];
    if (found === undefined) return undefined;
    const hasScript = [found, path.dirname(found)].some((one) =>
      this.#files.workspace.listNames(one).some((name) => script.test(name)),
    );
    return { path: found, level, mayLackFiles: withFile < 0 || hasScript };
  }
}
