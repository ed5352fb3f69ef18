import { lstatSync, readdirSync, readlinkSync } from 'node:fs';
import path from 'node:path';
import { getErrnoCode } from '../files/errnoCode';
import { toNameKey } from '../files/fileName';
import { isInside, relativePath } from '../files/paths';
import { resolveLinksSync } from '../files/resolveLinks';
import { tryOr } from './tryOr';

/**
 * Where a path leads: to a regular file, whose path below its workspace folder has no links, to a folder, a device or
 * the like, to a place outside of the workspace folders, or to one of which nothing can be known. Undefined if there is
 * nothing.
 */
export type Location = { readonly file: string } | 'notRegular' | 'outside' | 'unknown' | undefined;

interface Folder {
  /** Without links. */
  readonly path: string;
  /** By {@link toNameKey}; more than one only if they differ in upper and lower case. */
  readonly entries: ReadonlyMap<string, readonly string[]>;
  /** Where its entries lead, as far as that was asked for. */
  readonly places: Map<string, Place>;
}

type Place = Folder | Location;

/** Links that lead to links. Systems have limits like this one. */
const maxLinks = 40;

/**
 * The workspace folders as they are on disk. A path is followed from its workspace folder downwards, entry by entry,
 * and nothing outside is ever looked at: neither `..` nor a link leads there. Names in decks are compared with the
 * entries of folders and never given to the system, so that names of devices and the like mean nothing. Each folder
 * is listed once.
 */
export class WorkspaceFiles {
  readonly #roots: readonly string[];
  /** By their paths with and without links. */
  readonly #rootPaths = new Map<string, string>();
  /** As they were given, by their paths without links. */
  readonly #givenRoots = new Map<string, string>();
  readonly #folders = new Map<string, Folder | 'unknown'>();

  constructor(roots: readonly string[]) {
    this.#roots = roots;
    for (const root of roots) {
      const real = tryOr(() => resolveLinksSync(root), root);
      this.#rootPaths.set(root, real).set(real, real);
      if (root !== real) this.#givenRoots.set(real, root);
    }
  }

  contains(file: string): boolean {
    return this.#roots.some((root) => isInside(root, file));
  }

  locate(file: string): Location {
    const place = this.#follow(file, 0);
    return isFolder(place) ? 'notRegular' : place;
  }

  /**
   * The path of the same file in upper and lower case as it is on disk; undefined if there is none, or more than one
   * entry of a folder fits.
   */
  findInAnyCase(file: string): string | undefined {
    const root = this.#findRoot(file);
    if (root === undefined) return undefined;
    let found = root;
    let place: Place = this.#follow(root, 0);
    for (const segment of split(root, file)) {
      const entry: string | undefined = isFolder(place) ? findEntry(place, segment) : undefined;
      if (!isFolder(place) || entry === undefined) return undefined;
      found = path.join(found, entry);
      place = this.#enter(place, entry, 0);
    }
    return typeof place === 'object' && 'file' in place ? found : undefined;
  }

  /** The names of the entries of a folder; empty if the path is not a folder, or cannot be read. */
  listNames(folder: string): readonly string[] {
    const place = this.#follow(folder, 0);
    return isFolder(place) ? [...place.entries.values()].flat() : [];
  }

  #findRoot(file: string): string | undefined {
    return [...this.#rootPaths.keys()].find((root) => isInside(root, file));
  }

  #follow(file: string, links: number): Place {
    const root = this.#findRoot(file);
    if (root === undefined) return 'outside';
    let place: Place = this.#list(this.#rootPaths.get(root) ?? root);
    for (const segment of split(root, file)) {
      if (!isFolder(place)) return place === 'outside' || place === 'unknown' ? place : undefined;
      place = this.#enter(place, segment, links);
    }
    return place;
  }

  #enter(folder: Folder, name: string, links: number): Place {
    const { entries, places } = folder;
    if (places.has(name)) return places.get(name);
    if (entries.get(toNameKey(name))?.includes(name) !== true) return undefined;
    // For a link that leads to itself.
    places.set(name, undefined);
    const place = this.#lookIfPossible(path.join(folder.path, name), links);
    places.set(name, place);
    return place;
  }

  #lookIfPossible(entry: string, links: number): Place {
    try {
      return this.#look(entry, links);
    } catch (error) {
      // The folder lists it, so any other error does not prove that there is nothing.
      return getErrnoCode(error) === 'ENOENT' ? undefined : 'unknown';
    }
  }

  #look(entry: string, links: number): Place {
    const stats = lstatSync(entry);
    if (stats.isFile()) return { file: this.#toGivenPath(entry) };
    if (stats.isDirectory()) return this.#list(entry);
    if (!stats.isSymbolicLink()) return 'notRegular';
    if (links === maxLinks) return undefined;
    return this.#follow(path.resolve(path.dirname(entry), readlinkSync(entry)), links + 1);
  }

  /** If a workspace folder is a link, the user knows it by the path of the link. */
  #toGivenPath(file: string): string {
    for (const [real, given] of this.#givenRoots)
      if (isInside(real, file)) return path.join(given, relativePath(real, file));
    return file;
  }

  #list(folder: string): Folder | 'unknown' {
    const known = this.#folders.get(folder);
    if (known !== undefined) return known;
    const names = tryOr(() => readdirSync(folder), undefined);
    const entries = new Map<string, string[]>();
    for (const name of names ?? []) {
      const key = toNameKey(name);
      const same = entries.get(key);
      if (same === undefined) entries.set(key, [name]);
      else same.push(name);
    }
    const listed = names === undefined ? 'unknown' : { path: folder, entries, places: new Map() };
    this.#folders.set(folder, listed);
    return listed;
  }
}

function findEntry({ entries }: Folder, name: string): string | undefined {
  const same = entries.get(toNameKey(name)) ?? [];
  return same.includes(name) || same.length !== 1 ? same.find((entry) => entry === name) : same[0];
}

function isFolder(place: Place): place is Folder {
  return typeof place === 'object' && 'entries' in place;
}

function split(root: string, file: string): string[] {
  const relative = relativePath(root, file);
  return relative === '' ? [] : relative.split(path.sep);
}
