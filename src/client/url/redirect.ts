import type { RedirectReason } from '../core/errors';
import { tryParseUrl } from './parseUrl';

/** Paths and hosts of pages where users sign in. */
const signInPath =
  /(^|[/_-])(log-?in|sign-?in|signon|sso|saml2?|oauth2?|openid[\w-]*|authorize|cas|adfs)([/._-]|$)/i;
const signInHost = /^(log-?in|sign-?in|sso|auth|idp|adfs|accounts)\./i;

export interface Redirect {
  /** Only the host: path and query may contain credentials. */
  readonly redirectHost: string;
  readonly redirectReason?: RedirectReason;
}

/**
 * Where a redirect leads, and why, if that can be told by the address.
 * @param location the header
 * @param from the URL of the request
 */
export function parseRedirect(location: string, from: URL): Redirect | undefined {
  const target = tryParseUrl(location, from.href);
  if (target === undefined || target.host === '') return undefined;
  const redirectReason = findReason(target, from);
  return { redirectHost: target.host, ...(redirectReason && { redirectReason }) };
}

function findReason(target: URL, from: URL): RedirectReason | undefined {
  if (signInPath.test(target.pathname) || signInHost.test(target.host)) return 'signIn';
  if (target.hostname !== from.hostname) return undefined;
  if (target.protocol === 'https:' && from.protocol === 'http:') return 'encryption';
  return target.origin === from.origin && target.pathname === `${from.pathname}/` ? 'slash' : undefined;
}
