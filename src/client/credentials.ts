import { isSecretAllowed } from './url/baseUrl';
import { SignedOutError, StatusError } from './core/errors';
import type { Operation } from './core/types';
import { raceAbort } from './core/raceAbort';

/** Headers of one request that say who sends it. */
export type CredentialHeaders = Readonly<Record<string, string>>;

/** The credentials of this client at the service. They are never asked for anything that goes to a file server. */
export interface Credentials {
  /**
   * Headers for one request to the service, empty when none are needed; undefined when whoever was signed in is not
   * any more.
   */
  headers(): Promise<CredentialHeaders | undefined>;
  /**
   * Called when the service has refused a request with these headers. May have a person sign in, for which
   * there is no time limit. Absent where nobody can be asked.
   * @returns whether the request may be let in with the headers that there are now
   * @throws the reason of the signal when that is aborted
   */
  renew?(refused: CredentialHeaders, signal: AbortSignal): Promise<boolean>;
}

/** The credentials of one client. They go to its service, and nowhere without encryption but on this computer. */
export class CredentialGuard {
  constructor(
    private readonly credentials: Credentials | undefined,
    private readonly baseUrl: URL,
  ) {}

  /**
   * For one request. Waits no longer than until the signal is aborted: a keyring may be waiting for a person.
   * @throws {SignedOutError} when nothing may be sent
   */
  async headers(operation: Operation, signal: AbortSignal): Promise<CredentialHeaders> {
    if (this.credentials === undefined) return {};
    signal.throwIfAborted();
    const headers = await raceAbort(this.credentials.headers(), signal);
    if (headers === undefined) throw new SignedOutError(operation, this.baseUrl.host);
    return isSecretAllowed(this.baseUrl) ? headers : {};
  }

  /** Whether somebody has signed in because of this error. @param refused headers of the request that had it */
  async renewed(refused: CredentialHeaders, error: unknown, signal: AbortSignal): Promise<boolean> {
    if (!(error instanceof StatusError) || error.status !== 401) return false;
    if (this.credentials?.renew === undefined || !isSecretAllowed(this.baseUrl)) return false;
    return await this.credentials.renew(refused, signal);
  }
}
