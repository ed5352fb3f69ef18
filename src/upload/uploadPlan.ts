/** The types of a plan: the selection, the files to upload, and what is excluded or rejected. */

import path from 'node:path';
import type { AccessProblem } from '../files/accessProblem';
import type { FileIdentity } from '../files/fileIdentity';
import { type NameProblem } from '../files/fileName';
import { filterOutermost, findCommonFolder, isSamePath } from '../files/paths';
import type { ExcludePattern } from './excludePatterns';
import type { StandIn } from './standIn';

/** The user's selection in one root folder. */
export interface Selection {
  /** Absolute path; every item is inside it, and patterns are relative to it. */
  readonly root: string;
  /** Absolute paths of files and folders inside the root, or the root itself. */
  readonly items: readonly string[];
  /** Patterns in the syntax of `.gitignore`. */
  readonly exclude: readonly ExcludePattern[];
  /** Further patterns, from somebody else: one that begins with `!` takes back none of {@link exclude}. */
  readonly alsoExclude?: readonly string[];
  /** The folder that names are relative to, possibly above the root; the deepest one around all items if left out. */
  readonly base?: string;
}

/** A file in the state that later states are compared with. Records keep it as it is, but without its hash. */
export interface PlannedFile extends FileIdentity {
  /** Relative path with `/`, the name in the model. */
  readonly name: string;
  /** Absolute path, never of a link. */
  readonly path: string;
  /** In hex, of its bytes in that state, once they have been read. */
  readonly sha256?: string;
}

/** Excluded by a pattern. A folder stands for everything in it. */
export interface ExcludedEntry {
  readonly name: string;
  readonly path: string;
  readonly kind: 'file' | 'folder';
  readonly pattern: string;
  /** It has the name of a private key, but is a deck, and the pattern has not named it alone. */
  readonly isDeck?: true;
}

export type RejectionReason =
  | 'gone'
  | 'notRegular'
  | 'linkOutside'
  | 'linkBroken'
  | 'linkLoop'
  | 'equalName'
  | 'tooMany'
  | StandIn
  | AccessProblem
  | NameProblem;

/** Selected, but impossible to upload. */
export interface RejectedEntry {
  readonly name: string;
  readonly path: string;
  readonly reason: RejectionReason;
  /** Length in bytes of the part that is too long; only with that reason. */
  readonly length?: number;
}

/** All lists are sorted by name. */
export interface UploadPlan {
  readonly files: readonly PlannedFile[];
  readonly excluded: readonly ExcludedEntry[];
  readonly rejected: readonly RejectedEntry[];
}

export interface PlanOptions {
  /** Absolute paths to include although a pattern excludes them; a folder with everything in it. */
  readonly include?: ReadonlySet<string>;
  readonly signal?: AbortSignal;
  /** Limit for the files and folders to check before the selection counts as too large. */
  readonly maxEntries?: number;
}

/** Far more than one request can name. A few folders with links can contain an unlimited number of paths. */
export const maxEntries = 100_000;

/** The deepest folder that contains every item. Names are relative to it, except those in a single folder. */
export function getBaseFolder({ root, items }: Pick<Selection, 'root' | 'items'>): string {
  const parents = filterOutermost(items).map((item) => (isSamePath(item, root) ? item : path.dirname(item)));
  return findCommonFolder(parents) ?? root;
}

/**
 * The selections with further files, which their own files name by relative paths. Such a path may lead from one root
 * to another one, so the names of several roots begin at a common folder then.
 */
export function addFiles(selections: readonly Selection[], added: readonly Selection[]): Selection[] {
  const inRoots = selections.map((selection) => {
    const more = added.filter(({ root }) => root === selection.root).flatMap(({ items }) => items);
    return { ...selection, items: [...selection.items, ...more] };
  });
  const all = [...inRoots, ...added.filter(({ root }) => selections.every((one) => one.root !== root))];
  if (added.length === 0 || all.length === 1) return all;
  const base = findCommonFolder(all.map(getBaseFolder));
  return all.map((selection) => ({ ...selection, ...(base !== undefined && { base }) }));
}
