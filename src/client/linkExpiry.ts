/**
 * When a signed URL stops working, in ms since the epoch, read from the usual query forms: `X-Amz-Date` with
 * `X-Amz-Expires`, the same with `X-Goog-`, `Expires` in seconds since the epoch, and `se` as a date.
 * `undefined` for any other form: nothing is guessed. Names are compared without case.
 */
export function linkExpiry(url: string): number | undefined {
  const query = new Map([...new URL(url).searchParams].map(([key, value]) => [key.toLowerCase(), value]));
  for (const vendor of ['x-amz', 'x-goog']) {
    const signed = basicDate(query.get(`${vendor}-date`));
    const seconds = wholeNumber(query.get(`${vendor}-expires`));
    if (signed !== undefined && seconds !== undefined) return signed + seconds * 1000;
  }
  const seconds = wholeNumber(query.get('expires'));
  if (seconds !== undefined) return seconds * 1000;
  const date = Date.parse(query.get('se') ?? '');
  return Number.isNaN(date) ? undefined : date;
}

/** `20261121T093000Z` */
function basicDate(text: string | undefined): number | undefined {
  const parts = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(text ?? '');
  if (parts === null) return undefined;
  const [, year, month, day, hour, minute, second] = parts.map(Number) as [number, ...number[]];
  return Date.UTC(year ?? 0, (month ?? 1) - 1, day, hour, minute, second);
}

function wholeNumber(text: string | undefined): number | undefined {
  return text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}
