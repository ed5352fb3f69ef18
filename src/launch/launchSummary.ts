import { randomUUID } from 'node:crypto';
import { readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { FileState } from '../journal/recordFile';
import { decodeChecked, encodeChecked } from '../journal/recordLines';
import type { UnreadableFile } from '../journal/recordLog';
import type { ServiceRef } from './journalEntry';
import type { LaunchRecord, LaunchStep } from './launchRecord';
import type { LaunchState } from './launchState';

/** A launch without its files: enough for the badge, the offer to resume, and pruning. */
export interface LaunchSummary {
  readonly id: string;
  readonly state: LaunchState;
  /** Whether this window runs it. */
  readonly runsHere: boolean;
  /** ms since the epoch */
  readonly plannedAt: number;
  /** Time of the last entry; ms since the epoch. */
  readonly changedAt: number;
  /** Number of entries in the journal; see {@link LaunchRecord.entryCount}. */
  readonly entryCount: number;
  readonly service: ServiceRef;
  /** The name of the model. */
  readonly name: string;
  /** The row of a study that it is. */
  readonly study?: { readonly id: string; readonly row: number };
  /** The last announced step, while the journal has no outcome for it. */
  readonly open?: LaunchStep;
  /** Absolute path of one file from each folder that holds files of the model, for a limited number of folders. */
  readonly filePaths: readonly string[];
}

/** With the name of the model, if it was stored beside the record. */
export interface UnreadableRecord extends UnreadableFile {
  readonly name?: string;
}

/** A record without its files; enough to determine its state. */
export interface RecordHead {
  /** Without its files and answers. */
  readonly record: LaunchRecord;
  readonly filePaths: readonly string[];
}

/** Limit for the folders listed in a head; more are not worth the space. */
const maxFolders = 100;

export function headOf(record: LaunchRecord): RecordHead {
  const { answers: _, model, ...plan } = record.plan;
  const empty = 'files' in model ? { name: model.name, files: [] } : model;
  return {
    record: { ...record, plan: { ...plan, model: empty }, accepted: new Map() },
    filePaths: takeSamplePaths(record.plan),
  };
}

function takeSamplePaths({ model }: LaunchRecord['plan']): string[] {
  const samples = new Map<string, string>();
  for (const { path } of 'files' in model ? model.files : []) {
    const folder = path.slice(0, Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')));
    if (!samples.has(folder)) samples.set(folder, path);
    if (samples.size === maxFolders) break;
  }
  return [...samples.values()];
}

/** Raised whenever records are folded differently, so that heads from before are not used. */
const headFormat = 1;

interface HeadFile extends FileState {
  readonly format: number;
  readonly record: Omit<LaunchRecord, 'accepted'>;
  readonly filePaths: readonly string[];
}

/** Stores a head beside its record. If that fails, the record is read again next time. */
export async function keepHead(
  file: string,
  { record, filePaths }: RecordHead,
  { bytes, mtimeNs }: FileState,
): Promise<void> {
  const { accepted: _, ...rest } = record;
  const kept: HeadFile = { format: headFormat, bytes, mtimeNs, record: rest, filePaths };
  // Renamed into place, because an existing file must not be opened: it may be a pipe, which would block.
  const { dir, name, ext } = path.parse(file);
  const made = path.join(dir, `${name}.${randomUUID()}${ext}`);
  try {
    await writeFile(made, encodeChecked(kept));
    await rename(made, file);
  } catch {
    await rm(made, { force: true }).catch(() => undefined);
  }
}

/** @returns undefined unless the head was stored for the record's current state */
export async function readHead(file: string, { bytes, mtimeNs }: FileState): Promise<RecordHead | undefined> {
  const kept = await readHeadFile(file);
  if (kept?.bytes !== bytes || kept.mtimeNs !== mtimeNs) return undefined;
  return { record: { ...kept.record, accepted: new Map() }, filePaths: kept.filePaths };
}

/** The name of the model, as of when the head was stored; it may have changed since. */
export async function readModelName(file: string): Promise<string | undefined> {
  return (await readHeadFile(file))?.record.plan.model.name;
}

async function readHeadFile(file: string): Promise<HeadFile | undefined> {
  // Reading a pipe would block until a writer opens it.
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
