import { constants, fstatSync } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { fileIdentity, type FileIdentity } from './fileIdentity';
import { systemErrorCode } from './errnoCode';

/** Absent on Windows, which has neither the flags nor the files that they guard against. */
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
 * Opens a regular file for reading. The kind is decided on the open handle, and opening neither follows
 * a link nor waits for a pipe's writer, so nothing that is swapped in at the path can hang the process.
 *
 * @throws NotRegularError, or the system's error with its `code`.
 */
export async function openRegularFile(path: string): Promise<OpenFile> {
  const handle = await open(path, constants.O_RDONLY | noFollow | nonBlocking);
  try {
    // The system has looked at the file to open it, so this waits for nothing; asking in the background costs more.
    const stats = fstatSync(handle.fd, { bigint: true });
    if (!stats.isFile()) throw new NotRegularFileError(`${path} is not a regular file`);
    return { handle, identity: fileIdentity(stats) };
  } catch (error) {
    await handle.close();
    throw error;
  }
}

/** The codes of the system for a link, a socket, and a device without a driver. */
const otherKinds = ['ELOOP', 'ENXIO', 'ENODEV'];

/** Whether opening failed because the path names something else than a regular file. */
export function isNotRegular(error: unknown): boolean {
  return error instanceof NotRegularFileError || otherKinds.includes(systemErrorCode(error));
}
