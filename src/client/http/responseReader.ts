import type { Dispatcher } from 'undici';
import { errors } from 'undici';
import { BodyBuffer } from './bodyBuffer';
import type { Clock } from '../core/clock';
import type { RequestWatchdog } from './requestTimeouts';
import { RequestInterruptedError } from './requestTimeouts';

/** The first words of a refusal are worth having. */
const errorBodyBytes = 64 * 1024;

export interface ResponseLimits {
  readonly accepted: readonly number[];
  /** Milliseconds the body of the answer may take in all. */
  readonly bodyTime: number;
  /** Largest body of an accepted answer in bytes. */
  readonly bodyBytes: number;
}

interface Head {
  readonly status: number;
  readonly accepted: boolean;
  /** The value of a header by its lower case name. */
  readonly header: (name: string) => string | undefined;
  readonly encoded: boolean;
}

/** An answer as far as it came. */
export interface ReadResponse extends Head {
  /** Empty when it came compressed, which was not asked for. */
  readonly body: Buffer;
  /** Whether the system had taken the whole request when the answer was complete. */
  readonly isSentWhole: boolean;
  /** The body went on beyond its cap. */
  readonly tooLarge: boolean;
  /** The fault that ended the body too soon. */
  readonly fault?: Error;
}

type Headers = Readonly<Record<string, string | string[] | undefined>>;

/**
 * Reads one answer until its end, its cap or its time limit. It takes what the library reads as it comes: a
 * stream for each answer would cost as much as a small file.
 */
export class ResponseReader implements Dispatcher.DispatchHandler {
  /** Rejects with what came in between when there is no status. */
  readonly answer: Promise<ReadResponse>;
  private resolve!: (answer: ReadResponse) => void;
  private reject!: (error: Error) => void;
  private head: Head | undefined;
  private bytes = new BodyBuffer(0);
  private stopTimer = (): void => undefined;

  constructor(
    private readonly limits: ResponseLimits,
    private readonly watch: RequestWatchdog,
    private readonly clock: Clock,
    /** Called when the request is about to be written to its connection. */
    private readonly started: () => void,
  ) {
    this.answer = new Promise((resolve, reject) => {
      this.resolve = resolve;
      this.reject = reject;
    });
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    const { signal } = this.watch;
    // Later, the connection is closed with the exchange that it is for.
    if (signal.aborted) controller.abort(signal.reason as Error);
    else this.started();
  }

  onResponseStart(controller: Dispatcher.DispatchController, status: number, headers: Headers): void {
    // The other ones have been taken out before.
    const isSwitching = status < 200;
    if (isSwitching) return;
    const accepted = this.limits.accepted.includes(status);
    const header = (name: string): string | undefined => [headers[name]].flat()[0];
    const encoded = !/^(identity)?$/i.test(header('content-encoding') ?? '');
    this.head = { status, accepted, header, encoded };
    this.bytes = new BodyBuffer(encoded ? 0 : accepted ? this.limits.bodyBytes : errorBodyBytes);
    if (!accepted || this.watch.hasSentAll) {
      this.readBody(controller);
      return;
    }
    // The library closes the connection at the end of an answer, and what is accepted would not have come whole.
    controller.pause();
    void this.watch.sendingEnd.then(() => {
      this.readBody(controller);
      controller.resume();
    });
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.bytes.add(chunk)) return;
    // Anything but a refusal is worth having only as a whole.
    this.end({ body: this.bytes.first(errorBodyBytes), tooLarge: true });
    controller.abort(new RequestInterruptedError('other'));
  }

  onResponseEnd(): void {
    this.end({ body: this.bytes.all(), tooLarge: false });
  }

  onResponseError(_: unknown, error: Error): void {
    // How the library reports a body that ends before its length. In a header, the same error means nonsense.
    const isCut = this.head !== undefined && error instanceof errors.ResponseContentLengthMismatchError;
    this.end({
      body: this.bytes.all(),
      tooLarge: false,
      fault: isCut ? new RequestInterruptedError('reset') : error,
    });
  }

  private readBody(controller: Dispatcher.DispatchController): void {
    this.watch.answered();
    const stop = (): void => controller.abort(new RequestInterruptedError('timeout'));
    this.stopTimer = this.clock.every(this.limits.bodyTime, stop);
  }

  private end(rest: Omit<ReadResponse, keyof Head | 'isSentWhole'>): void {
    this.stopTimer();
    // The connection may hold this reader for some time.
    this.bytes = new BodyBuffer(0);
    const isSentWhole = this.watch.hasSentAll;
    if (this.head !== undefined) this.resolve({ ...this.head, ...rest, isSentWhole });
    else if (rest.fault !== undefined) this.reject(rest.fault);
  }
}
