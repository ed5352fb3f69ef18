import { TransferRate } from './transferRate';

/** A file that is being sent. The same object each time. */
export interface RunningFile {
  /** Size; bytes. */
  readonly size: number;
  /** Bytes that were handed over to the network. */
  readonly bytesInFlight: number;
  /** ms of any monotonic clock. */
  readonly startedAtMs: number;
}

/** The rest of a file that is being sent. */
export interface UnfinishedFile {
  /** Bytes that have not been received. */
  readonly bytesLeft: number;
  /** How fast it is sent, as a multiple of the average of all files. */
  readonly speed: number;
}

/** After this time the buffers of a connection are full; ms. */
const fillingMs = 500;

/** A file counts as average until much more than this was measured of it; bytes. */
const minJudgedBytes = 2 * 1024 * 1024;

interface Flow {
  bytesHandedOver: number;
  bytesReceived: number;
  /** When bytes were last handed over; ms. */
  handedOverAtMs: number;
  /** Received since then, as far as the files receive it on average. */
  bytesAssumed: number;
  /** Bytes that a file receives on average in the same time. */
  bytesOfAverage: number;
  readonly measured: { bytes: number; bytesOfAverage: number };
}

/**
 * Estimates how many bytes of files have arrived. Buffers take over megabytes of each file at once, so the bytes that
 * were handed over say little about a young file, and nothing about one that was handed over as a whole. Such files
 * are taken to be received as fast as the files are on average. So is each file between two of its chunks, which may be
 * seconds apart, until the next one shows how fast it really was.
 */
export class ReceivedBytes {
  readonly rate = new TransferRate();
  readonly #files = new TransferRate();
  readonly #flows = new Map<RunningFile, Flow>();
  #accepted = 0;
  #atMs = 0;
  /** The amount of {@link rate}. Bytes that were received before the rate was known are not in it. */
  #measured = 0;
  /** The number of files that were being sent, times the ms for which they were. */
  #fileMs = 0;
  #isRateKnown = false;

  /** Bytes of accepted files, and those received of the others. */
  get total(): number {
    let total = this.#accepted;
    for (const { bytesReceived } of this.#flows.values()) total += bytesReceived;
    return total;
  }

  /** Bytes per ms of one file while {@link rate} was measured, or `undefined` while unknown. */
  get perFileMs(): number | undefined {
    const [rate, files] = [this.rate.perMs, this.#files.perMs];
    return rate !== undefined && files !== undefined ? rate / files : undefined;
  }

  /** Whether the rate is a measurement of most of the files that are being sent. */
  get isMeasured(): boolean {
    let measured = 0;
    for (const flow of this.#flows.values()) if (flow.measured.bytes > 0) measured++;
    return this.#flows.size > 0 && measured >= this.#flows.size / 2;
  }

  get unfinished(): UnfinishedFile[] {
    return [...this.#flows].map(([file, { bytesReceived, measured }]) => ({
      bytesLeft: file.size - bytesReceived,
      speed: (minJudgedBytes + measured.bytes) / (minJudgedBytes + measured.bytesOfAverage),
    }));
  }

  /** Measures anew. @param assumed bytes per ms until then */
  restart(assumed?: number): void {
    this.rate.restart(assumed);
    this.#files.restart();
  }

  noteAccepted(file: RunningFile, atMs: number): void {
    this.#accepted += file.size;
    this.#end(file, file.size, atMs);
  }

  look(atMs: number, files: readonly RunningFile[]): void {
    const passedMs = atMs - this.#atMs;
    const perFile = (this.rate.perMs ?? 0) / files.length;
    for (const file of files) this.#follow(file, atMs, perFile * passedMs);
    this.#forgetFailed(new Set(files), atMs);
    this.#atMs = atMs;
    this.#fileMs += files.length * passedMs;
    this.rate.add(atMs, this.#measured);
    this.#files.add(atMs, this.#fileMs);
    // Bytes that fill the buffers are no measure.
    const isFilling = files.some((file) => file.bytesInFlight < file.size && isYoung(file, atMs));
    if (isFilling && !this.#isRateKnown && this.#accepted === 0) this.restart();
    if (!this.#isRateKnown && files.length > 0) this.#countEarlier(files, atMs);
  }

  /** @param usualBytes bytes that are received of a file in this time on average */
  #follow(file: RunningFile, atMs: number, usualBytes: number): void {
    const bytesInFlight = file.bytesInFlight;
    const known = this.#flows.get(file);
    // A body that was opened again is sent from its beginning.
    if (known !== undefined && bytesInFlight < known.bytesHandedOver) this.#end(file, 0, atMs);
    const flow = this.#flows.get(file) ?? newFlow(bytesInFlight, atMs);
    this.#flows.set(file, flow);
    flow.bytesOfAverage += usualBytes;
    const bytes = bytesInFlight - flow.bytesHandedOver;
    // The last chunk is shorter than the room that it found.
    const isWhole = bytesInFlight === file.size;
    if (bytes > 0 && !isWhole && !isYoung(file, atMs)) {
      this.#correct(flow, bytes, atMs);
    } else {
      const assumed = Math.min(usualBytes, bytesInFlight - flow.bytesReceived);
      flow.bytesAssumed += assumed;
      this.#receive(flow, assumed);
    }
    if (bytes > 0) Object.assign(flow, { handedOverAtMs: atMs, bytesAssumed: 0, bytesOfAverage: 0 });
    flow.bytesHandedOver = bytesInFlight;
  }

  /** The buffers had room for so many bytes, so as many were received since the last ones. */
  #correct(flow: Flow, bytes: number, atMs: number): void {
    const { bytesAssumed, bytesOfAverage, handedOverAtMs, measured } = flow;
    measured.bytes += bytes;
    measured.bytesOfAverage += bytesOfAverage;
    this.#receive(flow, bytes - bytesAssumed);
    this.rate.addLater(bytes - bytesAssumed, handedOverAtMs, atMs);
  }

  #receive(flow: Flow, bytes: number): void {
    flow.bytesReceived += bytes;
    this.#measured += bytes;
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
    for (const [file, flow] of this.#flows) {
      const bytes = (perMs / files.length) * (atMs - file.startedAtMs);
      flow.bytesReceived = Math.min(file.bytesInFlight, Math.max(flow.bytesReceived, bytes));
    }
  }
}

function newFlow(bytesHandedOver: number, handedOverAtMs: number): Flow {
  return {
    ...{ bytesHandedOver, handedOverAtMs, bytesReceived: 0, bytesAssumed: 0, bytesOfAverage: 0 },
    measured: { bytes: 0, bytesOfAverage: 0 },
  };
}

function isYoung({ startedAtMs }: RunningFile, atMs: number): boolean {
  return atMs - startedAtMs <= fillingMs;
}
