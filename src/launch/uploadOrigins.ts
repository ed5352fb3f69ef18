import { tryParseUrl } from '../client/url/parseUrl';

/** Limit for recorded origins: services have one or two file servers, and checking a hundred would take long. */
const maxOrigins = 4;

/** Scheme, host and port of the first four servers in signed URLs, without the secret parts. */
export function uploadOrigins(urls: Iterable<string>): readonly string[] {
  const origins = new Set(
    [...urls].map((url) => tryParseUrl(url)?.origin).filter((origin) => origin !== undefined),
  );
  return [...origins].slice(0, maxOrigins);
}
