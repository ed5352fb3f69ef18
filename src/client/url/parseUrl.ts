/**
 * Not by `URL.canParse`: once V8 has optimised a call of it, Node 20 takes Latin-1 letters, as in
 * `https://bücher.example`, for broken text.
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

/** Whether a URL parser would turn characters round, drop or replace them: `\`, control characters, lone surrogates. */
export function hasRewrittenCharacters(url: string): boolean {
  return /[\\\p{Cc}\p{Cs}]/u.test(url);
}

/** User information, host and port of an http(s) URL as they are written, or undefined when nothing is. */
export function rawAuthority(url: string): string | undefined {
  return /^https?:\/\/([^/?#]+)/i.exec(url)?.[1];
}

/**
 * Whether a parser makes another host of the written one than by case or as an international name: `127.1`
 * and `0x7f.0.0.1` become 127.0.0.1, and `%6c` becomes a letter. An international name has a label in
 * `xn--`; other characters beyond ASCII only disguise a plain host, such as full-width digits an address.
 */
export function isHostRewritten(authority: string, { hostname }: URL): boolean {
  const written = authority.replace(/^.*@/, '').replace(/:\d*$/, '');
  const isAscii = /^[\x21-\x7e]*$/.test(written);
  return isAscii ? written.toLowerCase() !== hostname : !/(^|\.)xn--/.test(hostname);
}

/** Whether a path, with or without a query, has a segment that a parser resolves: `.` or `..`, also encoded. */
export function hasDotSegment(path: string): boolean {
  const [segments = ''] = path.split(/[?#]/);
  return segments.split('/').some((segment) => /^(\.|%2e){1,2}$/i.test(segment));
}
