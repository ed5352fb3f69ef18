import { getUrlStart } from '../url/urlExpiry';

/** The statuses with which object stores refuse a signature. */
const refusals = [400, 401, 403];

/** A time in a header has no fraction of a second; ms. */
const roundingMs = 1000;

const words = /\bnot (yet valid|valid yet|yet active|active yet)\b/i;

export interface UploadRefusal {
  readonly url: string;
  readonly status: number;
  /** Milliseconds since the epoch. */
  readonly serverTimeMs: number | undefined;
  readonly serverMessage?: string | undefined;
}

/**
 * Whether an upload was refused because its URL is not valid yet, as when the clock of the service that signed it is
 * ahead of that of the file server: by the clock of the file server, or by its words.
 * @returns milliseconds until the URL is valid, 0 if that is unknown; undefined for any other refusal
 */
export function findValidInMs(refusal: UploadRefusal): number | undefined {
  const { url, status, serverTimeMs = NaN, serverMessage = '' } = refusal;
  if (!refusals.includes(status)) return undefined;
  const waitMs = (getUrlStart(url) ?? NaN) - serverTimeMs;
  if (waitMs > 0) return waitMs + roundingMs;
  return words.test(serverMessage) ? 0 : undefined;
}
