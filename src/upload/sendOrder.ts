import type { PlannedFile } from './uploadPlan';

/** A file that is not accepted yet. */
export interface PendingFile {
  readonly file: PlannedFile;
  /** Number of failed attempts. */
  tries: number;
  /** Whether an attempt was given up because others were faster. */
  wasGivenUp: boolean;
}

/** From this size on, the bytes of a file take longer than its round trips; bytes. */
const minLargeBytes = 1024 * 1024;

/**
 * The files that wait to be sent. The largest are sent first, because a large file at the end would be sent alone; but
 * they leave half of the connections to the small files beside them, which fill the pauses.
 */
export class SendOrder {
  /** Both in reverse, so that the next file is the last. */
  readonly #large: PendingFile[];
  readonly #small: PendingFile[];

  constructor(files: readonly PlannedFile[]) {
    const pending = files.map((file) => ({ file, tries: 0, wasGivenUp: false }));
    this.#large = pending
      .filter(isLarge)
      .sort((a, b) => b.file.size - a.file.size)
      .reverse();
    this.#small = pending.filter((one) => !isLarge(one)).reverse();
  }

  get length(): number {
    return this.#large.length + this.#small.length;
  }

  /**
   * @param running files that are being sent
   * @param limit number of files that may be sent at the same time
   */
  takeNext(running: Iterable<{ readonly size: number }>, limit: number): PendingFile | undefined {
    if (this.#large.length === 0 || this.#small.length === 0) return this.#large.pop() ?? this.#small.pop();
    let largeRunning = 0;
    for (const file of running) if (isLargeFile(file)) largeRunning++;
    return (largeRunning < Math.ceil(limit / 2) ? this.#large : this.#small).pop();
  }

  /** Makes a file the next of its kind. */
  putBack(pending: PendingFile): void {
    (isLarge(pending) ? this.#large : this.#small).push(pending);
  }
}

/** Whether the bytes of a file take longer than its round trips. */
export function isLargeFile({ size }: { readonly size: number }): boolean {
  return size >= minLargeBytes;
}

function isLarge({ file }: PendingFile): boolean {
  return isLargeFile(file);
}
