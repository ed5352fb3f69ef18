/**
 * Works on the items in order, at most `maxParallel` of them concurrently. A waiting item needs no memory beyond its
 * place in the list, so there may be many thousands.
 * @throws the first error of the work, after which no other item is begun
 */
export async function forEachParallel<T>(
  items: readonly T[],
  maxParallel: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const waiting = items.values();
  let hasFailed = false;
  const oneByOne = async (): Promise<void> => {
    for (const item of waiting) {
      if (hasFailed) return;
      await work(item).catch((error: unknown) => {
        hasFailed = true;
        throw error;
      });
    }
  };
  await Promise.all(Array.from({ length: Math.min(maxParallel, items.length) }, oneByOne));
}
