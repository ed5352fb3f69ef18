import { FileAccessError } from '../files/fileAccessError';

/**
 * Why a regular file is not what it seems to be:
 *
 * - `gitLfs`, `gitAnnex`: a text of one of these programs stands for the file, because it was not fetched.
 * - `iCloud`: a placeholder stands for the file, which is in iCloud only.
 * - `unknownSize`: it has content, but its size is given as 0, as by drives that make files while they are read.
 */
export type StandIn = 'gitLfs' | 'gitAnnex' | 'iCloud' | 'unknownSize';

/** Limit for the files that are looked into; bytes. Git LFS writes less, and the others write a path or a few fields. */
export const maxStandInBytes = 1024;

/** The pointer of Git LFS, also of its first versions. */
const lfsPointer = /^version https?:\/\/(?:git-lfs\.github\.com|hawser\.github\.com|git-media\.io)\/\S+\r?\n/;

/** The pointer of git-annex, or the text of its link where a file system has no links. */
const annexPointer = /^(?:(?:\.\.\/)*\.git)?\/annex\/objects\/\S/;

/** The file `.mesh.inc.icloud` stands for `mesh.inc`, and holds a property list. */
const iCloudName = /(?:^|[\\/])\.[^\\/]+\.icloud$/;
const propertyList = 'bplist00';

/**
 * @param file its path
 * @param head the beginning of a file of at most {@link maxStandInBytes}
 * @param size bytes, as the system gives it
 */
export function findStandIn(file: string, head: Uint8Array, size: number): StandIn | undefined {
  if (size === 0) return head.length > 0 ? 'unknownSize' : undefined;
  const text = Buffer.from(head).toString('latin1');
  if (lfsPointer.test(text) && /^oid \S/m.test(text)) return 'gitLfs';
  if (annexPointer.test(text)) return 'gitAnnex';
  return iCloudName.test(file) && text.startsWith(propertyList) ? 'iCloud' : undefined;
}

const codePrefix = 'STAND_IN_';

/** The error about a file that cannot be uploaded, because something else stands for it. */
export function createStandInError(standIn: StandIn): FileAccessError {
  return new FileAccessError(codePrefix + standIn);
}

/** @param code of an error about a file */
export function toStandIn(code: string): StandIn | undefined {
  return code.startsWith(codePrefix) ? (code.slice(codePrefix.length) as StandIn) : undefined;
}
