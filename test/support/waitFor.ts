import { setImmediate as turn } from 'node:timers/promises';

/** Waits until a condition holds. @throws when it does not within `limit` ms */
export async function waitFor(
  what: string,
  condition: () => boolean | Promise<boolean>,
  limit = 10_000,
): Promise<void> {
  const deadline = performance.now() + limit;
  while (!(await condition())) {
    if (performance.now() > deadline) throw new Error(`waited ${limit} ms in vain for ${what}`);
    await turn();
  }
}
