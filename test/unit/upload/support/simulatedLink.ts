import { isSmallFile } from '../../../../src/upload/fileSize';
import { ParallelFiles } from '../../../../src/upload/parallelFiles';
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

const minShare = 0.1;
/** A connection without a response is given up after this; ms. */
const responseTimeoutMs = 300_000;
/** Bytes that a new connection may have on its way. */
const firstWindowBytes = 14_600;

/** @param parallelFiles a fixed number, or `auto` */
export function simulateUpload(
  link: Link,
  files: readonly SimulatedFile[],
  parallelFiles: number | 'auto',
): SimulatedUpload {
  return new SimulatedLink(link, files, parallelFiles).run();
}

export function planFiles(files: readonly Pick<SimulatedFile, 'sizeBytes'>[]): readonly PlannedFile[] {
  return files.map(({ sizeBytes: size }, index) => {
    const identity = { size: BigInt(size), mtimeNs: 1n, ctimeNs: 1n, inode: BigInt(index) };
    return { name: `${index}`, path: `/model/${index}`, size, identity };
  });
}

interface Transfer {
  readonly pending: PendingFile;
  readonly file: SimulatedFile;
  readonly startedAtMs: number;
  readonly isNew: boolean;
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
  readonly #parallel: ParallelFiles;
  readonly #transfers = new Set<Transfer>();
  readonly #flows = new Set<Transfer>();
  readonly #serverQueue: (() => void)[] = [];
  /** Transfers whose connection the server does not serve yet. */
  readonly #waiting = new Set<Transfer>();
  #accepted = 0;
  #mostRunning = 0;
  #setbacks = 0;
  #idleConnections = 0;
  #connections = 0;
  #senderFreeAtMs = 0;
  #busySlots = 0;
  #tokens: number;
  #tokensAtMs = 0;
  /** Bytes that each flow has received since the beginning, had it been there all the time. */
  #shared = 0;
  #shares = 0;
  #sharedAtMs = 0;
  #cancelNextEnd: () => void = () => undefined;

  constructor(link: Link, files: readonly SimulatedFile[], parallelFiles: number | 'auto') {
    this.#link = link;
    this.#files = files;
    const planned = planFiles(files);
    this.#order = new SendOrder(planned);
    this.#lucks = new Map(planned.map((file, index) => [file, files[index]!]));
    this.#tokens = this.#maxTokens;
    this.#parallel = new ParallelFiles(parallelFiles);
  }

  run(): SimulatedUpload {
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
      lastLimit: this.#parallel.limit,
      setbacks: this.#setbacks,
    };
  }

  get #maxTokens(): number {
    return Math.max(10, 500 * this.#link.maxRequestsPerMs);
  }

  get #running(): number {
    return this.#transfers.size;
  }

  get #largeRunning(): number {
    return [...this.#transfers].filter(({ pending }) => !isSmallFile(pending.file)).length;
  }

  #begin(): void {
    while (this.#running < this.#parallel.limit) {
      const pending = this.#order.takeNext(this.#largeRunning, this.#parallel.limitOfLarge);
      if (pending === undefined) break;
      const isNew = this.#idleConnections === 0;
      if (!isNew) this.#idleConnections--;
      const [file, startedAtMs] = [this.#lucks.get(pending.file)!, this.#queue.now];
      const transfer: Transfer = { pending, file, startedAtMs, isNew, endsAt: 0 };
      this.#transfers.add(transfer);
      this.#mostRunning = Math.max(this.#mostRunning, this.#running);
      this.#senderFreeAtMs = Math.max(this.#senderFreeAtMs, this.#queue.now) + this.#link.senderMsPerFile;
      this.#after(this.#senderFreeAtMs - this.#queue.now, () => this.#connect(transfer));
    }
    if (this.#order.length === 0) this.#closeIdle();
  }

  /** Then the server serves those that wait. */
  #closeIdle(): void {
    this.#connections -= this.#idleConnections;
    this.#idleConnections = 0;
    for (const transfer of this.#waiting) {
      if (this.#connections >= this.#link.maxConnections) return;
      this.#waiting.delete(transfer);
      this.#connections++;
      this.#startFlow(transfer);
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
      this.#waiting.add(transfer);
      this.#after(responseTimeoutMs, () => {
        if (this.#waiting.delete(transfer)) this.#fail(transfer, transfer.file.retryMs);
      });
    } else {
      const failsAfterMs = extraConnections === 'refused' ? roundTripMs : setUpMs + roundTripMs;
      this.#after(failsAfterMs * delay, () => this.#fail(transfer, transfer.file.retryMs));
    }
  }

  #slowStartMs({ sizeBytes }: SimulatedFile): number {
    const { startsSlowly, windowBytes, roundTripMs } = this.#link;
    if (!startsSlowly) return 0;
    return roundTripMs * Math.log2(Math.max(1, Math.min(sizeBytes, windowBytes) / firstWindowBytes));
  }

  #startFlow(transfer: Transfer): void {
    if (!this.#takeToken()) {
      this.#after(this.#link.roundTripMs * transfer.file.delay, () => {
        this.#idleConnections++;
        this.#fail(transfer, transfer.file.retryMs);
      });
      return;
    }
    this.#advance();
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
    const [atMs, running] = [this.#queue.now, this.#running];
    this.#accepted++;
    this.#parallel.noteAccepted(file.sizeBytes, { startedAtMs, atMs, running });
    this.#transfers.delete(transfer);
    this.#idleConnections++;
    this.#begin();
  }

  #fail(transfer: Transfer, retryMs: number): void {
    const { pending, startedAtMs } = transfer;
    this.#transfers.delete(transfer);
    this.#setbacks++;
    this.#parallel.noteSetback({ startedAtMs, atMs: this.#queue.now, running: this.#running });
    this.#after(retryMs, () => {
      this.#order.putBack(pending);
      this.#begin();
    });
    this.#begin();
  }
}
