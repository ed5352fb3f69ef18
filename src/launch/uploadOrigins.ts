import { tryParseUrl } from '../client/url/parseUrl';

/** Services have one file server or two; a check of each of a hundred would take long. */
const most = 4;

/** Where signed URLs lead, without what makes them passwords: scheme, host and port of the first four servers. */
export function uploadOrigins(urls: Iterable<string>): readonly string[] {
  const origins = new Set(
    [...urls].map((url) => tryParseUrl(url)?.origin).filter((origin) => origin !== undefined),
  );
  return [...origins].slice(0, most);
}
