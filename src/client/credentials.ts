import { type CredentialLack, isSignInRequired, SignedOutError, StatusError } from './core/errors';
import { raceAbort } from './core/raceAbort';
import type { Operation } from './core/types';
import { isSecretAllowed } from './url/baseUrl';

export type CredentialHeaders = Readonly<Record<string, string>>;

/** Supplies the authentication headers for requests to the service, never for uploads. */
export interface Credentials {
  /** Headers for one request to the service, empty when none are needed; undefined after the user has signed out. */
  headers(): Promise<CredentialHeaders | undefined>;
  /**
   * Called when the service has refused a request with these headers. May prompt the user to sign in, without a
   * timeout. Absent where there is no user to prompt.
   * @param words what the service says about that, if it says anything
   * @returns whether a retry with the current headers may succeed
   * @throws the reason of the signal when it is aborted
   */
  refresh?(refused: CredentialHeaders, signal: AbortSignal, words?: string): Promise<boolean>;
}

/** The credentials of one client. They are sent only to its service, and unencrypted only to this computer. */
export class CredentialGuard {
  readonly #credentials: Credentials | undefined;
  readonly #baseUrl: URL;

  constructor(credentials: Credentials | undefined, baseUrl: URL) {
    this.#credentials = credentials;
    this.#baseUrl = baseUrl;
  }

  /**
   * Headers for one request. Waits only until the signal is aborted, because a keyring may be waiting for the user.
   * @throws {SignedOutError} when nothing may be sent
   */
  async headers(operation: Operation, signal: AbortSignal): Promise<CredentialHeaders> {
    if (this.#credentials === undefined) return {};
    signal.throwIfAborted();
    const headers = await raceAbort(this.#credentials.headers(), signal);
    if (headers === undefined) throw new SignedOutError(operation, this.#baseUrl.host);
    return isSecretAllowed(this.#baseUrl) ? headers : {};
  }

  /** Why a refusal may be about the credentials of a request, although its status or its words do not say so. */
  findLack(sent: CredentialHeaders): CredentialLack | undefined {
    if (Object.keys(sent).length === 0)
      return this.#credentials?.refresh === undefined ? undefined : 'notSignedIn';
    const [, basic] = /^Basic (.+)$/i.exec(sent['authorization'] ?? '') ?? [];
    return basic !== undefined && Buffer.from(basic, 'base64').some((byte) => byte > 0x7f)
      ? 'notAscii'
      : undefined;
  }

  /** Whether the user signed in because of this error. @param refused headers of the request that failed with it */
  async renewed(refused: CredentialHeaders, error: unknown, signal: AbortSignal): Promise<boolean> {
    if (!(error instanceof StatusError) || !isSignInRequired(error)) return false;
    if (this.#credentials?.refresh === undefined || !isSecretAllowed(this.#baseUrl)) return false;
    return await this.#credentials.refresh(refused, signal, error.serverMessage);
  }
}
