import { linkExpiry } from '../client/linkExpiry';
import type { PlannedFile } from '../upload/uploadPlan';
import { LinksGoneError } from './errors';

/** When links were made, by the clock of the service and by that of this machine; ms since the epoch. */
export interface LinksMade {
  readonly there: number | undefined;
  readonly here: number;
}

/** Upload links that will probably expire before everything is sent. */
export interface ShortLinks {
  /** ms until the first of them expires. */
  readonly timeLeft: number;
  /** ms that the upload takes at the speed of the last one. */
  readonly timeNeeded: number;
}

type Links = ReadonlyMap<string, string>;

/** Of the life of a link, the part within which an upload should end. */
const safePart = 0.8;

/**
 * The time that links are judged by; ms since the epoch. For new ones that is the service's, because it is
 * the clock of this machine that may be wrong; a service that does not tell the time is not second-guessed.
 */
export function linkTime(now: number, made: LinksMade | undefined): number | undefined {
  if (made === undefined) return now;
  return made.there === undefined ? undefined : made.there + now - made.here;
}

/** @throws LinksGoneError when a link of one of the files is past its expiry at that time */
export function requireLiving(files: readonly PlannedFile[], links: Links, time: number | undefined): void {
  const expired = files.filter(({ name }) => time !== undefined && expiryOf(links, name) <= time);
  if (expired.length > 0) throw new LinksGoneError('expired', expired.length);
}

/** @returns nothing when the links live long enough, or when the speed or the time is not known. */
export function shortLinks(
  files: readonly PlannedFile[],
  links: Links,
  {
    time,
    bytesPerSecond,
  }: { readonly time: number | undefined; readonly bytesPerSecond: number | undefined },
): ShortLinks | undefined {
  if (time === undefined || bytesPerSecond === undefined) return undefined;
  const expiries = files.map(({ name }) => expiryOf(links, name));
  const timeLeft = expiries.reduce((first, expiry) => Math.min(first, expiry), Infinity) - time;
  const timeNeeded = (files.reduce((sum, file) => sum + file.size, 0) / bytesPerSecond) * 1000;
  return timeNeeded > safePart * timeLeft ? { timeLeft, timeNeeded } : undefined;
}

function expiryOf(links: Links, name: string): number {
  return linkExpiry(links.get(name) ?? '') ?? Infinity;
}
