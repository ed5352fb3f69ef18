import { lstat } from 'node:fs/promises';
import path from 'node:path';
import { endsStep, mapInSteps, runSteps, type Steps } from '../client/core/yieldToEventLoop';
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
 * Plans an upload. Checks every file once, without reading any. Problems are part of the plan rather than errors. A
 * plan with too many entries contains one rejection and nothing else.
 */
export async function planUpload(
  selections: readonly Selection[],
  options: PlanOptions = {},
): Promise<UploadPlan> {
  const found: WalkResult = {
    ...{ files: [], excluded: [], rejected: [], patience: {} },
    entriesLeft: options.maxEntries ?? maxEntries,
  };
  for (const selection of selections) {
    const base = await findPlanBase(selections, selection);
    if (typeof base === 'string') await new SelectionWalker({ ...selection, base }, found, options).run();
    else found.rejected.push(base);
    if (found.entriesLeft < 0) return rejectTooMany(selection);
  }
  return await runSteps(arrangePlan(found));
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
export function* arrangePlan({ files, excluded, rejected }: UploadPlan): Steps<UploadPlan> {
  const keys = yield* mapInSteps(files, ({ name }) => toNameKey(name));
  const count = new Map<string, number>();
  for (const [index, key] of keys.entries()) {
    if (endsStep(index)) yield;
    count.set(key, (count.get(key) ?? 0) + 1);
  }
  const [unique, equal]: [PlannedFile[], RejectedEntry[]] = [[], []];
  for (const [index, file] of files.entries()) {
    if (endsStep(index)) yield;
    if (count.get(keys[index] ?? '') === 1) unique.push(file);
    else equal.push({ name: file.name, path: file.path, reason: 'equalName' });
  }
  return {
    files: yield* sortByName(unique),
    excluded: yield* sortByName(excluded),
    rejected: yield* sortByName([...rejected, ...equal]),
  };
}

/** Entries that are sorted in one step. */
const maxSortedPerStep = 5000;

function* sortByName<T extends { readonly name: string }>(entries: readonly T[]): Steps<T[]> {
  yield;
  if (entries.length <= maxSortedPerStep) return entries.toSorted(compareNames);
  const middle = entries.length >> 1;
  const first = yield* sortByName(entries.slice(0, middle));
  return yield* merge(first, yield* sortByName(entries.slice(middle)));
}

function* merge<T extends { readonly name: string }>(first: readonly T[], second: readonly T[]): Steps<T[]> {
  const merged: T[] = [];
  const waiting = second.values();
  let next = waiting.next();
  for (const entry of first) {
    for (; next.done !== true && compareNames(next.value, entry) < 0; next = waiting.next()) {
      if (endsStep(merged.push(next.value))) yield;
    }
    if (endsStep(merged.push(entry))) yield;
  }
  return next.done === true ? merged : [...merged, next.value, ...waiting];
}
