import type { Duplex } from 'node:stream';
import { RequestInterruptedError } from './transportErrors';

/** A server that sends more before it has read a request breaks the protocol; bytes. */
const maxHeldBytes = 1024 * 1024;

/** Whole interim responses. After 101, another protocol would begin. */
const interimResponses = /^(?:[\r\n]*HTTP\/1\.\d 1(?!01)\d\d[^]*?\r?\n\r?\n)+/;

const noBytes = Buffer.alloc(0);

/**
 * Reads a socket before undici does, until the response to one request begins:
 * - Interim responses are skipped (RFC 9110, 15.2: a client has to take those that it did not ask for). undici closes
 *   the connection at a 100, and takes any other one for the response to CONNECT.
 * - A success waits until the request has been sent, because undici closes the connection at the end of a response. If
 *   the connection ends before, the success is lost, and the request has failed.
 */
export class ResponseGate {
  #held: Buffer = noBytes;
  #isHandedOver = false;
  #isWaiting = false;

  readonly #socket: Duplex;
  readonly #handedOver: Promise<void>;

  /** @param handedOver resolves when the whole request has been written to the socket */
  constructor(socket: Duplex, handedOver: Promise<void>) {
    this.#socket = socket;
    this.#handedOver = handedOver.then(() => void (this.#isHandedOver = true));
    socket.prependListener('readable', this.#read);
  }

  readonly #read = (): void => {
    const bytes = this.#socket.read() as Buffer | null;
    if (bytes === null) return;
    this.#held = skipInterimResponses(Buffer.concat([this.#held, bytes]));
    if (this.#held.length > maxHeldBytes) this.#socket.destroy(new RequestInterruptedError('protocol'));
    else this.#passOn();
  };

  readonly #passOn = (): void => {
    const text = this.#held.toString('latin1', 0, 64).replace(/^[\r\n]+/, '');
    const isUndecided = text.length < 'HTTP/1.1 200'.length && 'HTTP/1.'.startsWith(text.slice(0, 7));
    if (isUndecided || /^HTTP\/1\.\d 1(?!01)\d\d/.test(text)) return;
    const isSent = this.#isHandedOver && this.#socket.writableLength === 0;
    if (!isSent && /^HTTP\/1\.\d 2/.test(text)) {
      this.#awaitSending();
      return;
    }
    this.#socket.off('readable', this.#read);
    this.#socket.unshift(this.#held);
  };

  #awaitSending(): void {
    if (this.#isWaiting) return;
    this.#isWaiting = true;
    const written = (error?: Error | null): void => {
      if (!error) this.#passOn();
    };
    // An empty write is done when everything before it is.
    void this.#handedOver.then(() => this.#socket.write(noBytes, written));
  }
}

function skipInterimResponses(bytes: Buffer): Buffer {
  const [skipped = ''] = interimResponses.exec(bytes.toString('latin1')) ?? [];
  return bytes.subarray(skipped.length);
}
