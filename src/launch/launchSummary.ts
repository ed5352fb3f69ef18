import type { ServiceRef } from './journalEntry';
import type { LaunchRecord, LaunchState, LaunchStep } from './launchRecord';

/** What can be said of a launch without holding its files: enough for the badge, an offer to resume and pruning. */
export interface LaunchSummary {
  readonly id: string;
  readonly state: LaunchState;
  /** This window works on it. */
  readonly runsHere: boolean;
  /** ms since the epoch */
  readonly plannedAt: number;
  /** When the last entry was written; ms since the epoch. */
  readonly changedAt: number;
  /** Entries in the journal; see {@link LaunchRecord.entryCount}. */
  readonly entryCount: number;
  readonly service: ServiceRef;
  /** Of the model. */
  readonly name: string;
  /** The step that was announced last and has no outcome in the journal yet. */
  readonly open?: LaunchStep;
  /** Absolute path of one file of each folder that has files of the model; not all when there are very many. */
  readonly filePaths: readonly string[];
}

/** A record that is there and cannot be read for now. It stays as it is. */
export interface UnreadableRecord {
  readonly id: string;
  /** The system's error code, such as `EACCES`; `newer` for a record of a newer version of this extension. */
  readonly code: string;
}

/** More folders are not worth their place. */
const maxFolders = 100;

/** One file of each folder. */
export function samplePaths({ model }: LaunchRecord['plan']): string[] {
  const samples = new Map<string, string>();
  for (const { path } of 'files' in model ? model.files : []) {
    const folder = path.slice(0, Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')));
    if (!samples.has(folder)) samples.set(folder, path);
    if (samples.size === maxFolders) break;
  }
  return [...samples.values()];
}
