const longest = 16 * 1024;

/** Where a request goes, taken apart so that the path and query are sent exactly as they were given. */
export interface Target {
  readonly origin: string;
  readonly host: string;
  /** Path and query. */
  readonly path: string;
}

export function isAbsoluteUrl(value: unknown): value is string {
  return typeof value === 'string' && /^https?:\/\/[^/?#\\\s]/i.test(value) && URL.canParse(value);
}

/**
 * Whether a signed URL can be used unchanged. A URL parser resolves dot segments, turns backslashes round and
 * drops control characters, after which the signature no longer fits or another file is meant.
 */
export function isUsableUploadUrl(url: string): boolean {
  if (url.length > longest || /[\\#\p{Cc}\p{Cs}]/u.test(url) || !isAbsoluteUrl(url)) return false;
  const { username, password } = new URL(url);
  if (username !== '' || password !== '') return false;
  const [path = ''] = targetOf(url).path.split('?');
  return !path.split('/').some((segment) => /^(\.|%2e){1,2}$/i.test(segment));
}

/**
 * The parts of an absolute http(s) URL. Only spaces and non-ASCII characters, which cannot stand in a request
 * line, are encoded; a parser would also rewrite characters that a signature covers.
 */
export function targetOf(url: string): Target {
  const { origin, host } = new URL(url);
  const rest = /^https?:\/\/[^/?#\\]*([^#]*)/i.exec(url)?.[1] ?? '';
  const path = rest.startsWith('/') ? rest : `/${rest}`;
  return { origin, host, path: path.replace(/[^\x21-\x7e]+/gu, encodeURIComponent) };
}
