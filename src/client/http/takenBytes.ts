const callbacks = new WeakMap<Uint8Array, () => void>();

/**
 * Calls back once the OS has taken these bytes of a request body, so that their memory can be used for others. Never
 * calls back when they are not sent, or were copied on the way.
 * @param bytes as handed over: a chunk of a stream
 */
export function onceTaken(bytes: Uint8Array, callback: () => void): void {
  callbacks.set(bytes, callback);
}

/** Called when the OS has taken all of a chunk. */
export function noteTaken(bytes: Uint8Array): void {
  callbacks.get(bytes)?.();
  callbacks.delete(bytes);
}
