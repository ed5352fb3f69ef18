import type { Clock } from '../client/core/clock';
import { totalSizeOf } from '../client/core/totalSize';
import type { WholeFile } from './fileReader';
import type { PlannedFile } from './uploadPlan';

/** Limit for all files together; bytes. */
const maxKeptBytes = 48 * 1024 * 1024;

/** After this time, files are read again: otherwise a slow upload would notice a change only at its end; ms. */
const maxAgeMs = 10_000;

/** Small files that were just read to hash them, kept so that they need not be read again to be sent. */
export class KeptFiles {
  readonly #files = new Map<PlannedFile, WholeFile>();
  #bytes = 0;
  #firstAtMs: number | undefined;

  readonly #clock: Pick<Clock, 'elapsed'>;

  constructor(clock: Pick<Clock, 'elapsed'>) {
    this.#clock = clock;
  }

  /** Reserves room. @returns whether there is enough of it */
  reserve(files: readonly PlannedFile[]): boolean {
    this.#firstAtMs ??= this.#clock.elapsed();
    const bytes = this.#bytes + totalSizeOf(files);
    if (bytes > maxKeptBytes || this.#areOld) return false;
    this.#bytes = bytes;
    return true;
  }

  keep(file: PlannedFile, content: WholeFile): void {
    this.#files.set(file, content);
  }

  has(file: PlannedFile): boolean {
    return !this.#areOld && this.#files.has(file);
  }

  /** A file that is taken is not kept any longer. */
  take(file: PlannedFile): WholeFile | undefined {
    if (this.#areOld) this.#files.clear();
    const content = this.#files.get(file);
    this.#files.delete(file);
    return content;
  }

  get #areOld(): boolean {
    return this.#clock.elapsed() - (this.#firstAtMs ?? Infinity) > maxAgeMs;
  }
}
