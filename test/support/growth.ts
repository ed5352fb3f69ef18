/** Of the processor, in ms: other programs of this machine take their time too. The least of three. */
function timeOf(work: () => void): number {
  const times = Array.from({ length: 3 }, () => {
    const start = process.cpuUsage();
    work();
    return process.cpuUsage(start).user / 1000;
  });
  return Math.min(...times);
}

/** How many times longer it takes for a text of these parts that is sixteen times as long, a megabyte. */
export function growthOf(part: string, work: (text: string) => void): number {
  const [short = '', long = ''] = [2 ** 16, 2 ** 20].map((size) => part.repeat(size / part.length));
  // Below, the clock and the collector of garbage decide.
  const shortMs = timeOf(() => work(short));
  return timeOf(() => work(long)) / Math.max(5, shortMs);
}
