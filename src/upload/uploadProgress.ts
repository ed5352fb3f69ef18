import { totalSizeOf } from '../client/core/totalSize';
import { isSmallFile } from './sendFile';
import { TransferRate } from './transferRate';
import type { PlannedFile } from './uploadPlan';

/**
 * Progress of the whole set. Counts the bytes and files that the file server has accepted, and the bytes sent of
 * running uploads.
 */
export interface UploadProgress {
  readonly bytesDone: number;
  readonly bytesTotal: number;
  readonly filesDone: number;
  readonly filesTotal: number;
  /** Absent while unknown. */
  readonly bytesPerSecond?: number;
  /** Estimated time until everything is accepted; ms. Absent while unknown. */
  readonly timeLeftMs?: number;
}

/** Counts what was accepted, and measures how fast. */
export class ProgressMeter {
  readonly #rate = new TransferRate();
  readonly #total: Amount;
  readonly #accepted: Amount;

  /** @param already files of the same set that were accepted earlier */
  constructor(files: readonly PlannedFile[], already: readonly PlannedFile[]) {
    this.#total = amountOf([...files, ...already]);
    this.#accepted = amountOf(already);
  }

  get filesAccepted(): number {
    return this.#accepted.files;
  }

  noteAccepted(file: PlannedFile): void {
    const { bytes, files, smallFiles } = amountOf([file]);
    this.#accepted.bytes += bytes;
    this.#accepted.files += files;
    this.#accepted.smallFiles += smallFiles;
  }

  /**
   * @param atMs ms of any monotonic clock
   * @param bytesInFlight bytes of running uploads that were handed over
   * @returns bytes that were handed over in all
   */
  measure(atMs: number, bytesInFlight: number): number {
    const { bytes, smallFiles } = this.#accepted;
    this.#rate.add({ atMs, bytes: bytes + bytesInFlight, smallFiles });
    return bytes + bytesInFlight;
  }

  getProgress(bytesInFlight: number): UploadProgress {
    const { bytes, files, smallFiles } = this.#accepted;
    const bytesDone = bytes + bytesInFlight;
    const { bytesPerSecond } = this.#rate;
    const timeLeftMs = this.#rate.timeFor({
      bytes: this.#total.bytes - bytesDone,
      smallFiles: this.#total.smallFiles - smallFiles,
    });
    return {
      ...{ bytesDone, bytesTotal: this.#total.bytes, filesDone: files, filesTotal: this.#total.files },
      ...(bytesPerSecond !== undefined && { bytesPerSecond }),
      ...(timeLeftMs !== undefined && files < this.#total.files && { timeLeftMs }),
    };
  }
}

interface Amount {
  bytes: number;
  files: number;
  smallFiles: number;
}

function amountOf(files: readonly PlannedFile[]): Amount {
  return { bytes: totalSizeOf(files), files: files.length, smallFiles: files.filter(isSmallFile).length };
}
