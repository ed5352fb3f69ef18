import { hashOf } from '../upload/fileHash';
import { fileChange } from '../upload/fileIdentity';
import { assertPlannedState } from '../upload/fileState';
import { openRegularFile } from '../upload/openRegularFile';
import type { PlannedFile } from '../upload/uploadPlan';
import { toSnapshot } from './fileSnapshot';
import type { FileSnapshot } from './journalEntry';
import type { LaunchRecord } from './launchRecord';

/**
 * Some file systems count whole seconds, or two: a file that was written to again so soon after its state was noted is
 * in the same state with other bytes. Only one that had been left alone for longer tells what it held; ms.
 */
const coarsestTimeMs = 2000;

/**
 * Finds the newest finalised model that was made from this machine of exactly these bytes. Names and sizes
 * decide first. A file in a state that a launch recorded has the hash that was recorded with it; any other
 * is read, once for all candidates. A file that cannot be read, or is no longer as planned, matches nothing.
 *
 * @param candidates launches of the service that the files are meant for, in any order.
 * @throws only the reason of the signal.
 */
export async function findIdenticalModel(
  files: readonly PlannedFile[],
  candidates: readonly LaunchRecord[],
  { signal }: { readonly signal: AbortSignal },
): Promise<LaunchRecord | undefined> {
  signal.throwIfAborted();
  const possible = candidates
    .filter((record) => isComplete(record) && haveSameSizes(files, filesOf(record)))
    .sort((a, b) => b.plannedAt - a.plannedAt);
  const hashes = new FileHashes(possible, signal);
  const cheapestFirst = hashes.cheapestFirst(files);
  for (const record of possible) {
    if (await hasSameHashes(cheapestFirst, record, hashes)) return record;
  }
  return undefined;
}

/** The model can be used, and what is in it is known to the last byte. */
function isComplete(record: LaunchRecord): boolean {
  const files = filesOf(record);
  if (!record.finalised || record.modelId === undefined || files.length === 0) return false;
  return files.every(({ name }) => record.accepted.has(name));
}

function filesOf({ plan }: LaunchRecord): readonly FileSnapshot[] {
  return 'files' in plan.model ? plan.model.files : [];
}

function haveSameSizes(files: readonly PlannedFile[], recorded: readonly FileSnapshot[]): boolean {
  if (files.length !== recorded.length) return false;
  const sizes = new Map(recorded.map(({ name, size }) => [name, size]));
  return files.every(({ name, size }) => sizes.get(name) === size);
}

async function hasSameHashes(
  files: readonly PlannedFile[],
  { accepted }: LaunchRecord,
  hashes: FileHashes,
): Promise<boolean> {
  for (const file of files) {
    const hash = await hashes.of(file);
    if (hash === undefined || hash !== accepted.get(file.name)) return false;
  }
  return true;
}

/** The hashes of planned files, each found out once and only when asked for. */
class FileHashes {
  readonly #recorded: ReadonlyMap<string, string | undefined>;
  readonly #known = new Map<string, string | undefined>();

  constructor(
    records: readonly LaunchRecord[],
    private readonly signal: AbortSignal,
  ) {
    this.#recorded = new Map(records.flatMap(recordedStates));
  }

  /** Files whose hash is on record, then those to be read, small ones first: a difference shows early. */
  cheapestFirst(files: readonly PlannedFile[]): readonly PlannedFile[] {
    const cost = (file: PlannedFile) => (this.#recordedOf(file) === undefined ? file.size : -1);
    return [...files].sort((a, b) => cost(a) - cost(b));
  }

  /** @returns SHA-256 in hex; nothing when the file cannot be read in the state that was planned. */
  async of(file: PlannedFile): Promise<string | undefined> {
    this.signal.throwIfAborted();
    if (!this.#known.has(file.name)) this.#known.set(file.name, await this.#find(file));
    return this.#known.get(file.name);
  }

  async #find(file: PlannedFile): Promise<string | undefined> {
    try {
      const hash = this.#recordedOf(file) ?? (await readHash(file, this.signal));
      // Last, because a file that changes while it is read has no hash.
      await assertPlannedState(file);
      return hash;
    } catch {
      this.signal.throwIfAborted();
      return undefined;
    }
  }

  #recordedOf(file: PlannedFile): string | undefined {
    return this.#recorded.get(stateKey(toSnapshot(file)));
  }
}

function recordedStates(record: LaunchRecord): [string, string | undefined][] {
  const telling = filesOf(record).filter((file) => isTelling(file, record.plannedAt));
  return telling.map((file) => [stateKey(file), record.accepted.get(file.name)]);
}

/** @param readAt before the bytes were read that the hash of this state was made of; ms since the epoch */
export function isTelling({ mtimeNs, ctimeNs }: FileSnapshot, readAt: number): boolean {
  const latestNs = BigInt(Math.trunc(readAt - coarsestTimeMs)) * 1_000_000n;
  return BigInt(mtimeNs) <= latestNs && BigInt(ctimeNs) <= latestNs;
}

/** The same for two files only if they are one, and nobody has written to it in between. */
function stateKey({ path, size, mtimeNs, ctimeNs, inode }: FileSnapshot): string {
  return JSON.stringify([path, size, mtimeNs, ctimeNs, inode]);
}

/** @returns nothing when the file is not the planned one. @throws the system's error, or the signal's reason. */
async function readHash(file: PlannedFile, signal: AbortSignal): Promise<string | undefined> {
  const { handle, identity } = await openRegularFile(file.path);
  try {
    return fileChange(file.identity, identity) === undefined ? await hashOf(handle, signal) : undefined;
  } finally {
    await handle.close();
  }
}
