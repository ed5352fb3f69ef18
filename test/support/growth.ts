/** How many times more of the processor's time work takes that is sixty-four times as large. */
export function growthOf(work: (size: number) => void, small: number): number {
  const smallMs = Math.min(...[0, 1, 2].map(() => processorTimeOf(() => work(small))));
  const large = () => processorTimeOf(() => work(64 * small)) / Math.max(leastMs, smallMs);
  // Most often the first is enough. What disturbed it does not last.
  const first = large();
  return first < 64 ? first : Math.min(first, large(), large());
}

/** The same for a text of these parts, which is a megabyte at most. */
export function growthOfText(part: string, work: (text: string) => void): number {
  return growthOf((size) => work(part.repeat(size / part.length)), 2 ** 14);
}

/** Between sixty-four, as it is where time grows with size, and the square of that. */
export const maxGrowth = 500;

/** Below, the clock and the collector of garbage decide. */
const leastMs = 1;

/** Unlike the time on the wall, it does not depend on what else this machine does. */
function processorTimeOf(work: () => void): number {
  const start = process.cpuUsage();
  work();
  return process.cpuUsage(start).user / 1000;
}
