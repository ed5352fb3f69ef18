import type { AnnouncedStep, LongWait } from '../messages/launchProgress';
import type { UploadProgress } from '../upload/uploadProgress';

/** What is said of an upload: how far it is, that only responses are missing, or that nothing is accepted. */
export type UploadAnnouncement = 'figures' | 'waiting' | 'outage';

/** Time between two figures of an upload; ms. */
const figuresGapMs = 60_000;

/** Minimum time before the first figures and after anything else, and before an outage counts as one; ms. */
const minGapMs = 5000;

/**
 * Decides when the progress of one launch is announced. Each new text of a notification is read aloud by screen
 * readers, so each step is announced once, the figures of an upload each minute, and an outage once.
 */
export class Announcements {
  readonly #steps = new Set<AnnouncedStep>();
  readonly #longSteps = new Set<LongWait>();
  /** What was said last of the upload, and when anything was said last; ms. */
  #last: UploadAnnouncement | undefined;
  #saidAtMs = 0;
  #maxBytesPerSecond: number | undefined;
  #outageSinceMs: number | undefined;

  /**
   * @param atMs ms of any monotonic clock, as in all methods
   * @returns whether to announce it
   */
  begin(step: AnnouncedStep, atMs: number): boolean {
    if (this.#steps.has(step)) return false;
    this.#steps.add(step);
    this.#saidAtMs = atMs;
    return true;
  }

  /** @returns whether to announce that the service takes long for a step, which is announced once */
  noteLong(step: LongWait): boolean {
    if (this.#longSteps.has(step)) return false;
    this.#longSteps.add(step);
    return true;
  }

  /** @returns the announcement for the progress of an upload, if one is due */
  findDue(progress: UploadProgress, atMs: number): UploadAnnouncement | undefined {
    const due = this.#find(progress, atMs);
    if (due === undefined) return undefined;
    this.#last = due;
    this.#saidAtMs = atMs;
    this.#maxBytesPerSecond = progress.maxBytesPerSecond;
    return due;
  }

  #find(progress: UploadProgress, atMs: number): UploadAnnouncement | undefined {
    const { bytesDone, bytesTotal, filesDone, filesTotal, waitingFor, maxBytesPerSecond } = progress;
    if (filesDone === filesTotal) return undefined;
    if (waitingFor !== undefined) return this.#isOutageDue(atMs) ? 'outage' : undefined;
    this.#outageSinceMs = undefined;
    // Every byte was handed over, and only responses are missing.
    if (bytesTotal > 0 && bytesDone >= bytesTotal) return this.#last === 'waiting' ? undefined : 'waiting';
    // Whoever has changed the limit wants to see that it is in force.
    const isRepeated = this.#last === 'figures' && this.#maxBytesPerSecond === maxBytesPerSecond;
    return atMs - this.#saidAtMs < (isRepeated ? figuresGapMs : minGapMs) ? undefined : 'figures';
  }

  /** Not for an outage of a moment. */
  #isOutageDue(atMs: number): boolean {
    this.#outageSinceMs ??= atMs;
    return this.#last !== 'outage' && atMs - this.#outageSinceMs >= minGapMs;
  }
}
