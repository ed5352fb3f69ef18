import { isDeepStrictEqual } from 'node:util';
import { createAuthenticationHeaders, type Authentication } from '../client/authentication';
import type { Credentials } from '../client/credentials';
import { accountFingerprint, accountNameOf, isOtherAccount } from './accountName';
import { accountAt, type AccountRef, type AccountSecrets } from './accountSecrets';

/**
 * Has a person sign in because the service has refused a request.
 * @returns the new secret, or nothing when that was left or is not possible
 * @throws the reason of the signal when that is aborted
 */
export type SignIn = (account: AccountRef, signal: AbortSignal) => Promise<string | undefined>;

/** Where credentials come from. */
export interface CredentialSource {
  readonly secrets: Pick<AccountSecrets, 'get'>;
  readonly signIn: SignIn;
}

/** A service, and how it is told who sends a request. */
export interface ServiceIdentity {
  readonly authentication: Authentication;
  readonly origin: string;
}

export interface PinnedOptions {
  /** Aborted when nobody needs to sign in for this launch any more. */
  readonly cancelled?: AbortSignal | undefined;
  /** The account on record, for a launch that goes on while nobody is signed in. */
  readonly account?: string | undefined;
}

/** Says nothing of who sends a request. */
const anonymous: Credentials = { headers: () => Promise.resolve({}) };

/** Whoever is signed in at the time of each request. */
export function currentCredentials(
  { secrets, signIn }: CredentialSource,
  { authentication, origin }: ServiceIdentity,
): Credentials {
  if (authentication.scheme === 'none') return anonymous;
  const account = accountAt(authentication.scheme, origin);
  return {
    headers: async () => createAuthenticationHeaders(authentication, await secrets.get(account)),
    async renew(refused, signal) {
      const secret = await secrets.get(account);
      const isOther = !isDeepStrictEqual(createAuthenticationHeaders(authentication, secret), refused);
      // Somebody has signed in since that request was sent.
      if (secret !== undefined && isOther) return true;
      return (await signIn(account, signal)) !== undefined;
    },
  };
}

/**
 * For a launch, which stays with the account that it began with: after the first request, another secret or
 * none ends it, unless somebody entered it because this launch had asked for it. One that began without goes
 * on without, although somebody may sign in meanwhile. Whoever is asked to sign in must be the same user.
 */
export function pinnedCredentials(
  { secrets, signIn }: CredentialSource,
  { authentication, origin }: ServiceIdentity,
  { cancelled, account: recorded }: PinnedOptions = {},
): Credentials {
  if (authentication.scheme === 'none') return anonymous;
  const account = accountAt(authentication.scheme, origin);
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
    async renew(_, signal) {
      const secret = await pinned;
      // Not this launch's account any more, as its headers say now.
      if (secret !== undefined && (await secrets.get(account)) !== secret) return true;
      const renewed = await signIn(account, cancelled ? AbortSignal.any([signal, cancelled]) : signal);
      if (renewed === undefined) return false;
      const own = nameOf(secret);
      if (isOtherAccount(own ? accountFingerprint(own) : recorded, nameOf(renewed))) return false;
      pinned = Promise.resolve(renewed);
      return true;
    },
  };
}
