import { lstat } from 'node:fs/promises';
import path from 'node:path';
import { compareNames, toNameKey } from '../files/fileName';
import { filterOutermost } from '../files/paths';
import {
  getBaseFolder,
  maxEntries,
  type PlannedFile,
  type PlanOptions,
  type RejectedEntry,
  type Selection,
  type UploadPlan,
} from './uploadPlan';
import { SelectionWalker, toRejectionReason, type WalkResult } from './walkSelection';

/**
 * Plans an upload. Checks every file once, and reads only small ones, for which something else may stand. Problems are
 * part of the plan rather than errors. A plan with too many entries contains one rejection and nothing else.
 */
export async function planUpload(
  selections: readonly Selection[],
  options: PlanOptions = {},
): Promise<UploadPlan> {
  const found: WalkResult = {
    files: [],
    excluded: [],
    rejected: [],
    patience: {},
    entriesLeft: options.maxEntries ?? maxEntries,
  };
  for (const selection of selections) {
    const base = await findPlanBase(selections, selection);
    if (typeof base === 'string') await new SelectionWalker({ ...selection, base }, found, options).run();
    else found.rejected.push(base);
    if (found.entriesLeft < 0) return rejectTooMany(selection);
  }
  return arrangePlan(found);
}

/**
 * The folder that the names of the files of one selection are relative to.
 * @param selections all of the plan
 * @returns a rejection if nobody can tell now whether the only item is a folder: its files would have other names
 */
export async function findPlanBase(
  selections: readonly Selection[],
  selection: Selection,
): Promise<string | RejectedEntry> {
  if (selection.base !== undefined) return selection.base;
  return (selections.length === 1 && (await findOnlyFolder(selection))) || getBaseFolder(selection);
}

/** A single selected folder is the model, so names begin inside it. Several items keep their common folder. */
async function findOnlyFolder({ items }: Selection): Promise<string | RejectedEntry | undefined> {
  const [item, ...others] = filterOutermost(items);
  if (item === undefined || others.length > 0) return undefined;
  try {
    return (await lstat(item)).isDirectory() ? item : undefined;
  } catch (error) {
    const reason = toRejectionReason(error);
    // The walk refuses what is gone, under its own name.
    return reason === 'gone' ? undefined : { name: path.basename(item), path: item, reason };
  }
}

function rejectTooMany({ root }: Selection): UploadPlan {
  const rejected: RejectedEntry = { name: path.basename(root), path: root, reason: 'tooMany' };
  return { files: [], excluded: [], rejected: [rejected] };
}

/** Refuses the files whose names are equal on some system, and sorts each list by name. */
export function arrangePlan({ files, excluded, rejected }: UploadPlan): UploadPlan {
  const count = new Map<string, number>();
  const keys = files.map(({ name }) => toNameKey(name));
  for (const key of keys) count.set(key, (count.get(key) ?? 0) + 1);
  const unique: PlannedFile[] = [];
  const equal: RejectedEntry[] = [];
  for (const [index, file] of files.entries()) {
    if (count.get(keys[index] ?? '') === 1) unique.push(file);
    else equal.push({ name: file.name, path: file.path, reason: 'equalName' });
  }
  return {
    files: unique.toSorted(compareNames),
    excluded: excluded.toSorted(compareNames),
    rejected: [...rejected, ...equal].toSorted(compareNames),
  };
}
