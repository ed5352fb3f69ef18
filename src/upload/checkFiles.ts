import { FileChangedError } from './errors';
import { findUnreadChange } from './fileIdentity';
import {
  assertUnchanged,
  explain,
  findPlannedChange,
  type HashedBytes,
  hashPlannedFile,
  maxStepBytes,
} from './fileState';
import { getFileThread } from './fileThread';
import { forEachParallel } from './forEachParallel';
import type { PlannedFile } from './uploadPlan';

/** Files that are checked in one go, so that thousands of them do not need as many messages. */
const maxFilesPerStep = 256;

/** The results of one step are taken while the next is checked. */
const maxParallelSteps = 2;

/**
 * Finds the files that no longer have the planned bytes, by the rules of `assertUnchanged`.
 * @returns an error for each, in the order of the files
 * @throws FileUnreadableError, or the reason of the signal
 */
export async function findChangedFiles(
  files: readonly PlannedFile[],
  signal: AbortSignal,
): Promise<FileChangedError[]> {
  const changes = new ChangeList();
  await forEachStep(files, Infinity, async (step, first) => {
    const paths = step.map(({ path }) => path);
    const states = await explain(first, signal, getFileThread().call('lookAll', paths));
    for (const [index, file] of step.entries()) {
      const state = states[index];
      const isSame = state !== undefined && 'inode' in state && !findPlannedChange(file, state);
      if (!isSame) await changes.collect(file, () => assertUnchanged(file, signal));
    }
  });
  return changes.inOrderOf(files);
}

export interface HashedFiles {
  /** With their hashes, in the same order. Not all of them if any has changed. */
  readonly files: readonly PlannedFile[];
  readonly changes: readonly FileChangedError[];
}

/**
 * Hashes all files. Once one turns out to have changed, the others are only compared with their planned state.
 * @throws FileUnreadableError, or the reason of the signal
 */
export async function hashFiles(files: readonly PlannedFile[], signal: AbortSignal): Promise<HashedFiles> {
  const changes = new ChangeList();
  const hashed = new Map<PlannedFile, PlannedFile>();
  await forEachStep(files, maxStepBytes, async (step, first) => {
    if (changes.size > 0) return;
    // A larger one is alone, and hashed in steps of its own, so that cancelling takes effect between them.
    const parts = step.filter(({ size }) => size <= maxStepBytes).map(({ path, size }) => ({ path, size }));
    const results = await explain(first, signal, getFileThread().call('hashAll', parts));
    for (const [index, file] of step.entries()) {
      const result = results[index];
      const isPlanned =
        result !== undefined && 'closed' in result && !findUnreadChange(file.identity, result.closed);
      if (isPlanned) hashed.set(file, withBytes(file, { identity: result.opened, sha256: result.sha256 }));
      else
        await changes.collect(file, async () => {
          hashed.set(file, withBytes(file, await hashPlannedFile(file, signal)));
        });
    }
  });
  if (changes.size > 0) return { files: [], changes: await findChangedFiles(files, signal) };
  return { files: files.map((file) => hashed.get(file) ?? file), changes: [] };
}

function withBytes({ name, path, size }: PlannedFile, bytes: HashedBytes): PlannedFile {
  return { name, path, size, ...bytes };
}

/** The files that turned out to have changed. */
class ChangeList {
  readonly #changes = new Map<PlannedFile, FileChangedError>();

  get size(): number {
    return this.#changes.size;
  }

  /** Does the work, and notes that the file has changed if it says so. @throws its other errors */
  async collect(file: PlannedFile, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (!(error instanceof FileChangedError)) throw error;
      this.#changes.set(file, error);
    }
  }

  inOrderOf(files: readonly PlannedFile[]): FileChangedError[] {
    return files.flatMap((file) => this.#changes.get(file) ?? []);
  }
}

/**
 * Does the work for groups of files. The first error ends it.
 * @param maxBytes a larger file is a group of its own
 */
async function forEachStep(
  files: readonly PlannedFile[],
  maxBytes: number,
  work: (step: readonly PlannedFile[], first: PlannedFile) => Promise<void>,
): Promise<void> {
  const steps: PlannedFile[][] = [];
  let bytes = 0;
  for (const file of files) {
    const step = steps.at(-1);
    bytes += file.size;
    if (step !== undefined && step.length < maxFilesPerStep && bytes <= maxBytes) step.push(file);
    else [steps[steps.length], bytes] = [[file], file.size];
  }
  let hasFailed = false;
  await forEachParallel(steps, maxParallelSteps, async (step) => {
    const [first] = step;
    if (hasFailed || first === undefined) return;
    try {
      await work(step, first);
    } catch (error) {
      hasFailed = true;
      throw error;
    }
  });
}
