import { cp, mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { errorOfKind } from '../errors';
import { getErrnoCode } from '../files/errnoCode';

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
