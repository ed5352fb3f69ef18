import pLimit from 'p-limit';

const limit = pLimit(1);

/**
 * Asks one question with everything that belongs to it, its review above all, after those before it: what the user has
 * just reviewed must be what the next yes is for.
 * @param ask is not called if the signal is aborted meanwhile
 * @returns undefined then
 */
export async function takeTurn<T>(signal: AbortSignal, ask: () => Promise<T>): Promise<T | undefined> {
  return await limit(async () => (signal.aborted ? undefined : await ask()));
}

/** Looks again after an await, where TypeScript takes the state from before it for granted. */
export function isAborted(signal: AbortSignal): boolean {
  return signal.aborted;
}
