/** Rates that were measured at the same time. */
export interface SharedRate {
  /** Bytes per ms of all files. */
  readonly ofAll: number;
  /** Bytes per ms of one of them. */
  readonly ofOne: number;
}

/** Rates differ if one is so many times the other: measurements vary, and one file less of six shows. */
const minDifference = 1.25;

/**
 * Finds out how fast a file can be sent when it has the link for itself. It is known only if connections limit the
 * files: that shows when one file is as fast although all together are faster than at another time. If all together are
 * as fast as at another time and one file is not, they share the link, and no limit of one file is known.
 */
export class LoneRate {
  /** By the number of files that were being sent; the latest at the end. */
  readonly #seen = new Map<number, SharedRate>();
  #perMs: number | undefined;

  /** Bytes per ms, or `undefined` while no limit is known. */
  get perMs(): number | undefined {
    return this.#perMs;
  }

  /** @param files number of files that were being sent */
  note(files: number, rate: SharedRate): void {
    if (this.#perMs !== undefined && rate.ofOne > minDifference * this.#perMs) this.#perMs = undefined;
    this.#seen.delete(files);
    for (const other of this.#seen.values()) this.#compare(rate, other);
    this.#seen.set(files, rate);
  }

  #compare(one: SharedRate, other: SharedRate): void {
    const isAllDifferent = areDifferent(one.ofAll, other.ofAll);
    if (isAllDifferent === areDifferent(one.ofOne, other.ofOne)) return;
    this.#perMs = isAllDifferent ? Math.max(one.ofOne, other.ofOne) : undefined;
  }
}

function areDifferent(one: number, other: number): boolean {
  return Math.max(one, other) > minDifference * Math.min(one, other);
}
