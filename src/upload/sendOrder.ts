import { isSmallFile } from './fileSize';
import type { PlannedFile } from './uploadPlan';

/** A file that is not accepted yet. */
export interface PendingFile {
  readonly file: PlannedFile;
  /** Number of failed attempts. */
  tries: number;
}

/**
 * The files that wait to be sent. The largest are sent first, because a large file at the end would be sent alone; but
 * they leave half of the connections to the small files beside them, which fill the pauses.
 */
export class SendOrder {
  /** Both in reverse, so that the next file is the last. */
  readonly #large: PendingFile[];
  readonly #small: PendingFile[];

  constructor(files: readonly PlannedFile[]) {
    const pending = files.map((file) => ({ file, tries: 0 }));
    this.#large = pending
      .filter((one) => !isSmallFile(one.file))
      .sort((a, b) => b.file.size - a.file.size)
      .reverse();
    this.#small = pending.filter((one) => isSmallFile(one.file)).reverse();
  }

  get length(): number {
    return this.#large.length + this.#small.length;
  }

  /**
   * @param largeRunning number of files that are being sent and not small
   * @param limitOfLarge number of these that may be sent at the same time
   */
  takeNext(largeRunning: number, limitOfLarge: number): PendingFile | undefined {
    const places = this.#small.length === 0 ? limitOfLarge : Math.ceil(limitOfLarge / 2);
    return (largeRunning < places ? this.#large.pop() : undefined) ?? this.#small.pop();
  }

  /** The file that finds out soonest whether the server accepts files. */
  takeSmallest(): PendingFile | undefined {
    return this.#small.pop() ?? this.#large.shift();
  }

  /** A large file returns to its place by size, so that the file that was the smallest is the smallest again. */
  putBack(pending: PendingFile): void {
    const { file } = pending;
    if (isSmallFile(file)) this.#small.push(pending);
    else this.#large.splice(this.#large.findLastIndex((one) => one.file.size < file.size) + 1, 0, pending);
  }
}
