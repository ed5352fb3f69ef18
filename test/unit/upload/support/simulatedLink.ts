import { getChunkBytes } from '../../../../src/upload/fileBody';
import { maxParallelFiles } from '../../../../src/upload/maxParallelFiles';
import {
  adaptParallelFiles,
  type ParallelFiles,
  startParallelFiles,
  type TransferEvent,
} from '../../../../src/upload/parallelFiles';
import type { RunningFile } from '../../../../src/upload/receivedBytes';
import { isSmallFile } from '../../../../src/upload/sendFile';
import { type PendingFile, SendOrder } from '../../../../src/upload/sendOrder';
import type { PlannedFile } from '../../../../src/upload/uploadPlan';
import { EventQueue } from '../../../simulation/eventQueue';

/** A sender, a network and a server. */
export interface Link {
  readonly roundTripMs: number;
  /** Shared fairly by the connections. */
  readonly capBytesPerMs: number;
  /** The most that one connection has on its way: it carries so much in each round trip. */
  readonly windowBytes: number;
  /** Whether a new connection doubles what it has on its way until it reaches its window. */
  readonly startsSlowly: boolean;
  /** Round trips before the first request of a connection: TCP, TLS. */
  readonly setUpRoundTrips: number;
  /** Bytes that a connection takes over from the sender before the network has them. */
  readonly socketBufferBytes: number;
  readonly serverMs: number;
  /** Requests that the server works on; further ones wait. */
  readonly serverSlots: number;
  /** One file after the other. */
  readonly senderMsPerFile: number;
  readonly senderBytesPerMs: number;
  readonly maxConnections: number;
  /** Treatment of further connections. */
  readonly extraConnections: 'refused' | 'reset' | 'waiting';
  /** Above this rate the server responds with 429. */
  readonly maxRequestsPerMs: number;
}

/** The same file has the same luck, however many are sent at the same time. */
export interface SimulatedFile {
  readonly sizeBytes: number;
  /** Factor of all times of waiting for the server. */
  readonly delay: number;
  /** The same for a new connection. */
  readonly setUpDelay: number;
  /** Its part of the network, relative to an equal one. */
  readonly share: number;
  /** Wait before it is tried again; ms. */
  readonly retryMs: number;
}

export interface SimulatedUpload {
  readonly durationMs: number;
  /** The most files that were being sent at the same time. */
  readonly mostRunning: number;
  readonly lastLimit: number;
  readonly setbacks: number;
}

/** Sees the same of an upload as the code that shows its progress. */
export interface Observer {
  noteAccepted(file: RunningFile, atMs: number): void;
  /** Called every 50 ms with the files that are being sent. */
  look(atMs: number, running: ReadonlySet<RunningFile>): void;
}

const progressIntervalMs = 50;
const minShare = 0.1;
/** A connection without a response is given up after this, while others finish; ms. */
const patienceMs = 2000;
/** Bytes that a new connection may have on its way. */
const firstWindowBytes = 14_600;

/** @param parallelFiles a fixed number, or `auto` */
export function simulateUpload(
  link: Link,
  files: readonly SimulatedFile[],
  parallelFiles: number | 'auto',
  observer?: Observer,
): SimulatedUpload {
  return new SimulatedLink(link, files, parallelFiles, observer).run();
}

export function planFiles(files: readonly Pick<SimulatedFile, 'sizeBytes'>[]): readonly PlannedFile[] {
  return files.map(({ sizeBytes: size }, index) => {
    const identity = { size: BigInt(size), mtimeNs: 1n, ctimeNs: 1n, inode: BigInt(index) };
    return { name: `${index}`, path: `/model/${index}`, size, identity };
  });
}

interface Transfer extends RunningFile {
  readonly pending: PendingFile;
  readonly file: SimulatedFile;
  bytesInFlight: number;
  isNew: boolean;
  /** Whether its bytes are being carried, or already were. */
  hasBegun: boolean;
  /** The shared progress at which its last byte arrives. */
  endsAt: number;
}

class SimulatedLink {
  readonly #queue = new EventQueue(0);
  readonly #link: Link;
  readonly #files: readonly SimulatedFile[];
  readonly #order: SendOrder;
  /** The luck of each file. */
  readonly #lucks: ReadonlyMap<PlannedFile, SimulatedFile>;
  readonly #observer: Observer | undefined;
  readonly #chunkBytes: number;
  readonly #transfers = new Set<Transfer>();
  readonly #flows = new Set<Transfer>();
  readonly #serverQueue: (() => void)[] = [];
  #state: ParallelFiles | undefined;
  #limit: number;
  #accepted = 0;
  #mostRunning = 0;
  #setbacks = 0;
  #idleConnections = 0;
  #connections = 0;
  #senderFreeAtMs = 0;
  #busySlots = 0;
  #tokens: number;
  #tokensAtMs = 0;
  #bytesAccepted = 0;
  /** Bytes that each flow has received since the beginning, had it been there all the time. */
  #shared = 0;
  #shares = 0;
  #sharedAtMs = 0;
  #cancelNextEnd: () => void = () => undefined;

  constructor(
    link: Link,
    files: readonly SimulatedFile[],
    parallelFiles: number | 'auto',
    observer: Observer | undefined,
  ) {
    this.#link = link;
    this.#files = files;
    this.#observer = observer;
    const planned = planFiles(files);
    this.#order = new SendOrder(planned);
    this.#lucks = new Map(planned.map((file, index) => [file, files[index]!]));
    const mostParallel = parallelFiles === 'auto' ? maxParallelFiles : parallelFiles;
    this.#chunkBytes = getChunkBytes(Math.min(mostParallel, files.length));
    this.#tokens = this.#maxTokens;
    this.#state = parallelFiles === 'auto' ? startParallelFiles() : undefined;
    this.#limit = parallelFiles === 'auto' ? startParallelFiles().limit : parallelFiles;
  }

  run(): SimulatedUpload {
    if (this.#state !== undefined || this.#observer !== undefined) this.#look();
    this.#begin();
    while (this.#accepted < this.#files.length) {
      const next = this.#queue.take();
      if (next === undefined) throw new Error('the simulated upload stands still');
      next();
      if (this.#queue.now > 1e8) throw new Error('the simulated upload does not end');
    }
    return {
      durationMs: this.#queue.now,
      mostRunning: this.#mostRunning,
      lastLimit: this.#limit,
      setbacks: this.#setbacks,
    };
  }

  get #maxTokens(): number {
    return Math.max(10, 500 * this.#link.maxRequestsPerMs);
  }

  #tell(event: TransferEvent): void {
    if (this.#state === undefined) return;
    this.#state = adaptParallelFiles(this.#state, event);
    this.#limit = this.#state.limit;
  }

  get #running(): number {
    return this.#transfers.size;
  }

  #look(): void {
    this.#advance();
    let bytesSent = this.#bytesAccepted;
    for (const transfer of this.#transfers) {
      transfer.bytesInFlight = this.#handedOver(transfer);
      bytesSent += transfer.bytesInFlight;
    }
    const atMs = this.#queue.now;
    this.#observer?.look(atMs, this.#transfers);
    this.#tell({ kind: 'progress', atMs, bytesSent, running: this.#running, waiting: this.#order.length });
    this.#begin();
    this.#queue.after(progressIntervalMs, () => this.#look());
  }

  #handedOver({ file: { sizeBytes, share }, hasBegun, endsAt }: Transfer): number {
    if (!hasBegun || isSmallFile({ size: sizeBytes })) return 0;
    const carried = sizeBytes - Math.max(0, endsAt - this.#shared) * share + this.#link.socketBufferBytes;
    return Math.min(sizeBytes, Math.ceil(carried / this.#chunkBytes) * this.#chunkBytes);
  }

  #begin(): void {
    while (this.#running < this.#limit) {
      const pending = this.#order.takeNext(this.#transfers, this.#limit);
      if (pending === undefined) return;
      const isNew = this.#idleConnections === 0;
      if (!isNew) this.#idleConnections--;
      const [file, startedAtMs] = [this.#lucks.get(pending.file)!, this.#queue.now];
      const transfer: Transfer = {
        ...{ pending, file, size: file.sizeBytes, startedAtMs, bytesInFlight: 0 },
        ...{ isNew, hasBegun: false, endsAt: 0 },
      };
      this.#transfers.add(transfer);
      this.#mostRunning = Math.max(this.#mostRunning, this.#running);
      this.#senderFreeAtMs = Math.max(this.#senderFreeAtMs, this.#queue.now) + this.#link.senderMsPerFile;
      this.#after(this.#senderFreeAtMs - this.#queue.now, () => this.#connect(transfer));
    }
  }

  #after(delayMs: number, run: () => void): void {
    this.#queue.after(delayMs, run);
  }

  #connect(transfer: Transfer): void {
    if (!transfer.isNew) return this.#startFlow(transfer);
    const { roundTripMs, setUpRoundTrips, maxConnections, extraConnections } = this.#link;
    const { delay, setUpDelay } = transfer.file;
    const setUpMs = setUpRoundTrips * roundTripMs * setUpDelay;
    if (this.#connections < maxConnections) {
      this.#connections++;
      this.#after(setUpMs + this.#slowStartMs(transfer.file), () => this.#startFlow(transfer));
    } else if (extraConnections === 'waiting') {
      this.#awaitOthers(transfer, this.#accepted);
    } else {
      const failsAfterMs = extraConnections === 'refused' ? roundTripMs : setUpMs + roundTripMs;
      this.#after(failsAfterMs * delay, () => this.#fail(transfer, 'connection', transfer.file.retryMs));
    }
  }

  #slowStartMs({ sizeBytes }: SimulatedFile): number {
    const { startsSlowly, windowBytes, roundTripMs } = this.#link;
    if (!startsSlowly) return 0;
    return roundTripMs * Math.log2(Math.max(1, Math.min(sizeBytes, windowBytes) / firstWindowBytes));
  }

  #awaitOthers(transfer: Transfer, accepted: number): void {
    this.#after(patienceMs, () => {
      if (this.#accepted === accepted) this.#awaitOthers(transfer, accepted);
      else this.#fail(transfer, 'connection', 0);
    });
  }

  #startFlow(transfer: Transfer): void {
    if (!this.#takeToken()) {
      this.#after(this.#link.roundTripMs * transfer.file.delay, () => {
        this.#idleConnections++;
        this.#fail(transfer, 'busy', transfer.file.retryMs);
      });
      return;
    }
    this.#advance();
    transfer.hasBegun = true;
    transfer.endsAt = this.#shared + transfer.file.sizeBytes / transfer.file.share;
    this.#flows.add(transfer);
    this.#shares += transfer.file.share;
    this.#awaitNextEnd();
  }

  /** Shares the time since the last change among the flows. */
  #advance(): void {
    this.#shared += (this.#queue.now - this.#sharedAtMs) * this.#rate;
    this.#sharedAtMs = this.#queue.now;
  }

  /** Rate of each flow; bytes per ms. */
  get #rate(): number {
    const { capBytesPerMs, senderBytesPerMs, windowBytes, roundTripMs } = this.#link;
    return Math.min(
      windowBytes / roundTripMs,
      Math.min(capBytesPerMs, senderBytesPerMs) / Math.max(minShare, this.#shares),
    );
  }

  #awaitNextEnd(): void {
    this.#cancelNextEnd();
    let first: Transfer | undefined;
    for (const flow of this.#flows) if (first === undefined || flow.endsAt < first.endsAt) first = flow;
    if (first === undefined) return;
    const ended = first;
    this.#cancelNextEnd = this.#queue.after((ended.endsAt - this.#shared) / this.#rate, () => {
      this.#advance();
      this.#flows.delete(ended);
      this.#shares = this.#flows.size === 0 ? 0 : this.#shares - ended.file.share;
      this.#awaitNextEnd();
      this.#after((this.#link.roundTripMs * ended.file.delay) / 2, () => this.#arrive(ended));
    });
  }

  #takeToken(): boolean {
    const { maxRequestsPerMs } = this.#link;
    if (maxRequestsPerMs === Infinity) return true;
    const earned = (this.#queue.now - this.#tokensAtMs) * maxRequestsPerMs;
    this.#tokens = Math.min(this.#maxTokens, this.#tokens + earned);
    this.#tokensAtMs = this.#queue.now;
    if (this.#tokens < 1) return false;
    this.#tokens--;
    return true;
  }

  #arrive(transfer: Transfer): void {
    const { roundTripMs } = this.#link;
    this.#serverQueue.push(() => {
      this.#after(this.#link.serverMs * transfer.file.delay, () => {
        this.#busySlots--;
        this.#serve();
        this.#after((roundTripMs * transfer.file.delay) / 2, () => this.#accept(transfer));
      });
    });
    this.#serve();
  }

  #serve(): void {
    while (this.#busySlots < this.#link.serverSlots) {
      const work = this.#serverQueue.shift();
      if (work === undefined) return;
      this.#busySlots++;
      work();
    }
  }

  #accept(transfer: Transfer): void {
    const { file, startedAtMs } = transfer;
    const atMs = this.#queue.now;
    const durationMs = atMs - startedAtMs;
    const { sizeBytes } = file;
    const [running, waiting] = [this.#running, this.#order.length];
    this.#accepted++;
    this.#bytesAccepted += sizeBytes;
    this.#transfers.delete(transfer);
    this.#observer?.noteAccepted(transfer, atMs);
    this.#idleConnections++;
    this.#tell({ kind: 'accepted', atMs, sizeBytes, durationMs, startedAtMs, running, waiting });
    this.#begin();
  }

  #fail(transfer: Transfer, reason: 'busy' | 'connection', retryMs: number): void {
    const { pending, startedAtMs } = transfer;
    this.#transfers.delete(transfer);
    this.#setbacks++;
    this.#tell({ kind: 'setback', atMs: this.#queue.now, startedAtMs, running: this.#running, reason });
    const retry = () => {
      this.#order.putBack(pending);
      this.#begin();
    };
    if (retryMs === 0) retry();
    else this.#after(retryMs, retry);
    this.#begin();
  }
}
