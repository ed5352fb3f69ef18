import { setImmediate } from 'node:timers/promises';

/** Smaller inputs are processed within a few milliseconds; bytes. */
const yieldThresholdBytes = 256 * 1024;

/**
 * Yields to the event loop before the next piece of work on an input of this size.
 * @param bytes size of the input
 */
export async function yieldIfLarge(bytes: number): Promise<void> {
  if (bytes > yieldThresholdBytes) await setImmediate();
}
