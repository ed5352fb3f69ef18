import type { Launch } from '../launch/launch';

/** How many launches have a status, in the words of their services. */
export interface StatusCount {
  readonly word: string;
  readonly count: number;
}

/** Counts the statuses of launches: failures first, because a row is cut at its end, and then the most frequent one. */
export function countStatuses(launches: readonly Pick<Launch, 'status'>[]): readonly StatusCount[] {
  const found = new Map<string, { word: string; count: number; isFailure: boolean }>();
  for (const { status } of launches) {
    if (status === undefined) continue;
    const { state: word, end } = status;
    const one = found.get(word) ?? { word, count: 0, isFailure: end === 'failure' };
    one.count++;
    found.set(word, one);
  }
  return [...found.values()]
    .sort((a, b) => Number(b.isFailure) - Number(a.isFailure) || b.count - a.count)
    .map(({ word, count }) => ({ word, count }));
}

/** Limit for the words of one row: a service may have a number in place of a word. */
const maxWords = 5;

/** As "1 failed, 12 running, 3 done". @param format formats a number */
export function formatStatusCounts(
  counts: readonly StatusCount[],
  format: (count: number) => string,
): readonly string[] {
  if (counts.length === 0) return [];
  const named = counts.slice(0, maxWords).map(({ word, count }) => `${format(count)} ${word}`);
  return [[...named, ...(counts.length > maxWords ? ['…'] : [])].join(', ')];
}
