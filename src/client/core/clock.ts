/** A larger clock difference makes servers reject signatures and tokens; ms. */
export const maxClockDifferenceMs = 5 * 60_000;

/** Time as the client sees it; replaced in tests so that they need not wait. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /**
   * Milliseconds since an arbitrary moment of this process. Unlike {@link now}, unaffected by changes of the system
   * clock.
   */
  elapsed(): number;
  /** Resolves after `ms` milliseconds; rejects with `signal.reason` as soon as the signal is aborted. */
  wait(ms: number, signal: AbortSignal): Promise<void>;
  /** Calls `fn` every `ms` milliseconds until the returned function is called. */
  every(ms: number, fn: () => void): () => void;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  elapsed: () => performance.now(),
  wait,
  every(ms, fn) {
    const timer = setInterval(fn, ms);
    return () => clearInterval(timer);
  },
};

async function wait(ms: number, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  await new Promise<void>((resolve) => {
    const done = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal.addEventListener('abort', done);
  });
  signal.throwIfAborted();
}
