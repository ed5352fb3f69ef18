import type { RedirectReason } from '../core/errors';
import { classifyHost } from './hostProximity';
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
  const isSameHost = target.hostname === from.hostname;
  if (isSameHost && target.protocol === 'https:' && from.protocol === 'http:') return 'encryption';
  if (target.origin === from.origin && target.pathname === from.pathname && target.search === from.search)
    return 'itself';
  const isInner = !isSameHost && isInnerHost(target) && !isInnerHost(from);
  if ((isSameHost || isInner) && hasSlash(target, from)) return 'slash';
  // A service behind a proxy that ends TLS often writes its own address with `http:`, or as it is called there.
  const isDowngrade = isSameHost && target.protocol === 'http:' && from.protocol === 'https:';
  return isInner || isDowngrade ? 'proxy' : undefined;
}

/** Whether the path is that of the request with a slash; a prefix that a proxy removes may be missing. */
function hasSlash(target: URL, from: URL): boolean {
  const path = target.pathname.replace(/\/$/, '');
  return path !== '' && path !== target.pathname && from.pathname.endsWith(path);
}

/** Whether a host has an address or a name that counts only in a network of its own, such as `backend`. */
function isInnerHost({ hostname }: URL): boolean {
  return classifyHost(hostname) !== 'public' || /^[^.:]+$|\.(internal|local|localdomain|svc)$/.test(hostname);
}
