/** A row that stands for other rows: it is ticked if all of them are. */
export interface GroupRow<Row> {
  readonly row: Row;
  readonly members: readonly Row[];
}

/**
 * The ticks of a list in which some rows stand for others. The list is in another process and tells its ticks after
 * each change of the user; what is set here arrives there later. A change that the user makes in between is therefore
 * found by comparing with every state that the list may have had.
 */
export class PlanTicks<Row> {
  #rows: readonly Row[];
  readonly #groups: readonly GroupRow<Row>[];
  readonly #membersOf: ReadonlyMap<Row, readonly Row[]>;
  readonly #ticked: Set<Row>;
  /** Rows that only inform, and are never ticked. */
  readonly #fixed = new Set<Row>();
  /** Ticks that the list may show: those it told last, and those that were set since, the oldest first. */
  #shown: readonly ReadonlySet<Row>[];
  /** After {@link setAgain}, until the list shows the new rows: their empty ticks, and the ticks set right after. */
  #newRows: { readonly emptied: ReadonlySet<Row>; readonly ticked: ReadonlySet<Row> } | undefined;

  /**
   * @param rows all rows in their order, those of groups included
   * @param ticked rows that are ticked at first; rows of groups follow from their members
   */
  constructor(rows: readonly Row[], groups: readonly GroupRow<Row>[], ticked: readonly Row[]) {
    this.#rows = rows;
    this.#groups = groups;
    this.#membersOf = new Map(groups.map(({ row, members }) => [row, members]));
    this.#ticked = new Set(ticked);
    this.#tickGroups();
    this.#shown = [new Set(this.#ticked)];
  }

  /** Adds rows that are not ticked. @param fixed those of them that cannot be */
  addRows(rows: readonly Row[], fixed: readonly Row[]): void {
    this.#rows = [...this.#rows, ...rows];
    for (const row of fixed) this.#fixed.add(row);
  }

  /** @returns the ticks to set with other rows, which have none at first */
  setAgain(): Row[] {
    const emptied = new Set<Row>();
    if (this.#ticked.size > 0) this.#shown = [...this.#shown, emptied];
    const rows = this.#set();
    this.#newRows = { emptied, ticked: this.#shown.at(-1) ?? emptied };
    return rows;
  }

  /** The ticked rows, in their order. */
  get ticked(): Row[] {
    return this.#rows.filter((row) => this.#ticked.has(row));
  }

  /**
   * Takes over what the user has changed.
   * @param told the ticks that the list shows
   * @returns the ticks to set, if the list has to show others
   */
  noteTold(told: readonly Row[]): Row[] | undefined {
    const now = new Set(told);
    const differences = this.#listStates(now).map((before) => listDifferences(before, now));
    // A list tells only changes, so ticks like those it told last are a change of ticks that were set since.
    const sizes = differences.map(({ length }, index) => (index === 0 && length === 0 ? Infinity : length));
    const nearest = sizes.lastIndexOf(Math.min(...sizes));
    this.#shown = [now, ...this.#shown.slice(nearest + 1)];
    this.#change(differences[nearest] ?? [], now);
    // Ticks that were set before but have not arrived yet take back this change when they do.
    const isSet = isEqual(this.#shown.at(-1) ?? now, this.#ticked);
    // A list does not tell that new rows still have no tick, so it may have them or not.
    const isSure = this.#newRows?.ticked.size !== 0;
    if (this.#newRows !== undefined && !this.#shown.includes(this.#newRows.ticked, 1))
      this.#newRows = undefined;
    return isSet && isSure ? undefined : this.#set();
  }

  /** The states that the list may have had before it showed these ticks. */
  #listStates(now: ReadonlySet<Row>): readonly ReadonlySet<Row>[] {
    // A list tells that new rows have no ticks. Until it does, it shows the old rows.
    const start = this.#newRows === undefined ? -1 : this.#shown.indexOf(this.#newRows.emptied);
    return start < 1 ? this.#shown : this.#shown.slice(0, now.size === 0 ? start + 1 : start);
  }

  #set(): Row[] {
    this.#shown = [...this.#shown, new Set(this.#ticked)];
    return this.ticked;
  }

  #change(changed: readonly Row[], now: ReadonlySet<Row>): void {
    const groupsFirst = [...changed].sort(
      (a, b) => Number(this.#membersOf.has(b)) - Number(this.#membersOf.has(a)),
    );
    for (const row of groupsFirst) {
      for (const member of this.#membersOf.get(row) ?? [row]) {
        if (now.has(row) && !this.#fixed.has(member)) this.#ticked.add(member);
        else this.#ticked.delete(member);
      }
    }
    this.#tickGroups();
  }

  #tickGroups(): void {
    for (const { row, members } of this.#groups) {
      if (members.every((member) => this.#ticked.has(member))) this.#ticked.add(row);
      else this.#ticked.delete(row);
    }
  }
}

function listDifferences<Row>(before: ReadonlySet<Row>, now: ReadonlySet<Row>): Row[] {
  return [...[...before].filter((row) => !now.has(row)), ...[...now].filter((row) => !before.has(row))];
}

function isEqual<Row>(a: ReadonlySet<Row>, b: ReadonlySet<Row>): boolean {
  return a.size === b.size && listDifferences(a, b).length === 0;
}
