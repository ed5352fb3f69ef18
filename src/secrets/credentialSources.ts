import { isDeepStrictEqual } from 'node:util';
import { type Authentication, createAuthenticationHeaders } from '../client/authentication';
import type { Credentials } from '../client/credentials';
import { accountNameOf, createAccountFingerprint, isOtherAccount } from './accountName';
import { type AccountRef, type AccountSecrets, getAccountAt } from './accountSecrets';

/**
 * Prompts the user to sign in because the service has refused a request.
 * @param words what the service says about that, if it says anything
 * @returns the new secret, or undefined when the prompt was dismissed or is not possible
 * @throws the reason of the signal when it is aborted
 */
export type SignIn = (
  account: AccountRef,
  signal: AbortSignal,
  words?: string,
) => Promise<string | undefined>;

/** Where credentials come from. */
export interface CredentialSource {
  readonly secrets: Pick<AccountSecrets, 'get'>;
  readonly signIn: SignIn;
}

/** A service, and how requests to it are authenticated. */
export interface ServiceIdentity {
  readonly authentication: Authentication;
  readonly baseUrl: URL;
}

export interface PinnedOptions {
  /** Aborted when the launch no longer needs the user to sign in. */
  readonly cancelled?: AbortSignal | undefined;
  /** The recorded account of the launch, to check who signs in when it is resumed without a secret. */
  readonly account?: string | undefined;
}

/** Sends no authentication headers. */
const anonymous: Credentials = { headers: () => Promise.resolve({}) };

/** Uses the secret that is current at the time of each request. */
export function createCurrentCredentials(
  { secrets, signIn }: CredentialSource,
  { authentication, baseUrl }: ServiceIdentity,
): Credentials {
  if (authentication.scheme === 'none') return anonymous;
  const account = getAccountAt(authentication.scheme, baseUrl);
  return {
    headers: async () => createAuthenticationHeaders(authentication, await secrets.get(account)),
    async refresh(refused, signal, words) {
      const secret = await secrets.get(account);
      const isOther = !isDeepStrictEqual(createAuthenticationHeaders(authentication, secret), refused);
      // The user has signed in since that request was sent.
      if (secret !== undefined && isOther) return true;
      return (await signIn(account, signal, words)) !== undefined;
    },
  };
}

/**
 * A secret that was entered, for the request that checks it. It is redacted from now on, whether it is stored or not.
 * Nobody is asked for another one.
 */
export function createTrialCredentials(
  secrets: Pick<AccountSecrets, 'conceal'>,
  { authentication, baseUrl }: ServiceIdentity,
  secret: string,
): Credentials {
  if (authentication.scheme === 'none') return anonymous;
  secrets.conceal(getAccountAt(authentication.scheme, baseUrl), secret);
  return { headers: () => Promise.resolve(createAuthenticationHeaders(authentication, secret)) };
}

/**
 * Credentials of a launch, which keeps the secret it started with. If the secret changes or is removed, its requests
 * fail, unless the user entered the new one at this launch's own prompt. A launch that started anonymously stays
 * anonymous until its own prompt. Only the same user may sign in there.
 */
export function createPinnedCredentials(
  { secrets, signIn }: CredentialSource,
  { authentication, baseUrl }: ServiceIdentity,
  { cancelled, account: recorded }: PinnedOptions = {},
): Credentials {
  if (authentication.scheme === 'none') return anonymous;
  const account = getAccountAt(authentication.scheme, baseUrl);
  const nameOf = (secret: string | undefined) => accountNameOf(authentication, secret);
  let pinned: Promise<string | undefined> | undefined;
  return {
    async headers() {
      const secret = await (pinned ??= secrets.get(account));
      if (secret === undefined) return {};
      return (await secrets.get(account)) === secret
        ? createAuthenticationHeaders(authentication, secret)
        : undefined;
    },
    async refresh(_, signal, words) {
      const secret = await pinned;
      // The account has changed: the next `headers` reports it.
      if (secret !== undefined && (await secrets.get(account)) !== secret) return true;
      const ended = cancelled ? AbortSignal.any([signal, cancelled]) : signal;
      const renewed = await signIn(account, ended, words);
      if (renewed === undefined) return false;
      const own = nameOf(secret);
      if (isOtherAccount(own ? createAccountFingerprint(own) : recorded, nameOf(renewed))) return false;
      pinned = Promise.resolve(renewed);
      return true;
    },
  };
}
