const form = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;

/** The time in a header such as `Date`, in ms since the epoch; undefined when it is missing or malformed. */
export function parseHttpDate(header: string | undefined): number | undefined {
  // Date.parse alone accepts nearly everything as a date, even `-1`.
  const time = header !== undefined && form.test(header) ? Date.parse(header) : NaN;
  return Number.isNaN(time) ? undefined : time;
}

/**
 * The delay of a `Retry-After` header in milliseconds. The header holds seconds or a date; a date is compared with
 * the server's own `Date` header because this computer's clock may be wrong. Undefined when the header is missing,
 * malformed or in the past.
 */
export function parseRetryAfter(
  header: string | undefined,
  date: string | undefined,
  now: number,
): number | undefined {
  if (/^\d+$/.test(header ?? '')) return Math.min(Number(header) * 1000, Number.MAX_SAFE_INTEGER);
  const wait = (parseHttpDate(header) ?? NaN) - (parseHttpDate(date) ?? now);
  return wait > 0 ? wait : undefined;
}
