/**
 * The ticks of a list. The list is in another process: it reports its ticks after each change of the user, and it
 * reports as a change as well what is set here once that has arrived there.
 */
export class PlanTicks<Row> {
  #ticked: ReadonlySet<Row>;
  /** The ticks that the list is to show with further rows, until it reports them. */
  #awaited: ReadonlySet<Row> | undefined;
  readonly #isFixed: (row: Row) => boolean;

  /**
   * @param ticked rows that are ticked at first
   * @param isFixed whether a row only informs, and is never ticked
   */
  constructor(ticked: Iterable<Row>, isFixed: (row: Row) => boolean) {
    this.#ticked = new Set(ticked);
    this.#isFixed = isFixed;
  }

  has(row: Row): boolean {
    return this.#ticked.has(row);
  }

  /** @returns the ticks to set together with further rows, which lose them all */
  setAgain(): Row[] {
    // A list that has no ticks before and after it reports nothing.
    this.#awaited = this.#ticked.size === 0 ? undefined : this.#ticked;
    return [...this.#ticked];
  }

  /**
   * Takes over what the list shows.
   * @returns the ticks to set, if the list has to show others
   */
  noteShown(shown: readonly Row[]): Row[] | undefined {
    const allowed = shown.filter((row) => !this.#isFixed(row));
    this.#ticked = new Set(allowed);
    if (this.#awaited !== undefined && isSame(this.#awaited, shown)) this.#awaited = undefined;
    // Further rows have no ticks at first, and then the awaited ones. Any others are a change that the user made before
    // the further rows arrived, and that these take back.
    const isTakenBack = this.#awaited !== undefined && shown.length > 0;
    return isTakenBack || allowed.length < shown.length ? allowed : undefined;
  }
}

function isSame<Row>(set: ReadonlySet<Row>, rows: readonly Row[]): boolean {
  return set.size === rows.length && rows.every((row) => set.has(row));
}
