import { httpDate } from './httpDate';

/**
 * The wait that a `Retry-After` header asks for in milliseconds: seconds, or a date, which is measured
 * against the server's own `Date` header because this machine's clock may be wrong. Undefined when the
 * header is missing, malformed or in the past.
 */
export function retryAfter(
  header: string | undefined,
  date: string | undefined,
  now: number,
): number | undefined {
  if (header === undefined) return undefined;
  if (/^\d+$/.test(header)) return Math.min(Number(header) * 1000, Number.MAX_SAFE_INTEGER);
  const until = httpDate(header);
  if (until === undefined) return undefined;
  const wait = until - (httpDate(date) ?? now);
  return wait > 0 ? wait : undefined;
}
