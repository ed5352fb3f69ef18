import { tryParseUrl } from './parseUrl';
import type { RequestTarget } from './uploadUrl';

/** Limit for the length of the address of a page; characters. */
const maxLength = 8 * 1024;

/**
 * Where the next page of a list is requested: below the root of the service, or nowhere, because the request carries
 * credentials. A service behind a proxy that ends TLS often writes its own address with `http:`, and without its port; it
 * is requested as its root is, nevertheless.
 * @param next as a response has it: absolute, or relative to the address of the page
 * @param page address of the page that has it
 * @param root scheme, host and path below which all paths of the service stand
 */
export function findNextTarget(next: string, page: string, root: string): RequestTarget | undefined {
  // A parser would drop or replace these characters.
  if (next.length > maxLength || /[\\\p{Cc}\p{Cs}]/u.test(next)) return undefined;
  const url = tryParseUrl(next, page);
  const service = new URL(root);
  if (url === undefined || url.username !== '' || url.password !== '') return undefined;
  const isBehindProxy = url.protocol === 'http:' && service.protocol === 'https:';
  const isSameHost =
    url.host === service.host || (isBehindProxy && url.port === '' && url.hostname === service.hostname);
  if (!isSameHost || (url.protocol !== service.protocol && !isBehindProxy)) return undefined;
  // Dot segments are resolved by now, except behind slashes that are encoded.
  const isBelow = url.pathname.startsWith(`${service.pathname.replace(/\/$/, '')}/`);
  if (!isBelow || /%(2f|5c)/i.test(url.pathname)) return undefined;
  return { origin: service.origin, host: service.host, path: url.pathname + url.search };
}
