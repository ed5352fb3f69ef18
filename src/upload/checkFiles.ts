import { FileChangedError } from './errors';
import { findUnreadChange } from './fileIdentity';
import type { HashedFile, WholeFile } from './fileReader';
import { assertUnchanged, explain, findPlannedChange, hashPlannedFile, maxStepBytes } from './fileState';
import { type FileThread, getFileThread } from './fileThread';
import { forEachParallel } from './forEachParallel';
import type { KeptFiles } from './keptFiles';
import { isSmallFile } from './sendFile';
import type { PlannedFile } from './uploadPlan';

/** Files that are checked in one go, so that thousands of them do not need as many messages. */
const maxFilesPerStep = 256;

/** For each of the two threads, the results of one step are read while the next is checked. */
const maxParallelSteps = 4;

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
  await forEachStep(groupFiles(files, Infinity), async (step, index) => {
    const paths = step.map(({ path }) => path);
    const states = await explainFor(step, signal, threadOf(index).call('lookAll', paths));
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
 * @param kept takes the small files with their hashes
 * @throws FileUnreadableError, or the reason of the signal
 */
export async function hashFiles(
  files: readonly PlannedFile[],
  signal: AbortSignal,
  kept?: KeptFiles,
): Promise<HashedFiles> {
  const changes = new ChangeList();
  const hashed = new Map<PlannedFile, PlannedFile>();
  await forEachStep(groupFiles(files, maxStepBytes), async (step, index) => {
    if (changes.size > 0) return;
    // A larger one is alone, and hashed in steps of its own, so that cancelling takes effect between them.
    const parts = step
      .filter(({ size }) => size <= maxStepBytes)
      .map(({ path, size }) => ({ path, size, isHashed: true }));
    const areKept = step.every(isSmallFile) && kept?.reserve(step) === true;
    const thread = threadOf(index);
    const results = await explainFor(
      step,
      signal,
      areKept ? thread.call('readAll', parts) : thread.call('hashAll', parts),
    );
    for (const [index, file] of step.entries()) {
      const result = results[index];
      const isPlanned =
        result !== undefined && 'closed' in result && !findUnreadChange(file.identity, result.closed);
      if (isPlanned) {
        const known = withHash(file, result);
        hashed.set(file, known);
        if ('bytes' in result) kept?.keep(known, result as WholeFile);
      } else
        await changes.collect(file, async () => {
          hashed.set(file, { ...file, ...(await hashPlannedFile(file, signal, thread)) });
        });
    }
  });
  if (changes.size > 0) return { files: [], changes: await findChangedFiles(files, signal) };
  return { files: files.map((file) => hashed.get(file) ?? file), changes: [] };
}

function withHash(
  { name, path, size }: PlannedFile,
  { opened, sha256 = '', checksum }: HashedFile,
): PlannedFile {
  return { name, path, size, identity: opened, sha256, checksum };
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

type Step = readonly PlannedFile[];

/** @param maxBytes a larger file is a group of its own */
function groupFiles(files: readonly PlannedFile[], maxBytes: number): Step[] {
  const groups: PlannedFile[][] = [];
  let bytes = 0;
  for (const file of files) {
    const group = groups.at(-1);
    bytes += file.size;
    if (group !== undefined && group.length < maxFilesPerStep && bytes <= maxBytes) {
      group.push(file);
    } else {
      groups.push([file]);
      bytes = file.size;
    }
  }
  return groups;
}

/** Passes on what a thread for files has to say about a step. If it fails as a whole, the first file stands for all. */
async function explainFor<T>([first]: Step, signal: AbortSignal, work: Promise<T>): Promise<T> {
  return await (first === undefined ? work : explain(first, signal, work));
}

/** The steps are divided between both threads. */
function threadOf(index: number): FileThread {
  return getFileThread(index % 2 === 0 ? 0 : 1);
}

/** Does the work for the steps. The first error ends it. */
async function forEachStep(
  steps: readonly Step[],
  work: (step: Step, index: number) => Promise<void>,
): Promise<void> {
  let hasFailed = false;
  await forEachParallel([...steps.entries()], maxParallelSteps, async ([index, step]) => {
    if (hasFailed) return;
    try {
      await work(step, index);
    } catch (error) {
      hasFailed = true;
      throw error;
    }
  });
}
