import type { LaunchStep } from '../../launch/launchRecord';
import type { UploadProgress } from '../../upload/uploadProgress';

/** A part of a launch that is announced when it begins. */
export type AnnouncedStep = 'prepare' | LaunchStep;

/** Maximum number of announcements of a launch in {@link budgetMs}, with the message at its end. */
export const maxAnnouncements = 12;

/** Time for which {@link maxAnnouncements} has to last, and after which each {@link laterMs} brings one more; ms. */
export const budgetMs = 10 * 60_000;
const laterMs = 5 * 60_000;

/** Minimum time before the first figures of an upload and between all others; ms. */
const minGapMs = 5000;

/** Time between figures while nothing is known of the time left; ms. */
const unknownGapMs = 60_000;

/** The message at the end of a launch. */
const endCount = 1;

/**
 * Decides when the progress of one launch is announced. Each new text of a notification is read aloud by screen
 * readers, so there may be few. Each step is announced when it begins. Figures of an upload are announced when a
 * further tenth of its bytes is on the way, but not sooner than the time left allows with those that are still to be
 * had, and without a further tenth after twice that time. Announcements for an outage and for the end are kept back.
 */
export class Announcements {
  readonly #steps = new Set<AnnouncedStep>();
  readonly #longSteps = new Set<LaunchStep>();
  readonly #startMs: number;
  #count = 0;
  #tenth = 0;
  #hasFigures = false;
  #maxBytesPerSecond: number | undefined;
  #saidAtMs: number;
  #isWaitingSaid = false;
  #isOutageSaid = false;
  #outageSinceMs: number | undefined;

  /** @param atMs ms of any monotonic clock, as in all methods */
  constructor(atMs: number) {
    this.#startMs = atMs;
    this.#saidAtMs = atMs;
  }

  /** @returns whether to announce it */
  begin(step: AnnouncedStep, atMs: number): boolean {
    if (this.#steps.has(step)) return false;
    this.#steps.add(step);
    this.#note(atMs);
    return true;
  }

  /** @returns whether to announce that the service takes long for a step, which is announced once */
  noteLong(step: LaunchStep, atMs: number): boolean {
    if (this.#longSteps.has(step) || this.#left(atMs) <= 0) return false;
    this.#longSteps.add(step);
    this.#note(atMs);
    return true;
  }

  /** @returns the announcement for the progress of an upload, if one is due */
  findDue(progress: UploadProgress, atMs: number): 'figures' | 'waiting' | 'outage' | undefined {
    const { bytesDone, bytesTotal, filesDone, filesTotal, waitingFor } = progress;
    if (filesDone === filesTotal) return undefined;
    if (waitingFor !== undefined) return this.#sayOutage(atMs);
    this.#outageSinceMs = undefined;
    // Every byte was handed over, and only responses are missing.
    if (bytesTotal > 0 && bytesDone >= bytesTotal) return this.#sayWaiting(atMs);
    // One is left for waiting at the end, and one for an outage unless the upload has waited already.
    const spare = this.#left(atMs) - (this.#isOutageSaid || this.#isWaitingSaid ? 1 : 2);
    const tenth = bytesTotal === 0 ? 0 : Math.floor((10 * bytesDone) / bytesTotal);
    const gapMs = this.#hasFigures ? getGapMs(progress, spare) : getFirstGapMs(progress);
    const waitedMs = atMs - this.#saidAtMs;
    // Whoever has changed the limit wants to see that it is in force.
    const isLimitNew = this.#hasFigures && this.#maxBytesPerSecond !== progress.maxBytesPerSecond;
    const isDue = isLimitNew
      ? waitedMs >= minGapMs
      : waitedMs >= gapMs && (tenth > this.#tenth || waitedMs >= 2 * gapMs);
    if (!isDue || spare <= 0) return undefined;
    this.#note(atMs);
    this.#maxBytesPerSecond = progress.maxBytesPerSecond;
    this.#tenth = tenth;
    this.#hasFigures = true;
    this.#isWaitingSaid = false;
    return 'figures';
  }

  /** Not for an outage of a moment, and once between two figures. */
  #sayOutage(atMs: number): 'outage' | undefined {
    this.#outageSinceMs ??= atMs;
    const isSaid = this.#isOutageSaid && !this.#hasFigures;
    if (isSaid || atMs - this.#outageSinceMs < minGapMs || this.#left(atMs) <= 1) return undefined;
    this.#isOutageSaid = true;
    // Once files are accepted again, figures or the last responses follow soon.
    this.#isWaitingSaid = false;
    this.#hasFigures = false;
    this.#note(atMs);
    return 'outage';
  }

  /** The first time, one is left for it, because figures keep it back. Later, only figures lead back to it. */
  #sayWaiting(atMs: number): 'waiting' | undefined {
    if (this.#isWaitingSaid) return undefined;
    this.#isWaitingSaid = true;
    // If a file is sent again, figures follow soon.
    this.#hasFigures = false;
    this.#note(atMs);
    return 'waiting';
  }

  /**
   * Number of announcements that may still be made for the current step. An upload ends with one of waiting. Behind it,
   * two steps keep their announcements, and one is kept for a service that takes long to finalise.
   */
  #left(atMs: number): number {
    const added = Math.floor(Math.max(0, atMs - this.#startMs - budgetMs) / laterMs);
    const keptForSteps = this.#steps.has('createSimulation') ? 0 : this.#steps.has('finaliseModel') ? 1 : 3;
    return maxAnnouncements + added - endCount - keptForSteps - this.#count;
  }

  #note(atMs: number): void {
    this.#count++;
    this.#saidAtMs = atMs;
  }
}

/** Figures without the time left say little. */
function getFirstGapMs({ timeLeftMs }: UploadProgress): number {
  return timeLeftMs === undefined ? 2 * minGapMs : minGapMs;
}

/** @param spare number of figures that may still be announced */
function getGapMs({ timeLeftMs }: UploadProgress, spare: number): number {
  if (timeLeftMs === undefined) return unknownGapMs;
  return Math.min(laterMs, Math.max(minGapMs, timeLeftMs / (spare + 1)));
}
