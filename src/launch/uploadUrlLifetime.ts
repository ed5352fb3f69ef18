import { totalSizeOf } from '../client/core/totalSize';
import { getUrlExpiry } from '../client/url/urlExpiry';
import type { PlannedFile } from '../upload/uploadPlan';
import { UploadUrlsUnavailableError } from './errors';

/** When the upload URLs were issued. */
export interface UrlIssueTime {
  /** By the service's clock; ms since the epoch. */
  readonly serviceTimeMs: number | undefined;
  /** `Clock.elapsed`, because this computer's clock may be corrected meanwhile. */
  readonly localElapsedMs: number;
}

export interface UrlTimes {
  /** `Clock.elapsed` */
  readonly elapsedMs: number;
  /** Unknown for upload URLs of an earlier run. */
  readonly issued: UrlIssueTime | undefined;
}

/** Upload URLs that will probably expire before everything is sent. */
export interface ExpiringUrls {
  /** ms until the first of them expires. */
  readonly timeLeftMs: number;
  /** ms that the upload takes at the speed of the previous one. */
  readonly timeNeededMs: number;
}

type UploadUrls = ReadonlyMap<string, string>;

/** The share of the time left until an upload URL expires within which the upload should end. */
const safePart = 0.8;

/**
 * The current time by the service's clock, ms since the epoch; undefined when unknown. No other clock decides that
 * upload URLs have expired: if only this computer's clock is known, the file server decides.
 */
export function estimateServiceTime({ elapsedMs, issued }: UrlTimes): number | undefined {
  return issued?.serviceTimeMs === undefined
    ? undefined
    : issued.serviceTimeMs + elapsedMs - issued.localElapsedMs;
}

/** @throws UploadUrlsUnavailableError when one of the files' upload URLs has expired since it was issued */
export function assertNotExpired(
  files: readonly PlannedFile[],
  uploadUrls: UploadUrls,
  times: UrlTimes,
): void {
  const time = estimateServiceTime(times);
  if (time === undefined) return;
  const expired = files.filter(({ name }) => expiryOf(uploadUrls, name, times.issued?.serviceTimeMs) <= time);
  if (expired.length > 0) throw new UploadUrlsUnavailableError('expired', expired.length);
}

/**
 * Finds upload URLs to warn about, so this computer's clock is accurate enough for those of an earlier run.
 * @returns undefined when they are valid long enough, or when the speed or the time is unknown
 */
export function findExpiringUrls(
  files: readonly PlannedFile[],
  uploadUrls: UploadUrls,
  {
    now,
    bytesPerSecond,
    ...times
  }: UrlTimes & {
    /** ms since the epoch */
    readonly now: number;
    readonly bytesPerSecond: number | undefined;
  },
): ExpiringUrls | undefined {
  const time = times.issued === undefined ? now : estimateServiceTime(times);
  if (time === undefined || bytesPerSecond === undefined) return undefined;
  const expiries = files.map(({ name }) => expiryOf(uploadUrls, name, time));
  const timeLeftMs = expiries.reduce((first, expiry) => Math.min(first, expiry), Infinity) - time;
  const timeNeededMs = (totalSizeOf(files) / bytesPerSecond) * 1000;
  return timeNeededMs > safePart * timeLeftMs ? { timeLeftMs, timeNeededMs } : undefined;
}

/** @param after earliest plausible expiry: an earlier value is something else, such as a lifetime in seconds */
function expiryOf(uploadUrls: UploadUrls, name: string, after: number | undefined): number {
  return getUrlExpiry(uploadUrls.get(name) ?? '', after) ?? Infinity;
}
