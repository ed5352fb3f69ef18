/** What lets this client in at the service. It is never asked for anything that goes to a file server. */
export interface Credentials {
  /** Headers for one request to the service, empty when none are needed; undefined when whoever was signed in is not any more. */
  headers(): Promise<Readonly<Record<string, string>> | undefined>;
}

/**
 * Asks for the headers of one request, but waits no longer than until the signal is aborted: a keyring may be
 * waiting for a person.
 */
export async function headersFrom(
  credentials: Credentials,
  signal: AbortSignal,
): Promise<Readonly<Record<string, string>> | undefined> {
  signal.throwIfAborted();
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(signal.reason as Error);
    signal.addEventListener('abort', abort);
    void credentials
      .headers()
      .then(resolve, reject)
      .finally(() => signal.removeEventListener('abort', abort));
  });
}
