import { domainToUnicode } from 'node:url';
import { isSecretAllowed } from '../client/url/baseUrl';
import { tryParseUrl } from '../client/url/parseUrl';
import { addressOf } from '../session/environments';
import type { Pages } from '../session/pages';

/** A reason to look twice at the host, or the protection, of a service that somebody else has described. */
export type HostWarning =
  /** The service with the same name has another host until now. */
  | { readonly kind: 'otherHost'; readonly host: string }
  /** It reads like the host of another service, or is the same one with another port or scheme. */
  | { readonly kind: 'similarHost'; readonly name: string; readonly address: string }
  /** Its name has letters other than those of the English alphabet, as which it is shown. */
  | { readonly kind: 'foreignLetters'; readonly host: string }
  | { readonly kind: 'notEncrypted' }
  /** The service with the same name is protected until now. */
  | { readonly kind: 'unprotected' }
  /** Pages of its objects are at another host than the service: where a person may type a password. */
  | { readonly kind: 'pageHost'; readonly host: string };

/** A service in the settings. The plain settings have an empty name. */
export interface KnownService {
  readonly name: string;
  /** As in the settings; not validated. */
  readonly baseUrl: string;
  readonly isProtected?: boolean;
}

/** A service that is to be added. */
interface NewService {
  readonly name: string;
  readonly baseUrl: URL;
  readonly pages?: Pages;
  readonly isProtected?: boolean;
}

/**
 * Finds what a person may overlook in the host and the protection of a service that is to be added.
 * @param there the services in the settings
 */
export function findHostWarnings(
  { name, baseUrl, pages = {}, isProtected = false }: NewService,
  there: readonly KnownService[],
): HostWarning[] {
  const known = there.flatMap((one) => {
    const url = addressOf(one.baseUrl);
    return url === undefined ? [] : [{ name: one.name, url }];
  });
  const before = known.find((one) => one.name === name)?.url;
  const isOther = before !== undefined && before.host !== baseUrl.host;
  const wasProtected = there.some((one) => one.name === name && one.isProtected);
  const isKnown = known.some(({ url }) => url.origin === baseUrl.origin);
  const similar = isKnown ? undefined : known.find(({ url }) => readsLike(url, baseUrl));
  return [
    ...(isOther ? [{ kind: 'otherHost' as const, host: before.host }] : []),
    ...(similar === undefined || (isOther && similar.name === name)
      ? []
      : [{ kind: 'similarHost' as const, name: similar.name, address: similar.url.origin }]),
    ...(/(^|\.)xn--/.test(baseUrl.hostname)
      ? [{ kind: 'foreignLetters' as const, host: domainToUnicode(baseUrl.hostname) }]
      : []),
    ...(isSecretAllowed(baseUrl) ? [] : [{ kind: 'notEncrypted' as const }]),
    ...(wasProtected && !isProtected ? [{ kind: 'unprotected' as const }] : []),
    ...listPageHosts(pages)
      .filter((host) => host !== baseUrl.host)
      .map((host) => ({ kind: 'pageHost' as const, host })),
  ];
}

/** The hosts of addresses with placeholders, in ASCII. */
function listPageHosts(pages: Pages): string[] {
  const hosts = Object.values(pages).flatMap((page) => tryParseUrl(page.trim())?.host ?? []);
  return [...new Set(hosts)];
}

/** Whether a host, or its beginning, reads like a known one: `sim.example.evil.com` like `sim.example`. */
function readsLike(known: URL, { hostname }: URL): boolean {
  const ends = [...hostname.matchAll(/[.-]|$/g)].map(({ index }) => hostname.slice(0, index));
  return ends.some((beginning) => simplifyHost(beginning) === simplifyHost(known.hostname));
}

/** Letters and digits that look alike, each with the one that stands for all of them. */
const lookAlikes: Readonly<Record<string, string>> = {
  а: 'a',
  е: 'e',
  о: 'o',
  р: 'p',
  с: 'c',
  х: 'x',
  у: 'y',
  і: 'l',
  ѕ: 's',
  ο: 'o',
  '0': 'o',
  '1': 'l',
  i: 'l',
  ı: 'l',
};

/** The same text for hosts that are read alike: `sim.example` and `s1m-example`. */
function simplifyHost(hostname: string): string {
  return domainToUnicode(hostname)
    .normalize('NFKD')
    .replace(/[\p{M}.-]/gu, '')
    .replace(/./gu, (letter) => lookAlikes[letter] ?? letter)
    .replace(/rn/g, 'm')
    .replace(/vv/g, 'w')
    .replace(/(.)\1+/gu, '$1');
}
