import * as vscode from 'vscode';
import { totalSizeOf } from '../../client/core/totalSize';
import { PathSet } from '../../files/paths';
import { describeFileCount } from '../../messages/counts';
import { formatBytes, formatCount } from '../../platform/format';
import type { FileSizes } from './fileSizes';
import type { TickedEntries } from './planRows';

/** The total that would be uploaded, as far as it is known before excluded folders are looked into. */
export interface PlanTotal {
  readonly files: number;
  /** Bytes. */
  readonly size: number;
  /** Whether all sizes are known. */
  readonly isWhole: boolean;
  /** Excluded folders that would be included. */
  readonly folders: number;
}

export function computeTotal({ files, include, add }: TickedEntries, sizes: FileSizes): PlanTotal {
  const folders = include.filter(({ kind }) => kind === 'folder').map((entry) => entry.path);
  const included = new PathSet(folders);
  const added = listAdded({ include, add }).filter((file) => !included.isAround(file));
  const known = added.flatMap((file) => sizes.sizeOf(file) ?? []);
  return {
    files: files.length + added.length,
    size: totalSizeOf(files) + known.reduce((sum, size) => sum + size, 0),
    isWhole: known.length === added.length,
    folders: folders.length,
  };
}

/** The files to look at for the total. A file may have a row of its own and one as a name in a deck. */
export function listAdded({ include, add }: Pick<TickedEntries, 'include' | 'add'>): string[] {
  const included = include.filter(({ kind }) => kind === 'file').map((entry) => entry.path);
  return [...new Set([...included, ...add])];
}

/** @param count number of files that could be uploaded; those of the total if left out */
export function describeTotal({ files, size, isWhole, folders }: PlanTotal, count = files): string {
  const bytes = isWhole ? formatBytes(size) : vscode.l10n.t('at least {0}', formatBytes(size));
  const ofFiles =
    files < count
      ? vscode.l10n.t('{0} of {1} files, {2}', formatCount(files), formatCount(count), bytes)
      : `${describeFileCount(count)}, ${bytes}`;
  return folders === 0
    ? ofFiles
    : vscode.l10n.t('{0}, and excluded folders: {1}', ofFiles, formatCount(folders));
}
