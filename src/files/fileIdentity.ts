import type { BigIntStats } from 'node:fs';

/**
 * The properties that distinguish two states of a file. Milliseconds are too coarse: a rewrite of the same size
 * usually keeps them. The change time in nanoseconds also moves when the modification time is set back. Large integers
 * are decimal strings, because JSON numbers cannot hold them.
 */
export interface FileIdentity {
  /** Bytes. */
  readonly size: number;
  readonly mtimeNs: string;
  readonly ctimeNs: string;
  readonly inode: string;
}

/** The part of the identity that differs, most significant first. */
export type FileChange = 'replaced' | 'size' | 'content';

export function toFileIdentity({ size, mtimeNs, ctimeNs, ino }: BigIntStats): FileIdentity {
  return { size: Number(size), mtimeNs: String(mtimeNs), ctimeNs: String(ctimeNs), inode: String(ino) };
}

/** @returns `undefined` when both describe the same state of the same file */
export function findFileChange(before: FileIdentity, after: FileIdentity): FileChange | undefined {
  if (before.inode !== after.inode) return 'replaced';
  if (before.size !== after.size) return 'size';
  if (before.mtimeNs !== after.mtimeNs || before.ctimeNs !== after.ctimeNs) return 'content';
  return undefined;
}

/**
 * As {@link findFileChange} for a file whose bytes have not been read yet. The bytes that are read later are the
 * planned ones, so a change time that moves without a write does not matter: backups and scanners set attributes, and
 * a file that is only online is fetched.
 */
export function findUnreadChange(before: FileIdentity, after: FileIdentity): FileChange | undefined {
  return findFileChange({ ...before, ctimeNs: after.ctimeNs }, after);
}

/**
 * As {@link findFileChange} for a file whose bytes are compared as well. Hard links, permissions and attributes, as set
 * by backups and indexers, update the change time without a write, and some network file systems change the inode
 * from time to time.
 */
export function findWrittenChange(before: FileIdentity, after: FileIdentity): FileChange | undefined {
  return findFileChange({ ...before, ctimeNs: after.ctimeNs, inode: after.inode }, after);
}
