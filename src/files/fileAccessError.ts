import { getErrnoCode } from './errnoCode';

/** The code for anything but a regular file, beside those of the system. */
export const notRegularCode = 'NOT_REGULAR';

/** Why a file could not be opened or read: the system's error code, such as `EACCES`, or `NOT_REGULAR`. */
export class FileAccessError extends Error {
  override readonly name = 'FileAccessError';

  constructor(readonly code: string) {
    super(`the file cannot be read (${code})`);
  }
}

/** The system's codes for a link, a socket, and a device without a driver. */
const otherKinds = ['ELOOP', 'ENXIO', 'ENODEV'];

/** Whether opening failed because the path is not a regular file. */
export function isNotRegular(error: unknown): boolean {
  return [notRegularCode, ...otherKinds].includes(getErrnoCode(error));
}
