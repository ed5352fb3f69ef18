/** Lets questions wait for each other, so that a yes is for what the user has just reviewed. */

import pLimit from 'p-limit';

const limit = pLimit(1);

/**
 * Asks one question, including its review, once the questions before it are answered: what the user has
 * just reviewed must be what the next yes is for.
 * @param ask is not called if the signal is aborted meanwhile
 * @returns the answer; undefined if `ask` was not called
 */
export async function takeTurn<T>(signal: AbortSignal, ask: () => Promise<T>): Promise<T | undefined> {
  return await limit(async () => (signal.aborted ? undefined : await ask()));
}

/** Looks again after an await, where TypeScript takes the state from before it for granted. */
export function isAborted(signal: AbortSignal): boolean {
  return signal.aborted;
}
