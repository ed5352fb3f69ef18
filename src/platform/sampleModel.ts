import { cp, lstat, mkdir, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { errorOfKind } from '../errors';
import { getErrnoCode } from '../files/errnoCode';

/** The folder of the sample model. */
export const sampleName = 'cantilever';

/** Its main file. */
export const sampleDeck = `${sampleName}.inp`;

/** The sample model could not be written. */
export class SampleError extends errorOfKind('sample') {
  constructor(
    /** Name of the folder that was to contain the sample. */
    readonly folder: string,
    /** The code of the operating system, such as `EACCES`. */
    readonly code: string,
  ) {
    super(`the sample cannot be written: ${code}`);
  }
}

/**
 * Copies the folder of the sample into a new folder of `parent`. Never changes an existing folder: when the name is
 * taken, a number is appended.
 *
 * @returns the new folder
 * @throws SampleError
 */
export async function copySample(sample: string, parent: string): Promise<string> {
  try {
    const folder = await createFolder(path.join(parent, path.basename(sample)));
    await fill(folder, sample);
    return folder;
  } catch (error) {
    throw new SampleError(path.basename(parent), getErrnoCode(error));
  }
}

/**
 * Finds a copy of a sample that was made before: a folder of its name that has all of its files, changed or not.
 * @returns undefined if there is none, or if `parent` cannot be read
 */
export async function findSample(sample: string, parent: string): Promise<string | undefined> {
  const files = await readdir(sample, { recursive: true });
  const names = await readdir(parent).catch(() => []);
  for (const name of names.filter((one) => isNameOfSample(path.basename(sample), one)).sort(byNumber)) {
    const folder = path.join(parent, name);
    if (await hasAll(folder, files)) return folder;
  }
  return undefined;
}

/** Whether a folder has the name of a sample, with or without a number. */
export function isNameOfSample(sample: string, name: string): boolean {
  return name === sample || (name.startsWith(`${sample}-`) && /^\d+$/.test(name.slice(sample.length + 1)));
}

/** The first copy is the one without a number. */
function byNumber(a: string, b: string): number {
  return a.length - b.length || (a < b ? -1 : 1);
}

/** Links do not count: nothing is written or read through one of the name of the sample. */
async function hasAll(folder: string, files: readonly string[]): Promise<boolean> {
  const found = await Promise.all(
    ['', ...files].map((file) => lstat(path.join(folder, file)).catch(() => undefined)),
  );
  return found.every((entry) => entry !== undefined && !entry.isSymbolicLink());
}

/** Created on its own first, because that fails if the folder exists already. */
async function createFolder(wanted: string): Promise<string> {
  for (let number = 1; ; number++) {
    const folder = number === 1 ? wanted : `${wanted}-${number}`;
    try {
      await mkdir(folder);
      return folder;
    } catch (error) {
      if (getErrnoCode(error) !== 'EEXIST') throw error;
    }
  }
}

/** Copies the whole sample or nothing of it. */
async function fill(folder: string, sample: string): Promise<void> {
  try {
    await cp(sample, folder, { recursive: true });
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
}
