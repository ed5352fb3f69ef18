import { setImmediate } from 'node:timers/promises';

/** Does the work, and counts how often it let other work be done meanwhile. @throws its errors */
export async function countPauses<T>(
  work: () => Promise<T>,
): Promise<{ readonly value: T; readonly count: number }> {
  let count = 0;
  let isDone = false;
  const countTurns = async (): Promise<void> => {
    while (!isDone) {
      await setImmediate();
      count++;
    }
  };
  const counting = countTurns();
  try {
    const value = await work();
    return { value, count };
  } finally {
    isDone = true;
    await counting;
  }
}
