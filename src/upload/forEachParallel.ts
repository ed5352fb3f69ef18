/**
 * Works on the items in order, at most `most` of them concurrently. A waiting item needs no memory beyond its place
 * in the list, so there may be many thousands.
 * @throws the first error of the work; the other items are still processed, so the work has to stop itself
 */
export async function forEachParallel<T>(
  items: readonly T[],
  maxParallel: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const waiting = items.values();
  const oneByOne = async (): Promise<void> => {
    for (const item of waiting) await work(item);
  };
  await Promise.all(Array.from({ length: maxParallel }, oneByOne));
}
