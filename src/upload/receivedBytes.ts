import { TransferRate } from './transferRate';

/** A file that is being sent. The same object each time. */
export interface RunningFile {
  /** Bytes. */
  readonly size: number;
  /** Bytes that were handed over to the network. */
  readonly bytesInFlight: number;
  /** ms of any monotonic clock. */
  readonly startedAtMs: number;
}

/** After this time the buffers of a connection are full; ms. */
const fillingMs = 500;

interface Flow {
  bytesHandedOver: number;
  bytesReceived: number;
}

/**
 * Estimates how many bytes of files have arrived. Buffers take over megabytes of each file at once, so the bytes that
 * were handed over say little about a young file, and nothing about one that was handed over as a whole. Such files
 * are taken to be received as fast as the files are on average.
 */
export class ReceivedBytes {
  readonly rate = new TransferRate();
  readonly #flows = new Map<RunningFile, Flow>();
  #accepted = 0;
  #atMs = 0;
  /** The amount of {@link rate}. Bytes that were received before the rate was known are not in it. */
  #measured = 0;
  #isRateKnown = false;

  /** Bytes of accepted files, and those received of the others. */
  get total(): number {
    let total = this.#accepted;
    for (const { bytesReceived } of this.#flows.values()) total += bytesReceived;
    return total;
  }

  noteAccepted(file: RunningFile, atMs: number): void {
    this.#accepted += file.size;
    this.#end(file, file.size, atMs);
  }

  look(atMs: number, files: readonly RunningFile[]): void {
    const perFile = (this.rate.perMs ?? 0) / files.length;
    for (const file of files) this.#follow(file, atMs, perFile * (atMs - this.#atMs));
    this.#forgetFailed(new Set(files), atMs);
    this.#atMs = atMs;
    // Bytes that fill the buffers are no measure.
    const isFilling = files.some((file) => file.bytesInFlight < file.size && isYoung(file, atMs));
    this.rate.add(atMs, this.#measured);
    if (isFilling && !this.#isRateKnown && this.#accepted === 0) this.rate.restart();
    if (!this.#isRateKnown && files.length > 0) this.#countEarlier(files, atMs);
  }

  /** @param usualBytes bytes that are received of a file in this time on average */
  #follow(file: RunningFile, atMs: number, usualBytes: number): void {
    const flow = this.#flows.get(file) ?? { bytesHandedOver: 0, bytesReceived: 0 };
    this.#flows.set(file, flow);
    const { bytesInFlight } = file;
    const isSteady = bytesInFlight < file.size && !isYoung(file, atMs);
    const bytes = isSteady ? Math.max(0, bytesInFlight - flow.bytesHandedOver) : usualBytes;
    const before = flow.bytesReceived;
    flow.bytesReceived = Math.min(bytesInFlight, before + bytes);
    flow.bytesHandedOver = bytesInFlight;
    this.#measured += flow.bytesReceived - before;
  }

  #forgetFailed(running: ReadonlySet<RunningFile>, atMs: number): void {
    for (const file of this.#flows.keys()) if (!running.has(file)) this.#end(file, 0, atMs);
  }

  #end(file: RunningFile, bytesReceived: number, atMs: number): void {
    const bytes = bytesReceived - (this.#flows.get(file)?.bytesReceived ?? 0);
    this.#flows.delete(file);
    this.#measured += bytes;
    this.rate.addLater(bytes, file.startedAtMs, atMs);
  }

  /** Counts what was received before the rate was known. */
  #countEarlier(files: readonly RunningFile[], atMs: number): void {
    const { perMs } = this.rate;
    if (perMs === undefined) return;
    this.#isRateKnown = true;
    for (const [{ bytesInFlight, startedAtMs }, flow] of this.#flows) {
      const bytes = (perMs / files.length) * (atMs - startedAtMs);
      flow.bytesReceived = Math.min(bytesInFlight, Math.max(flow.bytesReceived, bytes));
    }
  }
}

function isYoung({ startedAtMs }: RunningFile, atMs: number): boolean {
  return atMs - startedAtMs <= fillingMs;
}
