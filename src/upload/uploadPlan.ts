import path from 'node:path';
import { type NameProblem } from './fileName';
import type { FileIdentity } from './fileIdentity';
import { commonFolder, outermost } from './paths';

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
export interface ExcludedEntry {
  readonly name: string;
  readonly path: string;
  readonly kind: 'file' | 'folder';
  readonly pattern: string;
}

export type RejectionReason =
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
export interface RejectedEntry {
  readonly name: string;
  readonly path: string;
  readonly reason: RejectionReason;
  /** The length of what is too long, in bytes; only with that reason. */
  readonly length?: number;
}

/** All lists are ordered by name. */
export interface UploadPlan {
  readonly files: readonly PlannedFile[];
  readonly leftOut: readonly ExcludedEntry[];
  readonly refused: readonly RejectedEntry[];
}

export interface PlanOptions {
  /** Absolute paths that are taken although a pattern leaves them out; of a folder, all that is in it. */
  readonly include?: ReadonlySet<string>;
  readonly signal?: AbortSignal;
  /** Files and folders that are looked at before the selection counts as too large. */
  readonly maxEntries?: number;
}

/** Far more than one request can name. Links can lead through a few folders in ways without number. */
export const mostEntries = 100_000;

/** The folder that the names of a selection are relative to: the deepest one that contains every item. */
export function baseFolder({ root, items }: Pick<Selection, 'root' | 'items'>): string {
  const parents = outermost(items).map((item) => (item === root ? item : path.dirname(item)));
  return commonFolder(parents) ?? root;
}
