import { tryParseUrl } from './parseUrl';

/** No valid URL expires earlier: `expires=3600` is a lifetime in seconds, not a time in 1970. */
const earliestMs = Date.UTC(2015, 0, 1);

/**
 * When a signed URL expires, in ms since the epoch, read from the usual query parameters: `X-Amz-Date` with
 * `X-Amz-Expires` and their equivalents of other vendors (`X-Goog-`, `X-Oss-`, `X-Obs-`), `Expires` in seconds since
 * the epoch, and `se` as a date in UTC. `undefined` for any other form: nothing is guessed. Names are compared
 * ignoring case.
 * @param madeAtMs when the URL was issued, if known: an earlier or equal time is not an expiry
 */
export function getUrlExpiry(url: string, madeAtMs = earliestMs): number | undefined {
  const query = readQuery(url);
  const ofVendors = [...query].flatMap(([key, value]) => {
    const [, vendor] = /^(x-.+)-expires$/.exec(key) ?? [];
    return vendor === undefined ? [] : parseUtcDate(query.get(`${vendor}-date`)) + parseSeconds(value);
  });
  const expiries = [...ofVendors, parseSeconds(query.get('expires')), parseUtcDate(query.get('se'))];
  return expiries.find((expiry) => expiry > madeAtMs);
}

/**
 * When a signed URL begins to be valid, in ms since the epoch: `st` as a date in UTC, or the time of its signature,
 * `X-Amz-Date` and its equivalents. `undefined` for any other form.
 */
export function getUrlStart(url: string): number | undefined {
  const query = readQuery(url);
  const signed = [...query.keys()].find((key) => /^x-.+-date$/.test(key)) ?? '';
  return [query.get('st'), query.get(signed)].map(parseUtcDate).find((time) => !Number.isNaN(time));
}

/** Empty for a URL that is invalid. */
function readQuery(url: string): ReadonlyMap<string, string> {
  const parameters = [...(tryParseUrl(url)?.searchParams ?? [])];
  return new Map(parameters.map(([key, value]) => [key.toLowerCase(), value]));
}

/**
 * Parses `20261121T093000Z`, `2026-11-21`, or with a time `2026-11-21T09:30Z`; else NaN. Without the `Z` it would be
 * read as local time.
 */
function parseUtcDate(text = ''): number {
  const iso = text.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z');
  return /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?Z)?$/.test(iso) ? Date.parse(iso) : NaN;
}

/** @returns milliseconds; NaN unless the text is a whole number of seconds */
function parseSeconds(text = ''): number {
  return /^\d{1,15}$/.test(text) ? Number(text) * 1000 : NaN;
}
