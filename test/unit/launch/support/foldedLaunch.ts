import type { JournalEntry, PlannedLaunch } from '../../../../src/launch/journalEntry';
import type { LaunchWithFiles } from '../../../../src/launch/launchExport';
import { summariseFiles } from '../../../../src/launch/launchFiles';
import { foldEntries, type LaunchRecord } from '../../../../src/launch/launchRecord';
import type { PlannedFile } from '../../../../src/upload/uploadPlan';
import { somePlan } from './somePlan';

export function createSnapshot(name: string, size: number): PlannedFile {
  return { name, path: `/home/canary/${name}`, size, mtimeNs: '11', ctimeNs: '12', inode: '13' };
}

const plannedMs = Date.UTC(2026, 2, 29, 1, 30);

/** The record of a launch after these entries, one in each second. */
export function foldLaunch(
  changes: Partial<PlannedLaunch>,
  entries: readonly JournalEntry[],
  files: readonly PlannedFile[] = [],
): LaunchRecord {
  const model = { name: 'deck', files: summariseFiles(files) };
  const first: PlannedLaunch = { kind: 'planned', launch: 'launch-1', ...somePlan, model, ...changes };
  return foldEntries(
    { ...first, at: plannedMs },
    entries.map((entry, index) => ({ ...entry, at: plannedMs + 1000 * (index + 1) })),
  );
}

/** The same with its files, and the SHA-256 of the accepted ones by their names. */
export function foldWithFiles(
  changes: Partial<PlannedLaunch>,
  entries: readonly JournalEntry[],
  planned: readonly PlannedFile[],
  accepted: Readonly<Record<string, string>> = {},
): LaunchWithFiles {
  const files = { planned, hashes: [], accepted: new Map(Object.entries(accepted)) };
  return { record: foldLaunch(changes, entries, planned), files };
}
