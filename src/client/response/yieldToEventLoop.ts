import { setImmediate } from 'node:timers/promises';

/** Less than this is done in a few milliseconds; bytes. */
const short = 256 * 1024;

/** Lets everything else in this process run before the next piece of work on so many bytes. */
export async function yieldIfLarge(bytes: number): Promise<void> {
  if (bytes > short) await setImmediate();
}
