/** Parses a URL; undefined when it is invalid. Node 20, in which unit tests run, lacks `URL.parse`. */
export function tryParseUrl(text: string, base?: string): URL | undefined {
  try {
    return new URL(text, base);
  } catch {
    return undefined;
  }
}

/** The name of a host as the system takes it: an IPv6 address without the brackets that it has in a URL. */
export function removeBrackets(hostname: string): string {
  return hostname.replace(/^\[(.*)\]$/, '$1');
}

/** What only the raw text of a URL shows, because a parser would hide or repair it. */
type UrlFormProblem = 'altered' | 'notAbsolute' | 'noHost' | 'scheme' | 'credentials' | 'fragment';

/**
 * What keeps a text from being a plain http(s) URL. `altered` are characters that a parser would reverse, drop or
 * replace: `\`, control characters, lone surrogates.
 */
export function findUrlFormProblem(url: string): UrlFormProblem | undefined {
  if (/[\\\p{Cc}\p{Cs}]/u.test(url)) return 'altered';
  const [, scheme = '', rest, authority] = /^([a-z][a-z\d+.-]*):(\/\/([^/?#]*))?/i.exec(url) ?? [];
  if (!/^(https?)?$/i.test(scheme)) return 'scheme';
  if (rest === undefined || authority === undefined) return 'notAbsolute';
  if (authority === '') return 'noHost';
  if (authority.includes('@')) return 'credentials';
  return url.includes('#') ? 'fragment' : undefined;
}

/**
 * Whether a parser changes the host of a written http(s) URL by more than letter case or IDNA: `127.1` and `0x7f.0.0.1`
 * become 127.0.0.1, and `%6c` becomes a letter. An international name has a label in `xn--`; other non-ASCII characters
 * only disguise a plain host, as full-width digits do an address.
 */
export function isHostRewritten(url: string, { hostname }: Pick<URL, 'hostname'>): boolean {
  const authority = /^https?:\/\/([^/?#]+)/i.exec(url)?.[1] ?? '';
  const written = authority.replace(/^.*@/, '').replace(/:\d*$/, '');
  const isAscii = /^[\x21-\x7e]*$/.test(written);
  return isAscii ? written.toLowerCase() !== hostname : !/(^|\.)xn--/.test(hostname);
}

/** Whether a path, with or without a query, has a segment that a parser resolves: `.` or `..`, even encoded. */
export function hasDotSegment(path: string): boolean {
  return /^[^?#]*?(?<![^/])(\.|%2e){1,2}(?![^/?#])/i.test(path);
}
