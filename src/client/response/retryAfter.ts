import { parseHttpDate } from './httpDate';

/**
 * The delay of a `Retry-After` header in milliseconds. The header holds seconds or a date; a date is compared with
 * the server's own `Date` header because this computer's clock may be wrong. Undefined when the header is missing,
 * malformed or in the past.
 */
export function retryAfter(
  header: string | undefined,
  date: string | undefined,
  now: number,
): number | undefined {
  if (header === undefined) return undefined;
  if (/^\d+$/.test(header)) return Math.min(Number(header) * 1000, Number.MAX_SAFE_INTEGER);
  const until = parseHttpDate(header);
  if (until === undefined) return undefined;
  const wait = until - (parseHttpDate(date) ?? now);
  return wait > 0 ? wait : undefined;
}
