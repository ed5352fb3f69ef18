/** Factor by which CPU time grows when the work is sixty-four times as large. */
export function growthOf(work: (size: number) => void, small: number): number {
  const smallMs = Math.min(...[0, 1, 2].map(() => processorTimeOf(() => work(small))));
  const large = () => processorTimeOf(() => work(64 * small)) / Math.max(minMs, smallMs);
  // The first measurement is usually enough; a disturbance does not last.
  const first = large();
  return first < 64 ? first : Math.min(first, large(), large());
}

/** The same for a text of repeated parts, at most one megabyte long. */
export function growthOfText(part: string, work: (text: string) => void): number {
  return growthOf((size) => work(part.repeat(size / part.length)), 2 ** 14);
}

/** Between 64, for linear time, and 64², for quadratic time. */
export const maxGrowth = 500;

/** Below this, clock resolution and garbage collection dominate. */
const minMs = 1;

/** CPU time, unlike wall-clock time, does not depend on other programs on this machine. */
function processorTimeOf(work: () => void): number {
  const start = process.cpuUsage();
  work();
  return process.cpuUsage(start).user / 1000;
}
