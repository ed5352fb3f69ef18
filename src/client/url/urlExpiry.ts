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
  const expiries = [readVendorExpiry(query), parseEpoch(query.get('expires')), parseUtcDate(query.get('se'))];
  return expiries.find((expiry) => expiry !== undefined && expiry > madeAtMs);
}

/**
 * When a signed URL begins to be valid, in ms since the epoch: `st` as a date in UTC, or the time of its signature,
 * `X-Amz-Date` and its equivalents. `undefined` for any other form.
 */
export function getUrlStart(url: string): number | undefined {
  const query = readQuery(url);
  const signed = [...query.keys()].find((key) => /^x-.+-date$/.test(key)) ?? '';
  return parseUtcDate(query.get('st')) ?? parseBasicDate(query.get(signed));
}

/** Empty for a URL that is invalid. */
function readQuery(url: string): ReadonlyMap<string, string> {
  const parameters = [...(tryParseUrl(url)?.searchParams ?? [])];
  return new Map(parameters.map(([key, value]) => [key.toLowerCase(), value]));
}

function readVendorExpiry(query: ReadonlyMap<string, string>): number | undefined {
  for (const [key, value] of query) {
    const [, vendor] = /^(x-.+)-expires$/.exec(key) ?? [];
    if (vendor === undefined) continue;
    const signed = parseBasicDate(query.get(`${vendor}-date`));
    const seconds = parseWholeNumber(value);
    if (signed !== undefined && seconds !== undefined) return signed + seconds * 1000;
  }
  return undefined;
}

function parseEpoch(text: string | undefined): number | undefined {
  const seconds = parseWholeNumber(text);
  return seconds === undefined ? undefined : seconds * 1000;
}

/** Parses `2026-11-21`, or with a time `2026-11-21T09:30Z`. Without the `Z` it would be read as local time. */
function parseUtcDate(text = ''): number | undefined {
  if (!/^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?Z)?$/.test(text)) return undefined;
  const date = Date.parse(text);
  return Number.isNaN(date) ? undefined : date;
}

/** Parses `20261121T093000Z`. */
function parseBasicDate(text: string | undefined): number | undefined {
  const parts = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(text ?? '');
  if (parts === null) return undefined;
  const [, year, month, day, hour, minute, second] = parts.map(Number) as [number, ...number[]];
  return Date.UTC(year ?? 0, (month ?? 1) - 1, day, hour, minute, second);
}

function parseWholeNumber(text: string | undefined): number | undefined {
  return text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}
