import { getUrlStart } from '../url/urlExpiry';
import type { ErrorBody } from './errorBody';
import { parseHttpDate } from './httpDate';

/** The statuses with which object stores refuse a signature. */
const refusals = [400, 401, 403];

/** A time in a header has no fraction of a second; ms. */
const roundingMs = 1000;

const timeFrame = /Start \[([^\]]*)\].*Current \[([^\]]*)\]/;
const words = /\bnot (yet valid|valid yet|yet active|active yet)\b/i;

/**
 * Whether an upload was refused because its URL is not valid yet, as when the clock of the service that signed it is
 * ahead of that of the file server: according to the times in its message, the URL and its clock, or to the words of
 * its message.
 * @param url to which a file was sent; undefined for another request
 * @param serverTimeMs since the epoch
 * @returns milliseconds until the URL is valid, 0 if that is unknown; undefined for any other refusal
 */
export function findValidInMs(
  url: string | undefined,
  status: number,
  { serverMessage = '', code }: ErrorBody,
  serverTimeMs: number | undefined,
): number | undefined {
  if (url === undefined || !refusals.includes(status)) return undefined;
  const [, start, current] = timeFrame.exec(serverMessage) ?? [];
  const startMs = parseHttpDate(start) ?? getUrlStart(url);
  const nowMs = parseHttpDate(current) ?? serverTimeMs;
  if (startMs !== undefined && nowMs !== undefined && startMs > nowMs) return startMs - nowMs + roundingMs;
  return words.test(serverMessage) || code === 'RequestNotReadyYet' ? 0 : undefined;
}
