import { setImmediate } from 'node:timers/promises';

/** Entries of a long list between two pauses: some milliseconds of work. */
const entriesBetweenPauses = 1000;

/** Whether a loop pauses before the entry at this index, from 0. */
export function isPauseDue(index: number): boolean {
  return index > 0 && index % entriesBetweenPauses === 0;
}

/**
 * Lets other work be done first. Awaited by loops that would stop the extension host for more than 300 ms:
 *
 *     for (const [index, file] of files.entries()) {
 *       if (isPauseDue(index)) await pause();
 *       …
 *     }
 */
export async function pause(): Promise<void> {
  await setImmediate();
}

/** As `Array.map`, with pauses. */
export async function mapWithPauses<T, U>(
  values: readonly T[],
  change: (value: T, index: number) => U,
): Promise<U[]> {
  const changed: U[] = [];
  for (const [index, value] of values.entries()) {
    if (isPauseDue(index)) await pause();
    changed.push(change(value, index));
  }
  return changed;
}
