import { setMaxListeners } from 'node:events';

/** Settles with the promise, or rejects with the reason of the signal if that is aborted first. */
export async function raceAbort<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return await new Promise((resolve, reject) => {
    const abort = (): void => reject(signal.reason as Error);
    if (signal.aborted) abort();
    // Hundreds of files may wait for the same signal, and Node would report more than ten as a leak.
    setMaxListeners(0, signal);
    signal.addEventListener('abort', abort);
    void promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}
