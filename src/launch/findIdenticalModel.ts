import { assertPlannedState, hashPlannedFile } from '../upload/fileState';
import type { PlannedFile } from '../upload/uploadPlan';
import { toSnapshot } from './fileSnapshot';
import type { FileSnapshot } from './journalEntry';
import type { LaunchRecord } from './launchRecord';

/**
 * Coarsest timestamp resolution of file systems, one or two seconds: a file that is written again within that time
 * keeps its timestamps with other bytes. Timestamps identify the content only if the file was older when it was
 * read; ms.
 */
const coarsestTimeMs = 2000;

/**
 * Finds the newest finalised model that was uploaded from this computer with exactly these bytes. Names and sizes
 * are compared first. A file in a state that a launch recorded has the hash recorded with it; any other file is
 * read, once for all candidates. A file that cannot be read, or has changed since it was planned, matches nothing.
 *
 * @param candidates launches of the service that the files are meant for, in any order
 * @throws only the reason of the signal
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

/** Whether the model is finalised and the hashes of all its files are known. */
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

/** The hashes of planned files, each computed once and only on demand. */
class FileHashes {
  readonly #recorded: ReadonlyMap<string, string | undefined>;
  readonly #known = new Map<string, string | undefined>();

  readonly #signal: AbortSignal;

  constructor(records: readonly LaunchRecord[], signal: AbortSignal) {
    this.#signal = signal;
    this.#recorded = new Map(records.flatMap(listRecordedStates));
  }

  /** Files with a recorded hash first, then those to be read, smallest first, so that a difference shows early. */
  cheapestFirst(files: readonly PlannedFile[]): readonly PlannedFile[] {
    const cost = (file: PlannedFile) => (this.#recordedOf(file) === undefined ? file.size : -1);
    return [...files].sort((a, b) => cost(a) - cost(b));
  }

  /** @returns SHA-256 in hex; undefined when the file cannot be read or has changed since it was planned */
  async of(file: PlannedFile): Promise<string | undefined> {
    this.#signal.throwIfAborted();
    if (!this.#known.has(file.name)) this.#known.set(file.name, await this.#find(file));
    return this.#known.get(file.name);
  }

  async #find(file: PlannedFile): Promise<string | undefined> {
    try {
      const hash = this.#recordedOf(file) ?? (await hashPlannedFile(file, this.#signal)).sha256;
      // Checked last: a file that changes while it is read has no hash.
      await assertPlannedState(file);
      return hash;
    } catch {
      this.#signal.throwIfAborted();
      return undefined;
    }
  }

  #recordedOf(file: PlannedFile): string | undefined {
    return this.#recorded.get(createStateKey(toSnapshot(file)));
  }
}

function listRecordedStates(record: LaunchRecord): [string, string | undefined][] {
  const telling = filesOf(record).filter((file) => isTelling(file, record.plannedAt));
  return telling.map((file) => [createStateKey(file), record.accepted.get(file.name)]);
}

/** @param readAt time before the hashed bytes were read; ms since the epoch */
export function isTelling({ mtimeNs, ctimeNs }: FileSnapshot, readAt: number): boolean {
  const latestNs = BigInt(Math.trunc(readAt - coarsestTimeMs)) * 1_000_000n;
  return BigInt(mtimeNs) <= latestNs && BigInt(ctimeNs) <= latestNs;
}

/** A key that is equal for two files only if they are the same file, unmodified in between. */
function createStateKey({ path, size, mtimeNs, ctimeNs, inode }: FileSnapshot): string {
  return JSON.stringify([path, size, mtimeNs, ctimeNs, inode]);
}
