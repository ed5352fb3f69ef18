/**
 * Parses a URL; undefined when it is invalid. Does not use `URL.canParse`: once V8 has optimised a call, Node 20
 * rejects Latin-1 letters as in `https://bücher.example`.
 */
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

/** Whether a URL parser would reverse, drop or replace characters: `\`, control characters, lone surrogates. */
export function hasRewrittenCharacters(url: string): boolean {
  return /[\\\p{Cc}\p{Cs}]/u.test(url);
}

/** User info, host and port of an http(s) URL as written; undefined when there are none. */
export function getRawAuthority(url: string): string | undefined {
  return /^https?:\/\/([^/?#]+)/i.exec(url)?.[1];
}

/**
 * Whether a parser changes the written host by more than letter case or IDNA: `127.1` and `0x7f.0.0.1` become
 * 127.0.0.1, and `%6c` becomes a letter. An international name has a label in `xn--`; other non-ASCII characters
 * only disguise a plain host, as full-width digits do an address.
 */
export function isHostRewritten(authority: string, { hostname }: Pick<URL, 'hostname'>): boolean {
  const written = authority.replace(/^.*@/, '').replace(/:\d*$/, '');
  const isAscii = /^[\x21-\x7e]*$/.test(written);
  return isAscii ? written.toLowerCase() !== hostname : !/(^|\.)xn--/.test(hostname);
}

/** Whether a path, with or without a query, has a segment that a parser resolves: `.` or `..`, even encoded. */
export function hasDotSegment(path: string): boolean {
  return /^[^?#]*?(?<![^/])(\.|%2e){1,2}(?![^/?#])/i.test(path);
}
