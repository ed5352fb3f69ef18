import type { Stats } from 'node:fs';
import { lstat, readdir, realpath } from 'node:fs/promises';
import path from 'node:path';
import ignore from 'ignore';
import pLimit from 'p-limit';
import type { FileIdentity } from './fileIdentity';
import { excessiveLength, nameProblem } from './fileName';
import { forEachParallel } from './forEachParallel';
import { isNotRegular, openRegularFile } from './openRegularFile';
import { isInside, isInsideAny, outermost } from './paths';
import { systemErrorCode } from './errnoCode';
import type {
  ExcludedEntry,
  PlannedFile,
  PlanOptions,
  RejectedEntry,
  RejectionReason,
  Selection,
} from './uploadPlan';

/** The findings of the walks so far. */
export interface WalkResult {
  readonly files: PlannedFile[];
  readonly leftOut: ExcludedEntry[];
  readonly refused: RejectedEntry[];
  /** How many entries may still be looked at; below 0, some were not, and the rest is worth nothing. */
  entriesLeft: number;
}

export function newWalkResult(mostEntries: number): WalkResult {
  return { files: [], leftOut: [], refused: [], entriesLeft: mostEntries };
}

/** Something met on the way. */
interface Entry {
  readonly name: string;
  /** As it was selected, perhaps through links inside the selection. */
  readonly path: string;
  /** The same place without links on the way. */
  readonly real: string;
}

/** Open files at a time: enough to hide the latency of a network drive. */
const parallelChecks = 16;

/** One way through all that is selected in one root. */
export class SelectionWalker {
  readonly #excluded: ReturnType<typeof ignore>;
  readonly #limit = pLimit(parallelChecks);
  #realRoot = '';
  #realItems: ReadonlySet<string> = new Set();

  constructor(
    private readonly selection: Selection & {
      /** The folder that names are relative to. */
      readonly base: string;
    },
    private readonly found: WalkResult,
    private readonly options: PlanOptions,
  ) {
    this.#excluded = ignore({ allowRelativePaths: false }).add([...selection.exclude]);
  }

  async run(): Promise<void> {
    const { root, items } = this.selection;
    // The folder that was opened may itself be known by a link.
    this.#realRoot = await realpath(root).catch(() => root);
    const located = await Promise.all(outermost(items).map((item) => this.#locate(item)));
    const entries = located.filter((entry) => entry !== undefined);
    // That of a link is not the path of what it points to, which was not selected.
    this.#realItems = new Set(entries.map(({ real }) => real));
    await Promise.all(entries.map((entry) => this.#visit(entry, [])));
  }

  /** @returns nothing for an item that was refused: the way to it must not lead out of the root. */
  async #locate(item: string): Promise<Entry | undefined> {
    const entry = { name: this.#nameOf(item), path: item, real: item };
    try {
      const isRoot = item === this.selection.root;
      const folder = isRoot ? this.#realRoot : await this.#limit(() => realpath(path.dirname(item)));
      const real = isRoot ? folder : path.join(folder, path.basename(item));
      if (isInside(this.selection.root, item) && isInside(this.#realRoot, real)) return { ...entry, real };
      this.#refuse(entry, 'linkOutside');
    } catch (error) {
      this.#refuseFor(entry, error);
    }
    return undefined;
  }

  /** @param parents real paths of the folders on the way, to notice a link that leads back. */
  async #visit(entry: Entry, parents: readonly string[]): Promise<void> {
    this.options.signal?.throwIfAborted();
    if (--this.found.entriesLeft < 0) return;
    try {
      const stats = await this.#limit(() => lstat(entry.real));
      if (this.#leaveOut(entry, stats)) return;
      if (stats.isSymbolicLink()) await this.#visitLink(entry, parents);
      else if (stats.isDirectory()) await this.#visitFolder(entry, parents);
      else await this.#takeFile(entry, entry.path, stats);
    } catch (error) {
      this.options.signal?.throwIfAborted();
      this.#refuseFor(entry, error);
    }
  }

  async #visitFolder(folder: Entry, parents: readonly string[]): Promise<void> {
    const entries = await this.#limit(() => readdir(folder.real));
    const here = [...parents, folder.real];
    await forEachParallel(entries, parallelChecks, (entry) =>
      this.#visit(this.#inFolder(folder, entry), here),
    );
  }

  #inFolder(folder: Entry, entry: string): Entry {
    const file = path.join(folder.path, entry);
    return { name: this.#nameOf(file), path: file, real: path.join(folder.real, entry) };
  }

  async #visitLink(link: Entry, parents: readonly string[]): Promise<void> {
    const real = await this.#limit(() => realpath(link.real)).catch((error: unknown) => {
      const reason = refusalReason(error);
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
    // Another name must not carry into the model what is left out under its own.
    if (this.#leaveOut(target, stats)) return;
    if (stats.isDirectory()) await this.#visitFolder(target, parents);
    else await this.#takeFile(target, real, stats);
  }

  /** @param file where it will be read */
  async #takeFile(entry: Entry, file: string, stats: Stats): Promise<void> {
    const problem = nameProblem(entry.name);
    if (problem !== undefined) {
      this.#refuse(entry, problem);
      return;
    }
    // Opening a pipe or a device may already do something, also when it is closed at once.
    if (!stats.isFile()) {
      this.#refuse(entry, 'notRegular');
      return;
    }
    const identity = await this.#limit(() => identityOf(file));
    this.found.files.push({ name: entry.name, path: file, size: Number(identity.size), identity });
  }

  #leaveOut({ name, path: file, real }: Entry, stats: Stats): boolean {
    const { include } = this.options;
    if (include !== undefined && isInsideAny(include, file)) return false;
    const isFolder = stats.isDirectory();
    const pattern =
      this.#patternFor(path.relative(this.selection.root, file), isFolder) ??
      this.#patternFor(path.relative(this.#realRoot, real), isFolder);
    if (pattern === undefined) return false;
    this.found.leftOut.push({ name, path: file, kind: isFolder ? 'folder' : 'file', pattern });
    return true;
  }

  #patternFor(relative: string, isFolder: boolean): string | undefined {
    if (relative === '') return undefined;
    const asked = toSlashes(relative);
    const { ignored, rule } = this.#excluded.test(isFolder ? `${asked}/` : asked);
    return ignored ? (rule?.pattern ?? '') : undefined;
  }

  #refuseFor(entry: Entry, error: unknown): void {
    // A name that decoding has damaged leads nowhere; that it is damaged says more than that.
    this.#refuse(entry, nameProblem(entry.name) ?? refusalReason(error));
  }

  #refuse({ name, path: file }: Entry, reason: RejectionReason): void {
    const length = excessiveLength(name) ?? Buffer.byteLength(file);
    this.found.refused.push({ name, path: file, reason, ...(reason === 'tooLong' && { length }) });
  }

  #nameOf(file: string): string {
    return toSlashes(path.relative(this.selection.base, file)) || path.basename(file);
  }
}

async function identityOf(file: string): Promise<FileIdentity> {
  const { handle, identity } = await openRegularFile(file);
  await handle.close();
  return identity;
}

function refusalReason(error: unknown): RejectionReason {
  switch (systemErrorCode(error)) {
    case 'ENOENT':
    // A folder on the way is a file by now.
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
