const form = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;

/** The time in a header such as `Date`, in ms since the epoch; undefined when it is missing or malformed. */
export function parseHttpDate(header: string | undefined): number | undefined {
  // Date.parse alone accepts nearly everything as a date, even `-1`.
  const time = header !== undefined && form.test(header) ? Date.parse(header) : NaN;
  return Number.isNaN(time) ? undefined : time;
}

/** The headers of a response by name, as received. */
export type HeaderReader = (name: string) => string | undefined;

/** How long a cache has kept a response, by its header `Age`; ms, 0 without one. */
function readAge(header: HeaderReader): number {
  const age = header('age') ?? '';
  return /^\d{1,10}$/.test(age) ? Number(age) * 1000 : 0;
}

/**
 * The time of the server when it sent a response, in ms since the epoch; undefined without a valid `Date`. A cache leaves
 * the `Date` of the response that it keeps, and adds its `Age`.
 */
export function readServerTime(header: HeaderReader): number | undefined {
  const date = parseHttpDate(header('date'));
  return date === undefined ? undefined : date + readAge(header);
}

/**
 * The delay of a `Retry-After` header in milliseconds. The header holds seconds or a date; a date is compared with
 * the server's own time because this computer's clock may be wrong. The time that a cache has kept the response has
 * passed already. Undefined when the header is missing, malformed or in the past.
 * @param now ms since the epoch, for a response without `Date`
 */
export function readRetryAfter(header: HeaderReader, now: number): number | undefined {
  const value = header('retry-after');
  if (/^\d+$/.test(value ?? ''))
    return Math.max(0, Math.min(Number(value) * 1000, Number.MAX_SAFE_INTEGER) - readAge(header));
  const wait = (parseHttpDate(value) ?? NaN) - (readServerTime(header) ?? now);
  return wait > 0 ? wait : undefined;
}
