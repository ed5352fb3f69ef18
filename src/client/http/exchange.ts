import { Readable } from 'node:stream';
import { type Dispatcher, errors } from 'undici';
import type { Clock } from '../core/clock';
import type { NetworkCode } from '../core/errors';
import { RequestInterruptedError } from './transportErrors';

/** How long a connection may take, its TLS handshake included. */
const connectTimeoutMs = 15_000;

/** Between two reads of the bytes that the system holds: longer than a connection that is fast takes for a chunk; ms. */
const maxReadIntervalMs = 3000;

/** The part of a limit between two reads: so many that the same number by chance each time can be ruled out. */
const readsPerLimit = 20;

/** Limit for error bodies: enough to quote the server's message. */
const maxErrorBodyBytes = 64 * 1024;

export interface ExchangeLimits {
  /** Statuses accepted as success; every other status is an error. */
  readonly accepted: readonly number[];
  /** Milliseconds from the moment in which the last byte of the request went to the first byte of the response. */
  readonly responseTimeoutMs: number;
  /** Milliseconds during which no byte of a stream body goes. */
  readonly stallTimeoutMs: number;
  /** Milliseconds for reading the whole response body. */
  readonly bodyTimeoutMs: number;
  /** Limit for the body of an accepted response in bytes. */
  readonly maxBodyBytes: number;
}

interface Head {
  readonly status: number;
  readonly accepted: boolean;
  /** The value of a header by its lower-case name. */
  readonly header: (name: string) => string | undefined;
}

/** A response, as far as it was received. */
export interface ReadResponse extends Head {
  /** As it was sent. */
  readonly body: Buffer;
  /** The body exceeded its limit. */
  readonly tooLarge: boolean;
  /** Limit of this body in bytes. */
  readonly maxBodyBytes: number;
  /** The error that cut the body short. */
  readonly fault?: Error;
}

export interface ExchangeOptions {
  readonly body?: string | Buffer | Readable | undefined;
  readonly limits: ExchangeLimits;
  readonly signal: AbortSignal;
}

/** The connection that carries a request. */
interface Carrier {
  /** Called when the request is about to be written. */
  readonly onStart: () => void;
  /** Bytes that were written and have not arrived; undefined if that is not known. */
  readonly readSendQueue: () => Promise<number | undefined>;
}

type Headers = Readonly<Record<string, string | string[] | undefined>>;

/**
 * One request and its response. Ends when the caller aborts, when the request body fails, and when connecting, the next
 * part of the request, the response or its body exceeds its limit. No lower layer sets such limits: a server that stops
 * reading would hold an upload forever. Implements undici's handler, because a stream per response would cost as much
 * as a small file.
 */
export class Exchange implements Dispatcher.DispatchHandler {
  /** Rejects with the cause when no status arrives. undici itself rejects only once it is connected. */
  readonly response: Promise<ReadResponse>;
  /** Resolves when the whole request has been written to its socket. */
  readonly handedOver: Promise<void>;
  #resolve!: (response: ReadResponse) => void;
  #reject!: (error: Error) => void;
  #handOver!: () => void;
  #stopTimer = (): void => undefined;
  #head: Head | undefined;
  /** Known once the status has arrived. */
  #undici: Dispatcher.DispatchController | undefined;
  #isOver = false;
  #bytes = Buffer.alloc(0);
  #size = 0;
  #maxBytes = 0;
  readonly #controller = new AbortController();
  readonly #cancel = (): void => this.#stop(new RequestInterruptedError('other'));

  readonly #options: ExchangeOptions;
  readonly #clock: Clock;
  readonly #carrier: Carrier;

  constructor(options: ExchangeOptions, clock: Clock, carrier: Carrier) {
    this.#options = options;
    this.#clock = clock;
    this.#carrier = carrier;
    this.handedOver = new Promise((resolve) => (this.#handOver = resolve));
    this.response = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
    this.response.catch(() => undefined);
    options.signal.addEventListener('abort', this.#cancel);
    this.#stream?.on('error', (error) => this.#stop(error));
    this.#startTimer('connectTimeout', connectTimeoutMs);
  }

  /** Aborted when it has to end. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Whether the status has arrived. */
  get hasResponse(): boolean {
    return this.#head !== undefined;
  }

  /** The connection is established. No timer runs until the request starts, because the caller decides when. */
  connected(): void {
    this.#stopTimer();
  }

  /** Has to be called in the end. */
  close(): void {
    this.#isOver = true;
    this.#stopTimer();
    this.#options.signal.removeEventListener('abort', this.#cancel);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    // Later, the connection is closed together with the request.
    if (this.signal.aborted) {
      controller.abort(this.signal.reason as Error);
      return;
    }
    this.#carrier.onStart();
    this.#stopTimer();
    const { stallTimeoutMs } = this.#options.limits;
    // undici pauses a body while its socket takes no more. A file that is slow itself is never paused.
    this.#stream?.on('pause', () => this.#startSendingTimer('stalled', stallTimeoutMs));
    this.#stream?.on('resume', () => this.#stopTimer());
    if (this.#stream === undefined) this.#awaitResponse();
    else this.#stream.on('end', () => this.#awaitResponse());
  }

  onResponseStart(controller: Dispatcher.DispatchController, status: number, headers: Headers): void {
    // This one switches protocols: ResponseGate has removed all others.
    if (status < 200) return;
    const { limits } = this.#options;
    const accepted = limits.accepted.includes(status);
    const header = (name: string): string | undefined => {
      const values = [headers[name]].flat();
      // These are lists, which may come as several headers.
      return ['link', 'www-authenticate'].includes(name) && values.length > 1 ? values.join(', ') : values[0];
    };
    this.#head = { status, accepted, header };
    this.#maxBytes = accepted ? limits.maxBodyBytes : maxErrorBodyBytes;
    this.#undici = controller;
    this.#startTimer('timeout', limits.bodyTimeoutMs);
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.#add(chunk)) return;
    // Only error bodies are useful in part.
    this.#size = Math.min(this.#size, maxErrorBodyBytes);
    this.#end({ tooLarge: true });
    controller.abort(new RequestInterruptedError('other'));
  }

  onResponseEnd(): void {
    this.#end({ tooLarge: false });
  }

  onResponseError(_: unknown, error: Error): void {
    // undici reports a truncated body this way. While reading headers, the same error means an invalid header.
    const isCut = this.#head !== undefined && error instanceof errors.ResponseContentLengthMismatchError;
    this.#end({ tooLarge: false, fault: isCut ? new RequestInterruptedError('reset') : error });
  }

  get #stream(): Readable | undefined {
    const { body } = this.#options;
    return body instanceof Readable ? body : undefined;
  }

  #awaitResponse(): void {
    this.#handOver();
    // The system may still have megabytes of it.
    this.#startSendingTimer('timeout', this.#options.limits.responseTimeoutMs);
  }

  #startTimer(code: NetworkCode, ms: number): void {
    this.#stopTimer();
    // A connection may be established after the exchange has ended.
    if (this.#isOver) return;
    this.#stopTimer = this.#clock.every(ms, () => this.#stop(new RequestInterruptedError(code)));
  }

  /** As {@link #startTimer}, but begins anew whenever bytes have gone, see `sendQueue.ts`. */
  #startSendingTimer(code: NetworkCode, ms: number): void {
    this.#stopTimer();
    if (this.#isOver) return;
    const startLimit = () => this.#clock.every(ms, () => this.#stop(new RequestInterruptedError(code)));
    let stopLimit = startLimit();
    let isOn = true;
    let queued: number | undefined;
    const readQueue = async (): Promise<void> => {
      const before = queued;
      queued = await this.#carrier.readSendQueue();
      if (!isOn || queued === before) return;
      stopLimit();
      stopLimit = startLimit();
    };
    const stopReading = this.#clock.every(
      Math.min(ms / readsPerLimit, maxReadIntervalMs),
      () => void readQueue(),
    );
    this.#stopTimer = () => {
      isOn = false;
      stopReading();
      stopLimit();
    };
  }

  #stop(reason: Error): void {
    this.#stopTimer();
    this.#controller.abort(reason);
    if (this.#undici === undefined) this.#reject(reason);
    else this.#undici.abort(reason);
  }

  /**
   * Copies a chunk, because even a small chunk may keep a large buffer in memory.
   * @returns whether the body is still within its limit
   */
  #add(chunk: Buffer): boolean {
    const size = Math.min(this.#size + chunk.length, this.#maxBytes);
    if (size > this.#bytes.length) {
      const larger = Buffer.allocUnsafeSlow(Math.min(Math.max(2 * this.#bytes.length, size), this.#maxBytes));
      this.#bytes.copy(larger, 0, 0, this.#size);
      this.#bytes = larger;
    }
    chunk.copy(this.#bytes, this.#size);
    const isWithin = this.#size + chunk.length === size;
    this.#size = size;
    return isWithin;
  }

  #end(rest: Pick<ReadResponse, 'tooLarge' | 'fault'>): void {
    this.#stopTimer();
    const body = this.#bytes.subarray(0, this.#size);
    // Free the memory: the connection may keep a reference to this handler.
    this.#bytes = Buffer.alloc(0);
    this.#size = 0;
    const maxBodyBytes = this.#maxBytes;
    if (this.#head !== undefined) this.#resolve({ ...this.#head, ...rest, body, maxBodyBytes });
    else if (rest.fault !== undefined) this.#reject(rest.fault);
  }
}
