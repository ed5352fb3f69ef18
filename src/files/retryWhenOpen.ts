import { rm } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { getErrnoCode } from './errnoCode';

/** Longer than a scanner, a backup or an indexer has a new file open; ms. Nobody waits in the background. */
const maxWaitMs = 3_000;
const maxBackgroundMs = 60_000;

const minDelayMs = 10;
const maxDelayMs = 100;

/**
 * Windows refuses to open, rename or remove a file that another program has open without sharing it, with one of these
 * codes. They may also have a lasting reason, such as a missing permission, so nobody repeats for ever.
 */
const refusals: readonly string[] = ['EBUSY', 'EPERM', 'EACCES'];

/** Limits waiting: operations that share one `Patience` together wait no longer than one alone would. */
export interface Patience {
  /** Begins with the first refusal; ms as of `performance.now()`. */
  untilMs?: number;
}

/**
 * Runs an operation on a file. On Windows it is repeated for some seconds while another program has the file open:
 * virus scanners open each new file for a moment.
 * @throws the error of the operation
 */
export async function retryWhenOpen<T>(operate: () => Promise<T>, patience: Patience = {}): Promise<T> {
  for (let delayMs = minDelayMs; ; delayMs = Math.min(2 * delayMs, maxDelayMs)) {
    try {
      return await operate();
    } catch (error) {
      if (!isRefusedOnWindows(error)) throw error;
      patience.untilMs ??= performance.now() + maxWaitMs;
      if (performance.now() >= patience.untilMs) throw error;
    }
    await wait(delayMs);
  }
}

/** Removes a file that nobody needs any more; one that is open elsewhere goes in the background. Never throws. */
export async function removeSoon(file: string): Promise<void> {
  const remove = () => rm(file, { force: true, recursive: true });
  await remove().catch((error: unknown) => {
    const untilMs = performance.now() + maxBackgroundMs;
    if (isRefusedOnWindows(error)) void retryWhenOpen(remove, { untilMs }).catch(() => undefined);
  });
}

function isRefusedOnWindows(error: unknown): boolean {
  return process.platform === 'win32' && refusals.includes(getErrnoCode(error));
}
