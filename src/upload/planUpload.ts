import path from 'node:path';
import { toNameKey } from './fileName';
import {
  getBaseFolder,
  maxEntries,
  type PlannedFile,
  type PlanOptions,
  type RejectedEntry,
  type Selection,
  type UploadPlan,
} from './uploadPlan';
import { createWalkResult, SelectionWalker } from './walkSelection';

/**
 * Plans an upload. Checks every file once, without reading any. Problems are part of the plan rather than errors. A
 * plan with too many entries contains one rejection and nothing else.
 */
export async function planUpload(
  selections: readonly Selection[],
  options: PlanOptions = {},
): Promise<UploadPlan> {
  const found = createWalkResult(options.maxEntries ?? maxEntries);
  for (const selection of selections) {
    await new SelectionWalker({ ...selection, base: getBaseFolder(selection) }, found, options).run();
    if (found.entriesLeft < 0) return rejectTooMany(selection);
  }
  const { unique, equal } = separateEqualNames(found.files);
  return {
    files: unique.sort(compareNames),
    leftOut: found.leftOut.sort(compareNames),
    refused: [...found.refused, ...equal].sort(compareNames),
  };
}

function rejectTooMany({ root }: Selection): UploadPlan {
  return {
    files: [],
    leftOut: [],
    refused: [{ name: path.basename(root), path: root, reason: 'tooMany' }],
  };
}

function separateEqualNames(files: readonly PlannedFile[]): {
  unique: PlannedFile[];
  equal: RejectedEntry[];
} {
  const count = new Map<string, number>();
  for (const { name } of files) count.set(toNameKey(name), (count.get(toNameKey(name)) ?? 0) + 1);
  const isUnique = (file: PlannedFile) => count.get(toNameKey(file.name)) === 1;
  return {
    unique: files.filter(isUnique),
    equal: files
      .filter((file) => !isUnique(file))
      .map((file) => ({ name: file.name, path: file.path, reason: 'equalName' })),
  };
}

function compareNames(a: { name: string }, b: { name: string }): number {
  return a.name < b.name ? -1 : a.name > b.name ? 1 : 0;
}
