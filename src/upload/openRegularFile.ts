import { constants, fstatSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { getErrnoCode } from './errnoCode';
import { type FileIdentity, toFileIdentity } from './fileIdentity';

/** Absent on Windows, which has neither these flags nor the files they protect from. */
const noFollow = (constants.O_NOFOLLOW as number | undefined) ?? 0;
const nonBlocking = (constants.O_NONBLOCK as number | undefined) ?? 0;

export interface OpenFile {
  readonly handle: FileHandle;
  readonly identity: FileIdentity;
}

/** The path names something that is not a regular file. */
export class NotRegularFileError extends Error {
  override readonly name = 'NotRegularError';
}

/**
 * Opens a regular file for reading. The kind is checked on the open handle, and opening neither follows a link nor
 * waits for a pipe's writer, so a file that is swapped at the path cannot block the process.
 *
 * @throws NotRegularFileError, or the system's error with its `code`
 */
export async function openRegularFile(path: string): Promise<OpenFile> {
  const handle = await open(path, constants.O_RDONLY | noFollow | nonBlocking);
  try {
    // Does not block, because opening has already fetched the data; the asynchronous call costs more.
    const stats = fstatSync(handle.fd, { bigint: true });
    if (!stats.isFile()) throw new NotRegularFileError(`${path} is not a regular file`);
    return { handle, identity: toFileIdentity(stats) };
  } catch (error) {
    await handle.close();
    throw error;
  }
}

/** The system's codes for a link, a socket, and a device without a driver. */
const otherKinds = ['ELOOP', 'ENXIO', 'ENODEV'];

/** Whether opening failed because the path is not a regular file. */
export function isNotRegular(error: unknown): boolean {
  return error instanceof NotRegularFileError || otherKinds.includes(getErrnoCode(error));
}
