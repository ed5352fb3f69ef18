import { tryParseUrl } from '../client/url/parseUrl';

/** Limit for recorded origins: services have one or two file servers, and checking a hundred would take long. */
const maxOrigins = 4;

/** Scheme, host and port of the first four servers in signed URLs, without the secret parts. */
export function uploadOrigins(urls: Iterable<string>): readonly string[] {
  // Parsing each of thousands of URLs would take longer.
  const servers = new Set([...urls].map((url) => /^[^:]*:\/\/[^/?#\\]*/.exec(url)?.[0] ?? url));
  const origins = new Set(
    [...servers].map((server) => tryParseUrl(server)?.origin).filter((origin) => origin !== undefined),
  );
  return [...origins].slice(0, maxOrigins);
}
