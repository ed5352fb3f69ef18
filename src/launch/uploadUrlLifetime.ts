import { totalSizeOf } from '../client/core/totalSize';
import { getUrlExpiry } from '../client/url/urlExpiry';
import type { PlannedFile } from '../upload/uploadPlan';
import { UploadUrlsUnavailableError } from './errors';

/** When links were made. */
export interface UrlIssueTime {
  /** By the clock of the service; ms since the epoch. */
  readonly there: number | undefined;
  /** `Clock.elapsed`: the clock of this machine may be put right meanwhile. */
  readonly here: number;
}

export interface UrlTimes {
  /** `Clock.elapsed` */
  readonly elapsed: number;
  /** Unknown for links of an earlier run. */
  readonly made: UrlIssueTime | undefined;
}

/** Upload links that will probably expire before everything is sent. */
export interface ExpiringUrls {
  /** ms until the first of them expires. */
  readonly timeLeft: number;
  /** ms that the upload takes at the speed of the last one. */
  readonly timeNeeded: number;
}

type Links = ReadonlyMap<string, string>;

/** The part of the life of a link within which an upload should end. */
const safePart = 0.8;

/**
 * The time by the clock of the service, ms since the epoch; undefined when that is not known. No other clock decides
 * that links are dead: where this machine has nothing but its own, the file server decides.
 */
export function serviceTime({ elapsed, made }: UrlTimes): number | undefined {
  return made?.there === undefined ? undefined : made.there + elapsed - made.here;
}

/** @throws LinksGoneError when a link of one of the files has expired since the service made it */
export function assertNotExpired(files: readonly PlannedFile[], links: Links, times: UrlTimes): void {
  const time = serviceTime(times);
  if (time === undefined) return;
  const expired = files.filter(({ name }) => expiryOf(links, name, times.made?.there) <= time);
  if (expired.length > 0) throw new UploadUrlsUnavailableError('expired', expired.length);
}

/**
 * Only for a warning, so that the clock of this machine is good enough for links of an earlier run.
 * @returns nothing when the links live long enough, or when the speed or the time is not known.
 */
export function findExpiringUrls(
  files: readonly PlannedFile[],
  links: Links,
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
  const time = times.made === undefined ? now : serviceTime(times);
  if (time === undefined || bytesPerSecond === undefined) return undefined;
  const expiries = files.map(({ name }) => expiryOf(links, name, time));
  const timeLeft = expiries.reduce((first, expiry) => Math.min(first, expiry), Infinity) - time;
  const timeNeeded = (totalSizeOf(files) / bytesPerSecond) * 1000;
  return timeNeeded > safePart * timeLeft ? { timeLeft, timeNeeded } : undefined;
}

/** @param after a time that is not after this one is no expiry, such as a number of seconds to live */
function expiryOf(links: Links, name: string, after: number | undefined): number {
  return getUrlExpiry(links.get(name) ?? '', after) ?? Infinity;
}
