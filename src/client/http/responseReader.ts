import { type Dispatcher, errors } from 'undici';
import type { Clock } from '../core/clock';
import { BodyBuffer } from './bodyBuffer';
import { RequestInterruptedError, type RequestWatchdog } from './requestTimeouts';

/** Limit for error bodies: enough to quote the server's message. */
const maxErrorBodyBytes = 64 * 1024;

export interface ResponseLimits {
  readonly accepted: readonly number[];
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
  readonly encoded: boolean;
}

/** A response, as far as it was received. */
export interface ReadResponse extends Head {
  /** Empty when the body is compressed, which was not requested. */
  readonly body: Buffer;
  /** Whether the OS had accepted the whole request when the response was complete. */
  readonly isSentWhole: boolean;
  /** The body exceeded its limit. */
  readonly tooLarge: boolean;
  /** The error that cut the body short. */
  readonly fault?: Error;
}

type Headers = Readonly<Record<string, string | string[] | undefined>>;

/**
 * Reads one response up to its end, its limit or its timeout. Implements undici's handler, because a stream per
 * response would cost as much as a small file.
 */
export class ResponseReader implements Dispatcher.DispatchHandler {
  /** Rejects with the cause when no status arrives. */
  readonly response: Promise<ReadResponse>;
  #resolve!: (response: ReadResponse) => void;
  #reject!: (error: Error) => void;
  #head: Head | undefined;
  #bytes = new BodyBuffer(0);
  #stopTimer = (): void => undefined;

  readonly #limits: ResponseLimits;
  readonly #watch: RequestWatchdog;
  readonly #clock: Clock;
  /** Called when the request is about to be written to its connection. */
  readonly #started: () => void;

  constructor(
    limits: ResponseLimits,
    watch: RequestWatchdog,
    clock: Clock,

    started: () => void,
  ) {
    this.#limits = limits;
    this.#watch = watch;
    this.#clock = clock;
    this.#started = started;
    this.response = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    const { signal } = this.#watch;
    // Later, the connection is closed together with the request.
    if (signal.aborted) controller.abort(signal.reason as Error);
    else this.#started();
  }

  onResponseStart(controller: Dispatcher.DispatchController, status: number, headers: Headers): void {
    // InterimResponses has removed all others.
    const isSwitching = status < 200;
    if (isSwitching) return;
    const accepted = this.#limits.accepted.includes(status);
    const header = (name: string): string | undefined => [headers[name]].flat()[0];
    const encoded = !/^(identity)?$/i.test(header('content-encoding') ?? '');
    this.#head = { status, accepted, header, encoded };
    this.#bytes = new BodyBuffer(encoded ? 0 : accepted ? this.#limits.maxBodyBytes : maxErrorBodyBytes);
    if (!accepted || this.#watch.hasSentAll) {
      this.#readBody(controller);
      return;
    }
    // undici closes the connection at the end of a response; an accepted request would be cut off.
    controller.pause();
    const releaseEnd = this.#watch.holdEnd();
    void this.#watch.sendingEnd.then(() => {
      this.#readBody(controller);
      controller.resume();
      releaseEnd();
    });
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.#bytes.add(chunk)) return;
    // Only error bodies are useful in part.
    this.#end({ body: this.#bytes.first(maxErrorBodyBytes), tooLarge: true });
    controller.abort(new RequestInterruptedError('other'));
  }

  onResponseEnd(): void {
    this.#end({ body: this.#bytes.all(), tooLarge: false });
  }

  onResponseError(_: unknown, error: Error): void {
    // undici reports a truncated body this way. While reading headers, the same error means an invalid header.
    const isCut = this.#head !== undefined && error instanceof errors.ResponseContentLengthMismatchError;
    this.#end({
      body: this.#bytes.all(),
      tooLarge: false,
      fault: isCut ? new RequestInterruptedError('reset') : error,
    });
  }

  #readBody(controller: Dispatcher.DispatchController): void {
    this.#watch.responseStarted();
    const stop = (): void => controller.abort(new RequestInterruptedError('timeout'));
    this.#stopTimer = this.#clock.every(this.#limits.bodyTimeoutMs, stop);
  }

  #end(rest: Omit<ReadResponse, keyof Head | 'isSentWhole'>): void {
    this.#stopTimer();
    // Free the memory: the connection may keep a reference to this reader.
    this.#bytes = new BodyBuffer(0);
    const isSentWhole = this.#watch.hasSentAll;
    if (this.#head !== undefined) this.#resolve({ ...this.#head, ...rest, isSentWhole });
    else if (rest.fault !== undefined) this.#reject(rest.fault);
  }
}
