import path from 'node:path';
import { nameKey, type NameProblem } from './fileName';
import type { FileIdentity } from './fileIdentity';
import { commonFolder, outermost } from './paths';
import { newFindings, Walk } from './walkSelection';

/** The selection of a user in one root folder. */
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
  /** Absolute path; not that of a link. */
  readonly path: string;
  /** Bytes. */
  readonly size: number;
  /** The state that everything later is compared with. */
  readonly identity: FileIdentity;
  /** In hex, of its bytes in that state, once they have been read. */
  readonly sha256?: string;
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
  | 'tooMany'
  | NameProblem;

/** Selected, but it cannot be uploaded. */
export interface Refusal {
  readonly name: string;
  readonly path: string;
  readonly reason: RefusalReason;
  /** The length of what is too long, in bytes; only with that reason. */
  readonly length?: number;
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
  /** Files and folders that are looked at before the selection counts as too large. */
  readonly mostEntries?: number;
}

/** Far more than one request can name. Links can lead through a few folders in ways without number. */
export const mostEntries = 100_000;

/**
 * Looks at every file once, without reading any. Problems are part of the plan; nothing is thrown for them.
 * A plan of too many entries has one refusal and nothing else.
 */
export async function planUpload(
  selections: readonly Selection[],
  options: PlanOptions = {},
): Promise<UploadPlan> {
  const found = newFindings(options.mostEntries ?? mostEntries);
  for (const selection of selections) {
    await new Walk({ ...selection, base: baseFolder(selection) }, found, options).run();
    if (found.entriesLeft < 0) return tooMany(selection);
  }
  const { unique, equal } = separateEqualNames(found.files);
  return {
    files: unique.sort(byName),
    leftOut: found.leftOut.sort(byName),
    refused: [...found.refused, ...equal].sort(byName),
  };
}

/** The folder that the names of a selection are relative to: the deepest one that contains every item. */
export function baseFolder({ root, items }: Pick<Selection, 'root' | 'items'>): string {
  const parents = outermost(items).map((item) => (item === root ? item : path.dirname(item)));
  return commonFolder(parents) ?? root;
}

function tooMany({ root }: Selection): UploadPlan {
  return {
    files: [],
    leftOut: [],
    refused: [{ name: path.basename(root), path: root, reason: 'tooMany' }],
  };
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

function byName(a: { name: string }, b: { name: string }): number {
  return a.name < b.name ? -1 : a.name > b.name ? 1 : 0;
}
