import { setTimeout } from 'node:timers/promises';
import { getErrnoCode } from '../../src/files/errnoCode';
import { FileAccessError } from '../../src/files/fileAccessError';
import { callReader, type FileOperation, FileReader } from '../../src/upload/fileReader';

/** Longest time of one call; ms. */
const maxCallMs = 2;

const reader = new FileReader();

async function call(operation: FileOperation, ...args: readonly unknown[]): Promise<unknown> {
  await setTimeout(Math.random() * maxCallMs);
  try {
    return callReader(reader, { operation, args });
  } catch (error) {
    throw new FileAccessError(getErrnoCode(error));
  }
}

/** Takes the place of the thread in the simulator: reads files of the simulated disk, a little later. */
export const getFileThread = () => ({ call });
