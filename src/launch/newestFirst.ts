/**
 * How far ahead of now a time may be and still count as new; ms. A clock that runs fast, or stands in another time zone,
 * is ahead by less than a day, and what it has dated comes into order by itself within that time.
 */
const maxAheadMs = 24 * 60 * 60 * 1000;

/**
 * Sorts by time, newest first. What is dated further ahead of now counts as the oldest, because a clock that was wrong for
 * a while must not push out for years what is new. If it is now that is wrong, and far behind, what is made now comes first
 * and the others stay in their order.
 * @param timeOf time of an item, and `nowMs`: ms since the epoch
 */
export function sortNewestFirst<T>(
  items: readonly T[],
  timeOf: (item: T) => number,
  nowMs = Date.now(),
): T[] {
  const isAhead = (item: T) => Number(timeOf(item) > nowMs + maxAheadMs);
  return items.toSorted((a, b) => isAhead(a) - isAhead(b) || timeOf(b) - timeOf(a));
}
