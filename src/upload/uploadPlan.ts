import { lstat, readdir, realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import ignore from 'ignore';
import pLimit from 'p-limit';
import type { FileIdentity } from './fileIdentity';
import { nameKey, nameProblem, type NameProblem } from './fileName';
import { NotRegularError, openRegularFile } from './openFile';
import { commonFolder, isInside, outermost } from './paths';
import { systemErrorCode } from './systemError';

/** What a person selected in one root folder. */
export interface Selection {
  /** Absolute path; names in the model never reach above it, and patterns are relative to it. */
  readonly root: string;
  /** Absolute paths of files and folders inside the root, or the root itself. */
  readonly items: readonly string[];
  /** Patterns as in `.gitignore`. */
  readonly exclude: readonly string[];
}

export interface PlannedFile {
  /** Relative path with `/`, the name in the model. */
  readonly name: string;
  /** Absolute path without links. */
  readonly path: string;
  /** Bytes. */
  readonly size: number;
  /** The state that everything later is compared with. */
  readonly identity: FileIdentity;
}

/** Not uploaded because a pattern says so. A folder stands for all that is in it. */
export interface LeftOut {
  readonly name: string;
  readonly path: string;
  readonly kind: 'file' | 'folder';
  readonly pattern: string;
}

export type RefusalReason =
  | 'gone'
  | 'unreadable'
  | 'notRegular'
  | 'linkOutside'
  | 'linkBroken'
  | 'linkLoop'
  | 'equalName'
  | NameProblem;

/** Selected, but it cannot be uploaded. */
export interface Refusal {
  readonly name: string;
  readonly path: string;
  readonly reason: RefusalReason;
}

/** All lists are ordered by name. */
export interface UploadPlan {
  readonly files: readonly PlannedFile[];
  readonly leftOut: readonly LeftOut[];
  readonly refused: readonly Refusal[];
}

export interface PlanOptions {
  /** Absolute paths that are taken although a pattern leaves them out; of a folder, all that is in it. */
  readonly include?: ReadonlySet<string>;
  readonly signal?: AbortSignal;
}

/** Open files at a time while planning: enough to hide the latency of a network drive. */
const parallelChecks = 16;

/** Looks at every file once, without reading any. Problems are part of the plan; nothing is thrown for them. */
export async function planUpload(
  selections: readonly Selection[],
  options: PlanOptions = {},
): Promise<UploadPlan> {
  const found: Found = { files: [], leftOut: [], refused: [] };
  for (const selection of selections) await new Walk(selection, found, options).run();
  const { unique, equal } = separateEqualNames(found.files);
  return {
    files: unique.sort(byName),
    leftOut: found.leftOut.sort(byName),
    refused: [...found.refused, ...equal].sort(byName),
  };
}

/** The folder that the names of a selection are relative to: the deepest one that contains every item. */
export function baseFolder(selection: Selection): string {
  const parents = outermost(selection.items).map((item) =>
    item === selection.root ? item : path.dirname(item),
  );
  return commonFolder(parents) ?? selection.root;
}

interface Found {
  readonly files: PlannedFile[];
  readonly leftOut: LeftOut[];
  readonly refused: Refusal[];
}

class Walk {
  readonly #base: string;
  readonly #items: readonly string[];
  readonly #excluded: ReturnType<typeof ignore>;
  readonly #limit = pLimit(parallelChecks);
  #realItems: readonly string[] = [];

  constructor(
    private readonly selection: Selection,
    private readonly found: Found,
    private readonly options: PlanOptions,
  ) {
    this.#base = baseFolder(selection);
    this.#items = outermost(selection.items);
    this.#excluded = ignore({ allowRelativePaths: false }).add([...selection.exclude]);
  }

  async run(): Promise<void> {
    this.#realItems = (await Promise.all(this.#items.map(realItem))).filter((item) => item !== undefined);
    await Promise.all(this.#items.map((item) => this.#visit(item, [])));
  }

  /** @param parents real paths of the folders on the way, to notice a link that leads back. */
  async #visit(file: string, parents: readonly string[]): Promise<void> {
    this.options.signal?.throwIfAborted();
    const name = this.#nameOf(file);
    try {
      const stats = await this.#limit(() => lstat(file));
      if (this.#leaveOut(file, name, stats.isDirectory())) return;
      if (stats.isSymbolicLink()) await this.#visitLink(file, name, parents);
      else if (stats.isDirectory()) await this.#visitFolder(file, parents);
      else await this.#takeFile(file, name, file);
    } catch (error) {
      this.options.signal?.throwIfAborted();
      // A name that decoding has damaged leads nowhere; that it is damaged says more than that.
      this.#refuse(file, name, nameProblem(name) ?? refusalReason(error));
    }
  }

  async #visitFolder(folder: string, parents: readonly string[]): Promise<void> {
    const entries = await this.#limit(() => readdir(folder));
    const here = [...parents, await realpath(folder)];
    await Promise.all(entries.map((entry) => this.#visit(path.join(folder, entry), here)));
  }

  async #visitLink(link: string, name: string, parents: readonly string[]): Promise<void> {
    const target = await realpath(link).catch((error: unknown) => systemErrorCode(error));
    if (target === 'ELOOP') {
      this.#refuse(link, name, 'linkLoop');
      return;
    }
    if (!path.isAbsolute(target)) {
      this.#refuse(link, name, 'linkBroken');
      return;
    }
    if (!this.#realItems.some((item) => isInside(item, target))) {
      this.#refuse(link, name, 'linkOutside');
      return;
    }
    if (parents.includes(target)) {
      this.#refuse(link, name, 'linkLoop');
      return;
    }
    if ((await stat(target)).isDirectory()) {
      await this.#visitFolder(link, parents);
      return;
    }
    await this.#takeFile(link, name, target);
  }

  async #takeFile(selected: string, name: string, real: string): Promise<void> {
    const problem = nameProblem(name);
    if (problem !== undefined) {
      this.#refuse(selected, name, problem);
      return;
    }
    const identity = await this.#limit(() => identityOf(real));
    this.found.files.push({ name, path: real, size: Number(identity.size), identity });
  }

  #leaveOut(file: string, name: string, isFolder: boolean): boolean {
    if (this.#isIncluded(file)) return false;
    const relative = toSlashes(path.relative(this.selection.root, file));
    if (relative === '' || relative.startsWith('../')) return false;
    const { ignored, rule } = this.#excluded.test(isFolder ? `${relative}/` : relative);
    if (!ignored) return false;
    const kind = isFolder ? 'folder' : 'file';
    this.found.leftOut.push({ name, path: file, kind, pattern: rule?.pattern ?? '' });
    return true;
  }

  #isIncluded(file: string): boolean {
    const include = this.options.include;
    return include !== undefined && [...include].some((included) => isInside(included, file));
  }

  #refuse(file: string, name: string, reason: RefusalReason): void {
    this.found.refused.push({ name, path: file, reason });
  }

  #nameOf(file: string): string {
    return toSlashes(path.relative(this.#base, file)) || path.basename(file);
  }
}

async function identityOf(file: string): Promise<FileIdentity> {
  const { handle, identity } = await openRegularFile(file);
  await handle.close();
  return identity;
}

function refusalReason(error: unknown): RefusalReason {
  if (error instanceof NotRegularError) return 'notRegular';
  switch (systemErrorCode(error)) {
    case 'ENOENT':
      return 'gone';
    case 'ELOOP':
      return 'linkLoop';
    // Opening a socket, or a device without a driver.
    case 'ENXIO':
    case 'ENODEV':
      return 'notRegular';
    case 'ENAMETOOLONG':
      return 'tooLong';
    default:
      return 'unreadable';
  }
}

function separateEqualNames(files: readonly PlannedFile[]): { unique: PlannedFile[]; equal: Refusal[] } {
  const count = new Map<string, number>();
  for (const { name } of files) count.set(nameKey(name), (count.get(nameKey(name)) ?? 0) + 1);
  const isUnique = (file: PlannedFile) => count.get(nameKey(file.name)) === 1;
  return {
    unique: files.filter(isUnique),
    equal: files
      .filter((file) => !isUnique(file))
      .map((file) => ({ name: file.name, path: file.path, reason: 'equalName' })),
  };
}

/** Nothing for a link: what it points to was not selected. */
async function realItem(item: string): Promise<string | undefined> {
  try {
    return (await lstat(item)).isSymbolicLink() ? undefined : await realpath(item);
  } catch {
    // Told as a refusal when the item is visited.
    return undefined;
  }
}

function toSlashes(relative: string): string {
  return relative.split(path.sep).join('/');
}

function byName(a: { name: string }, b: { name: string }): number {
  return a.name < b.name ? -1 : a.name > b.name ? 1 : 0;
}
