/** The values at the same place of each entry, or of each URL. */
export type Column = readonly unknown[];

/** Whether all values are the same, so that they tell nothing apart. */
export function isAlike(column: Column): boolean {
  return column.every((value) => value === column[0]);
}

/** Whether two columns have the same values in the same order. The other one may be longer. */
export function isSame(column: Column, other: Column): boolean {
  return column.every((value, index) => value === other[index]);
}
