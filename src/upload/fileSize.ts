/** Which files are small enough to be read and sent in one piece. */

/**
 * Files up to this size are read and sent in one piece; bytes. A stream would cost more than reading them, and
 * connections buffer as much.
 */
export const maxSmallBytes = 64 * 1024;

/** Whether a file is sent in one piece, without visible progress. */
export function isSmallFile({ size }: { readonly size: number }): boolean {
  return size <= maxSmallBytes;
}
