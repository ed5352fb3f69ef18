import { isDeepStrictEqual } from 'node:util';
import { authenticationHeaders, type Authentication } from '../client/authentication';
import type { Credentials } from '../client/credentials';
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
export interface Authenticated {
  readonly authentication: Authentication;
  readonly origin: string;
}

/** Says nothing of who sends a request. */
const anonymous: Credentials = { headers: () => Promise.resolve({}) };

/** Whoever is signed in at the time of each request. */
export function currentCredentials(
  { secrets, signIn }: CredentialSource,
  { authentication, origin }: Authenticated,
): Credentials {
  if (authentication.scheme === 'none') return anonymous;
  const account = accountAt(authentication.scheme, origin);
  return {
    headers: async () => authenticationHeaders(authentication, await secrets.get(account)),
    async renew(refused, signal) {
      const secret = await secrets.get(account);
      const isOther = !isDeepStrictEqual(authenticationHeaders(authentication, secret), refused);
      // Somebody has signed in since that request was sent.
      if (secret !== undefined && isOther) return true;
      return (await signIn(account, signal)) !== undefined;
    },
  };
}

/**
 * For a launch, which stays with the account that it began with: after the first request, another secret or
 * none ends it, unless somebody entered it because this launch had asked for it. One that began without goes
 * on without, although somebody may sign in meanwhile.
 * @param cancelled aborted when nobody needs to sign in for this launch any more
 */
export function pinnedCredentials(
  { secrets, signIn }: CredentialSource,
  { authentication, origin }: Authenticated,
  cancelled?: AbortSignal,
): Credentials {
  if (authentication.scheme === 'none') return anonymous;
  const account = accountAt(authentication.scheme, origin);
  let pinned: Promise<string | undefined> | undefined;
  return {
    async headers() {
      const secret = await (pinned ??= secrets.get(account));
      if (secret === undefined) return {};
      return (await secrets.get(account)) === secret
        ? authenticationHeaders(authentication, secret)
        : undefined;
    },
    async renew(_, signal) {
      const secret = await pinned;
      // Not this launch's account any more, as its headers say now.
      if (secret !== undefined && (await secrets.get(account)) !== secret) return true;
      const renewed = await signIn(account, cancelled ? AbortSignal.any([signal, cancelled]) : signal);
      if (renewed === undefined) return false;
      pinned = Promise.resolve(renewed);
      return true;
    },
  };
}
