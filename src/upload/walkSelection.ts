/** Walks through the selected folders and finds their files. */

import type { Dirent, Stats } from 'node:fs';
import { lstat, readdir } from 'node:fs/promises';
import path from 'node:path';
import { setImmediate } from 'node:timers/promises';
import pLimit from 'p-limit';
import { forEachParallel } from '../client/core/forEachParallel';
import { findAccessProblem } from '../files/accessProblem';
import { getErrnoCode } from '../files/errnoCode';
import { isNotRegular } from '../files/fileAccessError';
import { findNameProblem, getExcessiveLength } from '../files/fileName';
import {
  filterOutermost,
  isInside,
  isSamePath,
  joinPath,
  PathSet,
  relativePath,
  toSlashes,
} from '../files/paths';
import { resolveLinks, spellAsDisk } from '../files/resolveLinks';
import { type Patience, retryWhenOpen } from '../files/retryWhenOpen';
import { ExcludePatterns, type Exclusion } from './excludePatterns';
import { getFileThread } from './fileThread';
import { isDeckHead, maxKeyHeadBytes, mayBeKeyOrDeck } from './keyFile';
import { toStandIn } from './standIn';
import type {
  ExcludedEntry,
  PlannedFile,
  PlanOptions,
  RejectedEntry,
  RejectionReason,
  Selection,
} from './uploadPlan';

/** The results of the walks so far. */
export interface WalkResult {
  readonly files: PlannedFile[];
  readonly excluded: ExcludedEntry[];
  readonly rejected: RejectedEntry[];
  /** Number of entries that may still be checked; below 0, some were skipped and the result is unusable. */
  entriesLeft: number;
  readonly patience: Patience;
}

interface BasedSelection extends Selection {
  /** The folder that names are relative to. */
  readonly base: string;
}

/** A file, folder or link found by the walk. */
interface Entry {
  readonly name: string;
  /** As selected, possibly through links inside the selection. */
  readonly path: string;
  /** The same path with links resolved. */
  readonly real: string;
}

interface Folder extends Entry {
  /** Real paths of the folders that it is in, to detect a link that leads back. */
  readonly parents: readonly string[];
}

/** What the walk needs to know of an entry before it is looked at. */
type EntryKind = Pick<Stats, 'isDirectory' | 'isFile' | 'isSymbolicLink'>;

/** A pattern without one names a file that somebody has thought of. */
const hasWildcard = /[*?[]/;

/** Number of folders read and entries looked at concurrently: enough to hide the latency of a network drive. */
const maxParallelChecks = 16;

/** Entries of a folder that are visited at the same time, because their calls to the thread are sent together. */
const maxParallelVisits = 64;

/** Other work may be done between two parts. Entries that are left out need no call that would wait. */
async function visitInParts<T>(entries: readonly T[], visit: (entry: T) => Promise<void>): Promise<void> {
  for (let start = 0; start < entries.length; start += maxParallelVisits) {
    await Promise.all(entries.slice(start, start + maxParallelVisits).map(visit));
    await setImmediate();
  }
}

/** Walks through a selection in one root. */
export class SelectionWalker {
  readonly #excluded: readonly ExcludePatterns[];
  readonly #include: PathSet;
  readonly #limit = pLimit(maxParallelChecks);
  /** Those that were found and not read yet. */
  readonly #folders: Folder[] = [];
  #realRoot = '';
  #realItems = new PathSet([]);

  readonly #selection: BasedSelection;
  readonly #found: WalkResult;
  readonly #options: PlanOptions;

  constructor(selection: BasedSelection, found: WalkResult, options: PlanOptions) {
    this.#selection = selection;
    this.#found = found;
    this.#options = options;
    this.#include = new PathSet(options.include ?? []);
    this.#excluded = [selection.exclude, selection.alsoExclude ?? []].map(
      (patterns) => new ExcludePatterns(patterns),
    );
  }

  async run(): Promise<void> {
    const { root, items } = this.#selection;
    // The opened folder may itself be a link.
    this.#realRoot = await resolveLinks(root).catch(() => root);
    const located = await Promise.all(filterOutermost(items).map((item) => this.#locate(item)));
    const entries = located.filter((entry) => entry !== undefined);
    // Paths of links, not of their targets, because the targets were not selected.
    this.#realItems = new PathSet(entries.map(({ real }) => real));
    await this.#visitAll(entries);
    await this.#visitAll(await this.#locateIncluded());
  }

  /**
   * Level by level: the entries of all folders of a large tree at once would need much memory, and block all extensions
   * of a window.
   */
  async #visitAll(entries: readonly Entry[]): Promise<void> {
    if ((this.#found.entriesLeft -= entries.length) < 0) return;
    await visitInParts(entries, (entry) => this.#visit(entry, []));
    while (this.#folders.length > 0) {
      const level = this.#folders.splice(0);
      await forEachParallel(level, maxParallelChecks, (folder) => this.#visitFolder(folder));
    }
  }

  /** Items that were selected by themselves and included, but are in a folder that a pattern excludes. */
  async #locateIncluded(): Promise<Entry[]> {
    const folders = new PathSet(
      this.#found.excluded.filter(({ kind }) => kind === 'folder').map((entry) => entry.path),
    );
    const items = this.#selection.items.filter((item) => this.#include.has(item) && folders.isAround(item));
    const located = await Promise.all(items.map((item) => this.#locate(item)));
    return located.filter((entry) => entry !== undefined);
  }

  /** @returns undefined for an item that was rejected because its path leads out of the root */
  async #locate(item: string): Promise<Entry | undefined> {
    const entry = { name: this.#nameOf(item), path: item, real: item };
    try {
      const isRoot = isSamePath(item, this.#selection.root);
      const folder = isRoot ? this.#realRoot : await this.#limit(() => resolveLinks(path.dirname(item)));
      const real = isRoot ? folder : path.join(folder, path.basename(item));
      if (isInside(this.#selection.root, item) && isInside(this.#realRoot, real))
        return await this.#spell({ ...entry, real });
      this.#refuse(entry, 'linkOutside');
    } catch (error) {
      this.#refuseFor(entry, error);
    }
    return undefined;
  }

  /** Spells an entry as the disk does: a request may use another case, but a file must have only one name. */
  async #spell(entry: Entry): Promise<Entry> {
    const { root } = this.#selection;
    const real = await this.#limit(() => spellAsDisk(this.#realRoot, entry.real));
    if (real === entry.real) return entry;
    const path = joinPath(root, relativePath(this.#realRoot, real));
    // Otherwise there are links in the path, whose names nobody has asked for.
    if (!isSamePath(path, entry.path)) return { ...entry, real };
    return { name: this.#nameOf(path), path, real };
  }

  /** @param known the kind of the entry, if its folder has said it */
  async #visit(entry: Entry, parents: readonly string[], known?: Dirent): Promise<void> {
    await this.#refuseOnError(entry, async () => {
      const kind = known ?? (await this.#limit(() => lstat(entry.real)));
      if (await this.#leaveOut(entry, kind)) return;
      if (kind.isSymbolicLink()) await this.#visitLink(entry, parents);
      else if (kind.isDirectory()) this.#folders.push({ ...entry, parents });
      else if (this.#mayTake(entry, kind)) await this.#takeFile(entry, entry.path);
    });
  }

  async #visitFolder(folder: Folder): Promise<void> {
    await this.#refuseOnError(folder, async () => {
      const names = await readdir(folder.real, { withFileTypes: true });
      if ((this.#found.entriesLeft -= names.length) < 0) return;
      const here = [...folder.parents, folder.real];
      await visitInParts(names, (kind) => this.#visit(this.#inFolder(folder, kind.name), here, kind));
    });
  }

  /** Refuses the entry if the work on it fails. @throws the reason of the signal */
  async #refuseOnError(entry: Entry, work: () => Promise<void>): Promise<void> {
    const { signal } = this.#options;
    try {
      signal?.throwIfAborted();
      await work();
    } catch (error) {
      signal?.throwIfAborted();
      this.#refuseFor(entry, error);
    }
  }

  #inFolder(folder: Entry, entry: string): Entry {
    const file = joinPath(folder.path, entry);
    return { name: this.#nameOf(file), path: file, real: joinPath(folder.real, entry) };
  }

  async #visitLink(link: Entry, parents: readonly string[]): Promise<void> {
    const real = await this.#limit(() => resolveLinks(link.real)).catch((error: unknown) => {
      const reason = toRejectionReason(error);
      this.#refuse(link, findNameProblem(link.name) ?? (reason === 'gone' ? 'linkBroken' : reason));
    });
    if (real === undefined) return;
    if (!this.#realItems.isAround(real)) {
      this.#refuse(link, 'linkOutside');
      return;
    }
    if (parents.includes(real)) {
      this.#refuse(link, 'linkLoop');
      return;
    }
    const target = { ...link, real };
    const stats = await this.#limit(() => lstat(real));
    // A link must not include under another name what is excluded under its own.
    if (await this.#leaveOut(target, stats)) return;
    if (stats.isDirectory()) this.#folders.push({ ...target, parents });
    else if (this.#mayTake(target, stats)) {
      const place = joinPath(this.#selection.root, relativePath(this.#realRoot, real));
      await this.#takeFile(target, place);
    }
  }

  /** Refuses what cannot be sent under its name, or has no content to send. */
  #mayTake(entry: Entry, kind: Pick<Stats, 'isFile'>): boolean {
    // Opening a pipe or a device may have an effect, even if it is closed at once.
    const problem = findNameProblem(entry.name) ?? (kind.isFile() ? undefined : 'notRegular');
    if (problem !== undefined) this.#refuse(entry, problem);
    return problem === undefined;
  }

  /** @param path for reading it */
  async #takeFile({ name }: Entry, path: string): Promise<void> {
    const look = () => getFileThread().call('lookAtRegular', path);
    const identity = await retryWhenOpen(look, this.#found.patience);
    this.#found.files.push({ name, path, ...identity });
  }

  async #leaveOut(entry: Entry, kind: EntryKind): Promise<boolean> {
    const { name, path: file } = entry;
    if (this.#include.isAround(file)) return false;
    const isFolder = kind.isDirectory();
    const exclusion = this.#findExclusion(entry, isFolder ? '/' : '');
    if (exclusion === undefined) return false;
    const { pattern, sparesDecks } = exclusion;
    const isMeant = sparesDecks || hasWildcard.test(pattern);
    const isDeck = isMeant && !isFolder && (await this.#isDeck(entry, kind));
    if (isDeck && sparesDecks) return false;
    this.#found.excluded.push({
      name,
      path: file,
      kind: isFolder ? 'folder' : 'file',
      pattern,
      ...(isDeck && { isDeck }),
    });
    return true;
  }

  /**
   * Of several patterns, one that spares no deck counts.
   * @param end a slash for a folder
   */
  #findExclusion({ path: file, real }: Entry, end: '' | '/'): Exclusion | undefined {
    const paths = new Set([relativePath(this.#selection.root, file), relativePath(this.#realRoot, real)]);
    const found = [...paths]
      .filter((relative) => relative !== '')
      .map((relative) => toSlashes(relative) + end)
      .flatMap((relative) => this.#excluded.flatMap((patterns) => patterns.find(relative) ?? []));
    return found.find(({ sparesDecks }) => !sparesDecks) ?? found[0];
  }

  /** Reads no more than the beginning of a file, and nothing that is outside of the selection. */
  async #isDeck({ path: file, real }: Entry, kind: EntryKind): Promise<boolean> {
    if (!mayBeKeyOrDeck(file) && !mayBeKeyOrDeck(real)) return false;
    try {
      const target = kind.isSymbolicLink() ? await this.#limit(() => resolveLinks(real)) : real;
      if (kind.isSymbolicLink() ? !this.#realItems.isAround(target) : !kind.isFile()) return false;
      const read = () => getFileThread().call('readWhole', target, maxKeyHeadBytes);
      const { bytes } = await this.#limit(() => retryWhenOpen(read, this.#found.patience));
      return isDeckHead(bytes);
    } catch {
      // Whatever cannot be read stays excluded.
      return false;
    }
  }

  #refuseFor(entry: Entry, error: unknown): void {
    // A name that was damaged by decoding cannot be found; the damage is the better explanation.
    this.#refuse(entry, findNameProblem(entry.name) ?? toRejectionReason(error));
  }

  #refuse({ name, path: file }: Entry, reason: RejectionReason): void {
    const length = getExcessiveLength(name) ?? Buffer.byteLength(file);
    this.#found.rejected.push({ name, path: file, reason, ...(reason === 'tooLong' && { length }) });
  }

  #nameOf(file: string): string {
    return toSlashes(relativePath(this.#selection.base, file)) || path.basename(file);
  }
}

export function toRejectionReason(error: unknown): RejectionReason {
  const code = getErrnoCode(error);
  switch (code) {
    case 'ENOENT':
    // A parent folder is a file by now.
    case 'ENOTDIR':
      return 'gone';
    case 'ELOOP':
      return 'linkLoop';
    case 'ENAMETOOLONG':
      return 'tooLong';
    default:
      return toStandIn(code) ?? (isNotRegular(error) ? 'notRegular' : findAccessProblem(code));
  }
}
