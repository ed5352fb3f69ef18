import { randomUUID } from 'node:crypto';
import { readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { ServiceRef } from './journalEntry';
import { decodeChecked, encodeChecked } from './journalFormat';
import type { LaunchRecord, LaunchStep } from './launchRecord';
import type { LaunchState } from './launchState';
import type { FileState } from './recordFile';

/** A launch without its files: enough for the badge, an offer to resume and pruning. */
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
  /** The name of the model. */
  readonly name: string;
  /** The step that was announced last and has no outcome in the journal yet. */
  readonly open?: LaunchStep;
  /** Absolute path of one file of each folder that has files of the model; not all when there are very many. */
  readonly filePaths: readonly string[];
}

/** A record that is there and cannot be read. It stays as it is. */
export interface UnreadableRecord {
  readonly id: string;
  /**
   * The system's error code, such as `EACCES`; `newer` for a record of a newer version of this extension; `damaged` for
   * one that is not as it was written.
   */
  readonly code: string;
  /** The name of the model, when it was kept beside the record. */
  readonly name?: string;
}

/** A record without its files, by which its state can be told. */
export interface RecordHead {
  /** Its files and answers are left out. */
  readonly record: LaunchRecord;
  readonly filePaths: readonly string[];
}

/** More folders are not worth their place. */
const maxFolders = 100;

export function headOf(record: LaunchRecord): RecordHead {
  const { answers: _, model, ...plan } = record.plan;
  const empty = 'files' in model ? { name: model.name, files: [] } : model;
  return {
    record: { ...record, plan: { ...plan, model: empty }, accepted: new Map() },
    filePaths: samplePaths(record.plan),
  };
}

/** One file of each folder. */
function samplePaths({ model }: LaunchRecord['plan']): string[] {
  const samples = new Map<string, string>();
  for (const { path } of 'files' in model ? model.files : []) {
    const folder = path.slice(0, Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')));
    if (!samples.has(folder)) samples.set(folder, path);
    if (samples.size === maxFolders) break;
  }
  return [...samples.values()];
}

/** Raised whenever a record is folded in another way: heads that were folded before are not used then. */
const headFormat = 1;

interface HeadFile extends FileState {
  readonly format: number;
  readonly record: Omit<LaunchRecord, 'accepted'>;
  readonly filePaths: readonly string[];
}

/** Keeps a head beside its record. One that cannot be kept costs no more than reading the record again. */
export async function keepHead(
  file: string,
  { record, filePaths }: RecordHead,
  { bytes, mtimeNs }: FileState,
): Promise<void> {
  const { accepted: _, ...rest } = record;
  const kept: HeadFile = { format: headFormat, bytes, mtimeNs, record: rest, filePaths };
  // Put into its place, because to open what is there may take for ever: it may be a pipe.
  const { dir, name, ext } = path.parse(file);
  const made = path.join(dir, `${name}.${randomUUID()}${ext}`);
  try {
    await writeFile(made, encodeChecked(kept));
    await rename(made, file);
  } catch {
    await rm(made, { force: true }).catch(() => undefined);
  }
}

/** @returns nothing unless it was kept for the record as it is now */
export async function readHead(file: string, { bytes, mtimeNs }: FileState): Promise<RecordHead | undefined> {
  const kept = await readHeadFile(file);
  if (kept?.bytes !== bytes || kept.mtimeNs !== mtimeNs) return undefined;
  return { record: { ...kept.record, accepted: new Map() }, filePaths: kept.filePaths };
}

/** The name of the model of the record that it was kept for, which may be another one by now. */
export async function readModelName(file: string): Promise<string | undefined> {
  return (await readHeadFile(file))?.record.plan.model.name;
}

async function readHeadFile(file: string): Promise<HeadFile | undefined> {
  // To read a pipe takes as long as nobody writes to it.
  const isFile = await stat(file).then(
    (stats) => stats.isFile(),
    () => false,
  );
  if (!isFile) return undefined;
  const text = await readFile(file).catch(() => undefined);
  if (text?.at(-1) !== 0x0a) return undefined;
  const kept = decodeChecked(text.subarray(0, -1))?.value as HeadFile | undefined;
  return kept?.format === headFormat ? kept : undefined;
}
