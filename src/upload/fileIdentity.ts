import type { BigIntStats } from 'node:fs';

/**
 * The properties that tell one state of a file from another. Milliseconds are too coarse: a rewrite of the same size
 * usually keeps them, while the change time in nanoseconds also moves when somebody sets the
 * modification time back.
 */
export interface FileIdentity {
  /** Bytes. */
  readonly size: bigint;
  readonly mtimeNs: bigint;
  readonly ctimeNs: bigint;
  readonly inode: bigint;
}

/** Which part of the identity differs, most telling first. */
export type FileChange = 'replaced' | 'size' | 'content';

export function fileIdentity(stats: BigIntStats): FileIdentity {
  return { size: stats.size, mtimeNs: stats.mtimeNs, ctimeNs: stats.ctimeNs, inode: stats.ino };
}

/** @returns `undefined` when both describe the same state of the same file. */
export function fileChange(before: FileIdentity, after: FileIdentity): FileChange | undefined {
  if (before.inode !== after.inode) return 'replaced';
  if (before.size !== after.size) return 'size';
  if (before.mtimeNs !== after.mtimeNs || before.ctimeNs !== after.ctimeNs) return 'content';
  return undefined;
}

/**
 * The same for a file whose bytes are compared as well. Hard links, permissions and attributes, as backups and indexers
 * set them, move the change time of a file that nobody has written to, and some network file systems give it another
 * inode from time to time.
 */
export function writtenChange(before: FileIdentity, after: FileIdentity): FileChange | undefined {
  return fileChange({ ...before, ctimeNs: after.ctimeNs, inode: after.inode }, after);
}
