import type { Stats } from 'node:fs';
import { lstat, readdir, realpath } from 'node:fs/promises';
import path from 'node:path';
import ignore from 'ignore';
import pLimit from 'p-limit';
import { getErrnoCode } from './errnoCode';
import { isNotRegular } from './fileAccessError';
import { findNameProblem, getExcessiveLength } from './fileName';
import { getFileThread } from './fileThread';
import { forEachParallel } from './forEachParallel';
import { filterOutermost, isInside, isInsideAny } from './paths';
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
  readonly leftOut: ExcludedEntry[];
  readonly refused: RejectedEntry[];
  /** Number of entries that may still be checked; below 0, some were skipped and the result is unusable. */
  entriesLeft: number;
}

export function createWalkResult(mostEntries: number): WalkResult {
  return { files: [], leftOut: [], refused: [], entriesLeft: mostEntries };
}

/** A file, folder or link found by the walk. */
interface Entry {
  readonly name: string;
  /** As selected, possibly through links inside the selection. */
  readonly path: string;
  /** The same path with links resolved. */
  readonly real: string;
}

/** Number of files opened concurrently: enough to hide the latency of a network drive. */
const maxParallelChecks = 16;

/** Walks through a selection in one root. */
export class SelectionWalker {
  readonly #excluded: ReturnType<typeof ignore>;
  readonly #limit = pLimit(maxParallelChecks);
  #realRoot = '';
  #realItems: ReadonlySet<string> = new Set();

  readonly #selection: Selection & {
    /** The folder that names are relative to. */
    readonly base: string;
  };
  readonly #found: WalkResult;
  readonly #options: PlanOptions;

  constructor(
    selection: Selection & {
      /** The folder that names are relative to. */
      readonly base: string;
    },
    found: WalkResult,
    options: PlanOptions,
  ) {
    this.#selection = selection;
    this.#found = found;
    this.#options = options;
    this.#excluded = ignore({ allowRelativePaths: false }).add([...selection.exclude]);
  }

  async run(): Promise<void> {
    const { root, items } = this.#selection;
    // The opened folder may itself be a link.
    this.#realRoot = await realpath(root).catch(() => root);
    const located = await Promise.all(filterOutermost(items).map((item) => this.#locate(item)));
    const entries = located.filter((entry) => entry !== undefined);
    // Paths of links, not of their targets, because the targets were not selected.
    this.#realItems = new Set(entries.map(({ real }) => real));
    await Promise.all(entries.map((entry) => this.#visit(entry, [])));
    for (const entry of await this.#locateIncluded()) await this.#visit(entry, []);
  }

  /** Items that were selected by themselves and included, but are in a folder that a pattern excludes. */
  async #locateIncluded(): Promise<Entry[]> {
    const { include = new Set() } = this.#options;
    const folders = new Set(
      this.#found.leftOut.filter(({ kind }) => kind === 'folder').map((entry) => entry.path),
    );
    const items = this.#selection.items.filter((item) => include.has(item) && isInsideAny(folders, item));
    const located = await Promise.all(items.map((item) => this.#locate(item)));
    return located.filter((entry) => entry !== undefined);
  }

  /** @returns undefined for an item that was rejected because its path leads out of the root */
  async #locate(item: string): Promise<Entry | undefined> {
    const entry = { name: this.#nameOf(item), path: item, real: item };
    try {
      const isRoot = item === this.#selection.root;
      const folder = isRoot ? this.#realRoot : await this.#limit(() => realpath(path.dirname(item)));
      const real = isRoot ? folder : path.join(folder, path.basename(item));
      if (isInside(this.#selection.root, item) && isInside(this.#realRoot, real)) return { ...entry, real };
      this.#refuse(entry, 'linkOutside');
    } catch (error) {
      this.#refuseFor(entry, error);
    }
    return undefined;
  }

  /** @param parents real paths of the parent folders, to detect a link that leads back */
  async #visit(entry: Entry, parents: readonly string[]): Promise<void> {
    this.#options.signal?.throwIfAborted();
    if (--this.#found.entriesLeft < 0) return;
    try {
      const stats = await this.#limit(() => lstat(entry.real));
      if (this.#leaveOut(entry, stats)) return;
      if (stats.isSymbolicLink()) await this.#visitLink(entry, parents);
      else if (stats.isDirectory()) await this.#visitFolder(entry, parents);
      else await this.#takeFile(entry, entry.path, stats);
    } catch (error) {
      this.#options.signal?.throwIfAborted();
      this.#refuseFor(entry, error);
    }
  }

  async #visitFolder(folder: Entry, parents: readonly string[]): Promise<void> {
    const entries = await this.#limit(() => readdir(folder.real));
    const here = [...parents, folder.real];
    await forEachParallel(entries, maxParallelChecks, (entry) =>
      this.#visit(this.#inFolder(folder, entry), here),
    );
  }

  #inFolder(folder: Entry, entry: string): Entry {
    const file = path.join(folder.path, entry);
    return { name: this.#nameOf(file), path: file, real: path.join(folder.real, entry) };
  }

  async #visitLink(link: Entry, parents: readonly string[]): Promise<void> {
    const real = await this.#limit(() => realpath(link.real)).catch((error: unknown) => {
      const reason = toRejectionReason(error);
      this.#refuse(link, reason === 'gone' ? 'linkBroken' : reason);
    });
    if (real === undefined) return;
    if (!isInsideAny(this.#realItems, real)) {
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
    if (this.#leaveOut(target, stats)) return;
    if (stats.isDirectory()) await this.#visitFolder(target, parents);
    else await this.#takeFile(target, real, stats);
  }

  /** @param file path for reading it */
  async #takeFile(entry: Entry, file: string, stats: Stats): Promise<void> {
    const problem = findNameProblem(entry.name);
    if (problem !== undefined) {
      this.#refuse(entry, problem);
      return;
    }
    // Opening a pipe or a device may have an effect, even if it is closed at once.
    if (!stats.isFile()) {
      this.#refuse(entry, 'notRegular');
      return;
    }
    const identity = await getFileThread().call('lookAtRegular', file);
    this.#found.files.push({ name: entry.name, path: file, size: Number(identity.size), identity });
  }

  #leaveOut({ name, path: file, real }: Entry, stats: Stats): boolean {
    const { include } = this.#options;
    if (include !== undefined && isInsideAny(include, file)) return false;
    const isFolder = stats.isDirectory();
    const pattern =
      this.#patternFor(path.relative(this.#selection.root, file), isFolder) ??
      this.#patternFor(path.relative(this.#realRoot, real), isFolder);
    if (pattern === undefined) return false;
    this.#found.leftOut.push({ name, path: file, kind: isFolder ? 'folder' : 'file', pattern });
    return true;
  }

  #patternFor(relative: string, isFolder: boolean): string | undefined {
    if (relative === '') return undefined;
    const asked = toSlashes(relative);
    const { ignored, rule } = this.#excluded.test(isFolder ? `${asked}/` : asked);
    return ignored ? (rule?.pattern ?? '') : undefined;
  }

  #refuseFor(entry: Entry, error: unknown): void {
    // A name that was damaged by decoding cannot be found; the damage is the better explanation.
    this.#refuse(entry, findNameProblem(entry.name) ?? toRejectionReason(error));
  }

  #refuse({ name, path: file }: Entry, reason: RejectionReason): void {
    const length = getExcessiveLength(name) ?? Buffer.byteLength(file);
    this.#found.refused.push({ name, path: file, reason, ...(reason === 'tooLong' && { length }) });
  }

  #nameOf(file: string): string {
    return toSlashes(path.relative(this.#selection.base, file)) || path.basename(file);
  }
}

function toRejectionReason(error: unknown): RejectionReason {
  switch (getErrnoCode(error)) {
    case 'ENOENT':
    // A parent folder is a file by now.
    case 'ENOTDIR':
      return 'gone';
    case 'ELOOP':
      return 'linkLoop';
    case 'ENAMETOOLONG':
      return 'tooLong';
    default:
      return isNotRegular(error) ? 'notRegular' : 'unreadable';
  }
}

function toSlashes(relative: string): string {
  return relative.split(path.sep).join('/');
}
