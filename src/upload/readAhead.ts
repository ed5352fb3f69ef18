import { FileAccessError } from './fileAccessError';
import type { WholeFile } from './fileReader';
import { isToHash } from './fileState';
import { getFileThread } from './fileThread';
import type { KeptFiles } from './keptFiles';
import type { PlannedFile } from './uploadPlan';

/** Files that are read in one go, because a call to the thread costs more than reading a small file. */
const maxFilesPerCall = 16;

/** Bytes that are read in one go. */
const maxBytesPerCall = 512 * 1024;

/** Reads the small files of an upload a little before they are sent. */
export class ReadAhead {
  readonly #read = new Map<PlannedFile, Promise<WholeFile>>();

  readonly #listNext: (maxFiles: number) => readonly PlannedFile[];
  readonly #kept: KeptFiles | undefined;

  /**
   * @param listNext the small files that are sent next, in this order
   * @param kept files that were read already
   */
  constructor(listNext: (maxFiles: number) => readonly PlannedFile[], kept?: KeptFiles) {
    this.#listNext = listNext;
    this.#kept = kept;
  }

  /** A file with its content. To be sent again, it is read again. @throws FileAccessError */
  async take(file: PlannedFile): Promise<WholeFile> {
    const kept = this.#kept?.take(file);
    if (kept !== undefined) return kept;
    const read = this.#read.get(file) ?? this.#readTogether([file, ...this.#listNext(maxFilesPerCall - 1)]);
    this.#read.delete(file);
    if (this.#read.size < maxFilesPerCall / 2) void this.#readTogether(this.#listNext(maxFilesPerCall));
    return await (read ?? Promise.reject(new FileAccessError('unknown')));
  }

  /** @returns the first of the files, undefined when all are read already */
  #readTogether(files: readonly PlannedFile[]): Promise<WholeFile> | undefined {
    const unread = takeUpTo(
      files.filter((file) => !this.#read.has(file) && this.#kept?.has(file) !== true),
      maxBytesPerCall,
    );
    if (unread.length === 0) return undefined;
    const parts = unread.map((file) => ({ path: file.path, size: file.size, isHashed: isToHash(file) }));
    const all = getFileThread().call('readAll', parts);
    const reads = unread.map((file, index) => {
      const read = all.then((results) => {
        const result = results[index];
        if (result !== undefined && 'bytes' in result) return result;
        throw new FileAccessError(result?.code ?? 'unknown');
      });
      // Reported when the file is taken, if ever.
      read.catch(() => undefined);
      this.#read.set(file, read);
      return read;
    });
    return reads[0];
  }
}

/** The first of the files, whatever its size, and those after it that fit. */
function takeUpTo(files: readonly PlannedFile[], maxBytes: number): PlannedFile[] {
  let bytes = 0;
  return files.filter(({ size }, index) => (bytes += size) <= maxBytes || index === 0);
}
