import type { LaunchStep } from '../launch/launchRecord';
import type { UploadProgress } from '../upload/uploadProgress';

/** A part of a launch that is announced when it begins. */
export type AnnouncedStep = 'prepare' | LaunchStep;

/** A step that takes long, or the wait for a model that is not ready for its simulation. */
export type LongWait = LaunchStep | 'readyModel';

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
 * readers, so there may be few. Each step is announced when it begins. Figures of an upload are spread over the time
 * left with those that are still to be had. Announcements for an outage and for the end are kept back.
 */
export class Announcements {
  readonly #steps = new Set<AnnouncedStep>();
  readonly #longSteps = new Set<LongWait>();
  readonly #startMs: number;
  #count = 0;
  /** What was said last of the upload. */
  #last: 'figures' | 'waiting' | 'outage' | undefined;
  #maxBytesPerSecond: number | undefined;
  #saidAtMs: number;
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
  noteLong(step: LongWait, atMs: number): boolean {
    if (this.#longSteps.has(step) || this.#left(atMs) <= 0) return false;
    this.#longSteps.add(step);
    this.#note(atMs);
    return true;
  }

  /** @returns the announcement for the progress of an upload, if one is due */
  findDue(progress: UploadProgress, atMs: number): 'figures' | 'waiting' | 'outage' | undefined {
    const due = this.#find(progress, atMs);
    if (due === undefined) return undefined;
    this.#note(atMs);
    this.#last = due;
    return due;
  }

  #find(progress: UploadProgress, atMs: number): 'figures' | 'waiting' | 'outage' | undefined {
    const { bytesDone, bytesTotal, filesDone, filesTotal, waitingFor, maxBytesPerSecond } = progress;
    if (filesDone === filesTotal) return undefined;
    if (waitingFor !== undefined) return this.#isOutageDue(atMs) ? 'outage' : undefined;
    this.#outageSinceMs = undefined;
    // Every byte was handed over, and only responses are missing. Later, only figures lead back to it.
    if (bytesTotal > 0 && bytesDone >= bytesTotal) return this.#last === 'waiting' ? undefined : 'waiting';
    // One is left for waiting at the end, and one for an outage unless the upload has waited already.
    const spare = this.#left(atMs) - (this.#isOutageSaid || this.#last === 'waiting' ? 1 : 2);
    const isAfterFigures = this.#last === 'figures';
    // Whoever has changed the limit wants to see that it is in force.
    const isLimitNew = isAfterFigures && this.#maxBytesPerSecond !== maxBytesPerSecond;
    const gapMs = isAfterFigures && !isLimitNew ? getGapMs(progress, spare) : getFirstGapMs(progress);
    if (atMs - this.#saidAtMs < gapMs || spare <= 0) return undefined;
    this.#maxBytesPerSecond = maxBytesPerSecond;
    return 'figures';
  }

  /** Not for an outage of a moment, and once between two figures. */
  #isOutageDue(atMs: number): boolean {
    this.#outageSinceMs ??= atMs;
    const isSaid = this.#isOutageSaid && this.#last !== 'figures';
    if (isSaid || atMs - this.#outageSinceMs < minGapMs || this.#left(atMs) <= 1) return false;
    this.#isOutageSaid = true;
    return true;
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
