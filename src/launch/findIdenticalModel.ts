import { totalSizeOf } from '../client/core/totalSize';
import { assertPlannedState, hashPlannedFile } from '../upload/fileState';
import type { PlannedFile } from '../upload/uploadPlan';
import type { LaunchWithFiles } from './launchExport';
import type { LaunchFiles } from './launchFiles';
import type { LaunchRecord } from './launchRecord';
import { sortNewestFirst } from './newestFirst';

/**
 * Coarsest timestamp resolution of file systems, one or two seconds: a file that is written again within that time
 * keeps its timestamps with other bytes. Timestamps identify the content only if the file was older when it was
 * read; ms.
 */
const coarsestTimeMs = 2000;

export interface FindIdenticalOptions {
  /** Reads the files of a launch; see {@link Journal.readFiles}. */
  readonly readFiles: (launch: string) => Promise<LaunchFiles>;
  readonly signal: AbortSignal;
}

/**
 * Finds the newest finalised model that was uploaded from this computer with exactly these bytes. Names and sizes
 * are compared first. A file in a state that a launch recorded has the hash recorded with it; any other file is
 * read, once for all candidates. A file that cannot be read, or has changed since it was planned, matches nothing.
 *
 * @param launches those of the service that the files are meant for, in any order
 * @throws only the reason of the signal
 */
export async function findIdenticalModel(
  files: readonly PlannedFile[],
  launches: readonly LaunchRecord[],
  { readFiles, signal }: FindIdenticalOptions,
): Promise<LaunchRecord | undefined> {
  signal.throwIfAborted();
  const bytes = totalSizeOf(files);
  const possible: LaunchWithFiles[] = [];
  for (const record of sortNewestFirst(launches, ({ plannedAt }) => plannedAt)) {
    if (!isPossible(record, { count: files.length, bytes })) continue;
    const recorded = await readFiles(record.plan.launch).catch(() => undefined);
    signal.throwIfAborted();
    if (recorded !== undefined && isComplete(files, recorded)) possible.push({ record, files: recorded });
  }
  const states = new Map(possible.flatMap(listRecordedStates));
  const recordedOf = (file: PlannedFile) => states.get(createStateKey(file));
  const hashes = new Map<PlannedFile, string | undefined>();
  const hashOf = async (file: PlannedFile) => {
    signal.throwIfAborted();
    if (!hashes.has(file)) hashes.set(file, await findHash(file, recordedOf(file), signal));
    return hashes.get(file);
  };
  // Files with a recorded hash first, then those to be read, smallest first, so that a difference shows early.
  const cost = (file: PlannedFile) => (recordedOf(file) === undefined ? file.size : -1);
  const cheapestFirst = files.toSorted((a, b) => cost(a) - cost(b));
  for (const { record, files: recorded } of possible) {
    if (await hasSameHashes(cheapestFirst, recorded, hashOf)) return record;
  }
  return undefined;
}

function isPossible(
  { plan: { model }, finalised, modelId }: LaunchRecord,
  { count, bytes }: { readonly count: number; readonly bytes: number },
): boolean {
  if (!finalised || modelId === undefined || !('files' in model)) return false;
  return count > 0 && model.files.count === count && model.files.bytes === bytes;
}

/** Whether the names and sizes are the same, and the hashes of all files are known. */
function isComplete(files: readonly PlannedFile[], { planned, accepted }: LaunchFiles): boolean {
  const sizes = new Map(planned.map(({ name, size }) => [name, size]));
  return files.every(({ name, size }) => sizes.get(name) === size && accepted.has(name));
}

async function hasSameHashes(
  files: readonly PlannedFile[],
  { accepted }: LaunchFiles,
  hashOf: (file: PlannedFile) => Promise<string | undefined>,
): Promise<boolean> {
  for (const file of files) {
    const hash = await hashOf(file);
    if (hash === undefined || hash !== accepted.get(file.name)) return false;
  }
  return true;
}

/** @returns SHA-256 in hex; undefined when the file cannot be read or has changed since it was planned */
async function findHash(
  file: PlannedFile,
  recorded: string | undefined,
  signal: AbortSignal,
): Promise<string | undefined> {
  try {
    const hash = recorded ?? (await hashPlannedFile(file, signal)).sha256;
    // Checked last: a file that changes while it is read has no hash.
    await assertPlannedState(file);
    return hash;
  } catch {
    signal.throwIfAborted();
    return undefined;
  }
}

function listRecordedStates({ record, files }: LaunchWithFiles): [string, string | undefined][] {
  const identifying = files.planned.filter((file) => identifiesContent(file, record.plannedAt));
  return identifying.map((file) => [createStateKey(file), files.accepted.get(file.name)]);
}

/** @param readAt time before the hashed bytes were read; ms since the epoch */
export function identifiesContent({ mtimeNs, ctimeNs }: PlannedFile, readAt: number): boolean {
  const latestNs = BigInt(Math.trunc(readAt - coarsestTimeMs)) * 1_000_000n;
  return BigInt(mtimeNs) <= latestNs && BigInt(ctimeNs) <= latestNs;
}

/** A key that is equal for two files only if they are the same file, unmodified in between. */
function createStateKey({ path, size, mtimeNs, ctimeNs, inode }: PlannedFile): string {
  return JSON.stringify([path, size, mtimeNs, ctimeNs, inode]);
}
