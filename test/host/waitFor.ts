import { setTimeout as delay } from 'node:timers/promises';

/** How long a wait lasts unless the caller says otherwise. */
export const defaultTimeoutMs = 60_000;

const intervalMs = 50;

/** A wait has run out. Reports know it by its name, which is that of the browser's own. */
export class TimeoutError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'TimeoutError';
  }
}

/**
 * Polls `probe` until it returns something other than undefined or false, and returns that. The timeout error
 * says what was expected and, with `state`, what was there instead.
 * @throws TimeoutError
 */
export async function waitFor<T>(
  what: string,
  probe: () => Promise<T | undefined | false> | T | undefined | false,
  options: { timeoutMs?: number | undefined; state?: () => Promise<string> | string } = {},
): Promise<T> {
  const timeoutMs = options.timeoutMs ?? defaultTimeoutMs;
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    const value = await probe();
    if (value !== undefined && value !== false) return value;
    if (Date.now() >= deadline) {
      const state = options.state === undefined ? '' : `; there was: ${await options.state()}`;
      throw new TimeoutError(`Waited ${timeoutMs} ms for ${what}${state}`);
    }
    await delay(intervalMs);
  }
}

/** Reads until what is read is wanted, and returns it. The timeout error says what was read last. */
export async function readUntil<T>(
  what: string,
  read: () => Promise<T>,
  isWanted: (value: T) => boolean,
): Promise<T> {
  const probe = async () => {
    const value = await read();
    return isWanted(value) && { value };
  };
  return (await waitFor(what, probe, { state: async () => JSON.stringify(await read()) })).value;
}
