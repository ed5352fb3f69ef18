/**
 * Works on the items in their order, `most` of them at a time. For those that wait, there is nothing but their
 * place in the list, so that many thousands take no memory.
 * @throws what the first piece of work throws; the rest is still worked on, so work that is to stop sees to that itself
 */
export async function forEachParallel<T>(
  items: readonly T[],
  most: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const waiting = items.values();
  const oneByOne = async (): Promise<void> => {
    for (const item of waiting) await work(item);
  };
  await Promise.all(Array.from({ length: most }, oneByOne));
}
