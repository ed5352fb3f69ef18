import path from 'node:path';
import { toNameKey } from '../files/fileName';
import { isInside, isSamePath, relativePath, toSlashes } from '../files/paths';
import { type ExcludePattern, ExcludePatterns } from '../upload/excludePatterns';
import { type CaseFolder, findCase, listParents } from './caseFolders';
import {
  type DeckFormat,
  type LookIn,
  mayBeHere,
  type Reference,
  type SearchFolder,
} from './core/deckFormat';
import type { DeckFiles } from './deckFiles';
import type { DeckCheckOrder, DeckFile, ExcludedPath, Finding, FindingState } from './finding';

/** A folder in which names are looked for. */
interface Folder {
  readonly path: string;
  /** Its name in the model; empty for the outermost one, undefined for that of a deck which is not selected. */
  readonly name: string | undefined;
}

/** One place where the file with a name may be. */
interface Candidate {
  readonly folder: Folder;
  readonly name: string;
  readonly path: string;
}

/** The result for a name. */
export type NameResolution = Pick<Finding, 'target' | 'actual' | 'readAs' | 'hasBackslashes' | 'pattern'> & {
  readonly state: FindingState;
  /** Replaces the kind that the reference has. */
  readonly kind?: Finding['kind'];
  /** The file, if it may be read. It has no name unless it is selected. */
  readonly file?: DeckFile;
};

/** Folders that a deck and all that it includes add to the search. */
const maxSearchFolders = 100;

/** Where the names in one main file and in all that it includes are looked for. */
export class SearchPlaces {
  readonly #format: DeckFormat;
  readonly #main: DeckFile;
  readonly #added: Folder[] = [];
  readonly #files: DeckFiles;
  /** By the folders of decks: finding one lists folders, which may have thousands of entries. */
  readonly #cases = new Map<string, CaseFolder | undefined>();
  /** Whether names may also be in a folder that the deck names, and that is not known. */
  hasUnknown = false;
  constructor(format: DeckFormat, main: DeckFile, files: DeckFiles) {
    this.#format = format;
    this.#main = main;
    this.#files = files;
  }

  add({ folder }: SearchFolder): void {
    const main = getFolder(this.#main);
    const name = folder.replaceAll('\\', '/');
    const added = { path: path.resolve(main.path, name), name: joinName(main.name, name) };
    if (this.#added.some((other) => other.path === added.path)) return;
    const isKnown = !isAbsolutePath(folder) && this.#files.workspace.contains(added.path);
    if (isKnown && this.#added.length < maxSearchFolders) this.#added.push(added);
    else this.hasUnknown = true;
  }

  /** The folders in which the solver looks for a name in one file; none if that of its case is not known. */
  listFolders(including: DeckFile, lookIn = this.#format.lookIn): readonly Folder[] {
    const found = lookIn.flatMap((place) => this.#findFolder(place, including) ?? []);
    const distinct = new Map(found.map((folder) => [folder.path, folder]));
    return [...distinct.values(), ...this.#added];
  }

  #findFolder(place: LookIn, including: DeckFile): Folder | undefined {
    if (place !== 'case') return getFolder(place === 'mainFile' ? this.#main : including);
    const found = this.#findCase(including);
    if (found === undefined) return undefined;
    return { path: found.path, name: joinName(getFolder(including).name, '../'.repeat(found.level)) };
  }

  /** Whether files of the case of a deck may be absent before the solver runs. */
  mayLackFiles(including: DeckFile): boolean {
    return this.#findCase(including)?.mayLackFiles ?? true;
  }

  #findCase({ path: deck }: DeckFile): CaseFolder | undefined {
    const folder = path.dirname(deck);
    if (!this.#cases.has(folder)) this.#cases.set(folder, findCase(deck, this.#files));
    return this.#cases.get(folder);
  }

  /** The folders of both files and those above: where the solver does not look, but may if it is started there. */
  listParents(including: DeckFile): Set<string> {
    return new Set([including, this.#main].flatMap((file) => listParents(file.path)));
  }
}

/** Finds the files that names in decks stand for, among those of one selection. */
export class NameResolver {
  readonly #files: DeckFiles;
  readonly #byPath: ReadonlyMap<string, DeckFile>;
  readonly #byName: ReadonlyMap<string, DeckFile>;
  #byNameInAnyCase: ReadonlyMap<string, DeckFile> | undefined;
  readonly #excluded: ReadonlyMap<string, ExcludedPath>;
  readonly #excludePatterns: readonly { readonly root: string; readonly patterns: ExcludePatterns }[];

  constructor(
    files: DeckFiles,
    byPath: ReadonlyMap<string, DeckFile>,
    {
      files: selected,
      excluded,
      exclude = new Map<string, readonly ExcludePattern[]>(),
    }: Pick<DeckCheckOrder, 'files' | 'excluded' | 'exclude'>,
  ) {
    this.#files = files;
    this.#excludePatterns = [...exclude].map(([root, patterns]) => ({
      root,
      patterns: new ExcludePatterns(patterns),
    }));
    this.#byPath = byPath;
    this.#byName = new Map(selected.map((file) => [file.name, file]));
    this.#excluded = new Map(excluded.map((entry) => [entry.path, entry]));
  }

  /** @param including the file that contains the name */
  resolve(reference: Reference, including: DeckFile, places: SearchPlaces): NameResolution {
    const { name, uncheckable, lookIn } = reference;
    if (!mayBeHere(reference)) return { state: 'cannotCheck' };
    const found = this.#resolveSpellings(reference, including, places);
    if (found.file !== undefined) return found;
    // A file that may be absent is none that is missing.
    if (uncheckable !== undefined) return { state: 'cannotCheck' };
    if (lookIn?.includes('case') !== true || !places.mayLackFiles(including)) return found;
    return toAbsentInCase(name);
  }

  #resolveSpellings(
    { name, spellings = [name], namesWithBlanks = [], lookIn }: Reference,
    including: DeckFile,
    places: SearchPlaces,
  ): NameResolution {
    const hasBackslashes = spellings.every((spelling) => spelling.includes('\\'));
    const names = hasBackslashes ? spellings.map((one) => one.replaceAll('\\', '/')) : spellings;
    if (spellings.some(isAbsolutePath)) return this.#resolveAbsolute(names);
    const folders = places.listFolders(including, lookIn);
    if (folders.length === 0) return toAbsentInCase(name);
    const candidates = folders.flatMap((folder) =>
      names.map((name) => ({ folder, name, path: path.resolve(folder.path, name) })),
    );
    const found =
      this.#findSelected(candidates) ??
      firstOf(candidates, (candidate) => this.#findUnselected(candidate.path)) ??
      firstOf(candidates, (candidate) => this.#findInAnyCase(candidate)) ??
      this.#findWithBlanks(folders, namesWithBlanks, spellings[0]) ??
      this.#findElsewhere(candidates, places.listParents(including), including);
    if (found === undefined) return { state: this.#explainAbsence(candidates, places) };
    if (!hasBackslashes) return found;
    return found.state === 'found' ? { ...found, state: 'backslashes' } : { ...found, hasBackslashes };
  }

  /** A file that is where the solver looks, but under a name with the blanks that the solver takes out of it. */
  #findWithBlanks(
    folders: readonly Folder[],
    names: readonly string[],
    readAs = '',
  ): NameResolution | undefined {
    const slashed = names.map((name) => name.replaceAll('\\', '/'));
    const candidates = folders.flatMap((folder) =>
      slashed.map((name) => ({ folder, name, path: path.resolve(folder.path, name) })),
    );
    return firstOf(candidates, (candidate) => {
      const found = this.#findSelected([candidate]) ?? this.#findUnselected(candidate.path);
      if (found === undefined) return undefined;
      return { ...found, actual: found.file?.name || candidate.name, state: 'nameDiffers', readAs };
    });
  }

  #resolveAbsolute(names: readonly string[]): NameResolution {
    const paths = names.filter((name) => path.isAbsolute(name)).map((name) => path.normalize(name));
    const found = firstOf(paths, (file) => this.#findFile(file));
    return { state: 'absolutePath', ...(found !== undefined && { file: found }) };
  }

  #findSelected(candidates: readonly Candidate[]): NameResolution | undefined {
    const found = firstOf(candidates, (candidate) => {
      const wanted = toWantedName(candidate);
      // A deck that is not selected has no name in the model, so its own names are compared as paths.
      return wanted === undefined ? this.#byPath.get(candidate.path) : this.#byName.get(wanted);
    });
    if (found !== undefined) return { state: 'found', file: found };
    return firstOf(candidates, (candidate) => this.#findRenamed(candidate.path));
  }

  #findRenamed(selected: string): NameResolution | undefined {
    const file = this.#byPath.get(selected);
    return file && { state: 'nameDiffers', file, actual: file.name };
  }

  #findUnselected(target: string): NameResolution | undefined {
    const file = this.#findFile(target);
    if (file === undefined) return undefined;
    const pattern = this.#findPattern(target);
    const found = { target, file };
    return pattern === undefined
      ? { state: 'notSelected', ...found }
      : { state: 'excluded', ...found, pattern };
  }

  #findInAnyCase(candidate: Candidate): NameResolution | undefined {
    const wanted = toWantedName(candidate);
    const byName = (this.#byNameInAnyCase ??= this.#indexInAnyCase());
    const named = wanted === undefined ? undefined : byName.get(toNameKey(wanted));
    if (wanted !== undefined && named !== undefined)
      return { state: compareSpelling(wanted, named.name), file: named, actual: named.name };
    const target = this.#files.workspace.findInAnyCase(candidate.path);
    const file = target === undefined ? undefined : this.#findFile(target);
    if (target === undefined || file === undefined) return undefined;
    const state = compareSpelling(candidate.path, target);
    if (this.#byPath.has(target)) return { state, file, actual: file.name };
    const pattern = this.#findPattern(target);
    const actual = toSlashes(relativePath(candidate.folder.path, target));
    return { state, file, actual, target, ...(pattern !== undefined && { pattern }) };
  }

  /**
   * A file that is not where the solver looks, but where it would look if it were started elsewhere: beside its deck,
   * where the deck wants it in a folder, or relative to a folder above the deck.
   */
  #findElsewhere(
    candidates: readonly Candidate[],
    parents: ReadonlySet<string>,
    including: DeckFile,
  ): NameResolution | undefined {
    // A file that includes another one of the same name does not mean itself.
    const isOther = (file: string) => file !== including.path;
    const beside = candidates
      .filter(({ name }) => name.includes('/'))
      .map(({ folder, name }) => path.join(folder.path, path.posix.basename(name)))
      .filter(isOther);
    const names = new Set(candidates.map(({ name }) => name));
    const above = [...parents].flatMap((parent) => [...names].map((name) => path.resolve(parent, name)));
    return (
      firstOf([...beside, ...above].filter(isOther), (file) => this.#findRenamed(file)) ??
      firstOf(above.filter(isOther), (file) => this.#findUnselected(file))
    );
  }

  #explainAbsence(candidates: readonly Candidate[], places: SearchPlaces): FindingState {
    const locations = candidates.map((candidate) => this.#files.locate(candidate.path));
    if (locations.includes('outside')) return 'outside';
    if (locations.includes('unknown') || places.hasUnknown) return 'cannotCheck';
    return locations.includes('notRegular') ? 'notRegular' : 'missing';
  }

  #indexInAnyCase(): Map<string, DeckFile> {
    return new Map([...this.#byName.values()].map((file) => [toNameKey(file.name), file]));
  }

  /** The pattern that would exclude the file, whether or not its folder is selected. */
  #findPattern(file: string): string | undefined {
    const root = this.#excludePatterns.find((one) => !isSamePath(file, one.root) && isInside(one.root, file));
    const found = root?.patterns.find(toSlashes(relativePath(root.root, file)));
    const isSpared = found?.sparesDecks === true && this.#files.isDeckNamedAsKey(file);
    return (isSpared ? undefined : found?.pattern) ?? this.#findExcluded(file)?.pattern;
  }

  #findExcluded(file: string): ExcludedPath | undefined {
    const parent = path.dirname(file);
    return this.#excluded.get(file) ?? (parent === file ? undefined : this.#findExcluded(parent));
  }

  /** The regular file at a path. A link stands for its target, so that no deck is read under two names. */
  #findFile(file: string): DeckFile | undefined {
    const location = this.#files.locate(file);
    if (typeof location !== 'object') return undefined;
    return this.#byPath.get(location.file) ?? { name: '', path: location.file };
  }
}

function firstOf<T, R>(items: readonly T[], find: (item: T) => R | undefined): R | undefined {
  for (const item of items) {
    const result = find(item);
    if (result !== undefined) return result;
  }
  return undefined;
}

/** Two names with the same key differ in this. */
function compareSpelling(name: string, other: string): 'caseDiffers' | 'encodingDiffers' {
  return name.normalize() === other.normalize() ? 'encodingDiffers' : 'caseDiffers';
}

/** The name in the model under which the solver would find the file. A name that begins with `../` fits no file. */
function toWantedName({ folder, name }: Candidate): string | undefined {
  return joinName(folder.name, name);
}

/** The result for a missing file, if its case is not known or may create the file when it runs. */
function toAbsentInCase(name: string): NameResolution {
  return { state: 'cannotCheck', kind: /[$<]/.test(name) ? 'variable' : 'optional' };
}

function isAbsolutePath(name: string): boolean {
  return name.startsWith('/') || name.startsWith('\\\\') || /^[a-z]:[\\/]/i.test(name);
}

function getFolder({ path: file, name }: DeckFile): Folder {
  const folder = path.posix.dirname(name);
  return { path: path.dirname(file), name: name === '' ? undefined : folder === '.' ? '' : folder };
}

function joinName(folder: string | undefined, name: string): string | undefined {
  return folder === undefined ? undefined : path.posix.join(folder, toSlashes(name));
}
