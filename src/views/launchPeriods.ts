/** The groups of the Launches view, newest first. */
export const periods = ['today', 'yesterday', 'lastWeek', 'lastMonth', 'older'] as const;

export type Period = (typeof periods)[number];

/**
 * Finds the period by the calendar of this computer: days begin at local midnight. A time in the future, which a wrong
 * clock leaves behind, counts as today.
 * @param atMs ms since the epoch, as is `nowMs`
 */
export function findPeriod(atMs: number, nowMs: number): Period {
  if (atMs >= getMidnight(nowMs)) return 'today';
  if (atMs >= getMidnight(nowMs, 1)) return 'yesterday';
  if (atMs >= getMidnight(nowMs, 7)) return 'lastWeek';
  return atMs >= getMidnight(nowMs, 30) ? 'lastMonth' : 'older';
}

/**
 * The beginning of a day; ms since the epoch. Counted by the calendar, because the day of a time change does not have
 * 24 hours.
 */
export function getMidnight(nowMs: number, daysAgo = 0): number {
  const now = new Date(nowMs);
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() - daysAgo).getTime();
}

/** Formats the time of day for today and yesterday, and the date for all other days. @param language BCP 47 */
export function formatWhen(atMs: number, nowMs: number, language: string): string {
  const at = new Date(atMs);
  if (atMs >= getMidnight(nowMs, 1) && atMs < getMidnight(nowMs, -1))
    return at.toLocaleTimeString(language, { timeStyle: 'short' });
  const isThisYear = at.getFullYear() === new Date(nowMs).getFullYear();
  return at.toLocaleDateString(language, {
    month: 'short',
    day: 'numeric',
    year: isThisYear ? undefined : 'numeric',
  });
}
