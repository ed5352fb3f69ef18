import type { Duplex } from 'node:stream';
import { repairHead } from './responseHead';
import { RequestInterruptedError } from './transportErrors';

/** Limit for the headers of a response. Gateways add policies and cookies of a whole company; Node takes 16 KiB. */
export const maxHeaderBytes = 256 * 1024;

/** A server that sends more before it has read a request breaks the protocol; bytes. */
const maxHeldBytes = 1024 * 1024;

/** Whole interim responses, and the empty lines before a response. After 101, another protocol would begin. */
const beginsInterim = /^(?:[\r\n]|HTTP\/1\.\d 1(?!01))/;
const interimResponses = /^(?:[\r\n]*HTTP\/1\.\d 1(?!01)\d\d[^]*?\r?\n\r?\n)+[\r\n]*|^[\r\n]+/;

const noBytes = Buffer.alloc(0);

/**
 * Reads a socket before undici does, until the response to one request begins:
 * - Interim responses are skipped (RFC 9110, 15.2: a client has to take those that it did not ask for). undici closes
 *   the connection at a 100, and takes any other one for the response to CONNECT.
 * - A success waits until the request has been sent, because undici closes the connection at the end of a response. If
 *   the connection ends before, the success is lost, and the request has failed.
 * - The head is repaired where undici would refuse what curl and browsers take.
 */
export class ResponseGate {
  #held: Buffer = noBytes;
  /** How many bytes of it have no end of a head, so that a head that comes byte by byte is searched once. */
  #searched = 0;
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
    const all = Buffer.concat([this.#held, bytes]);
    this.#held = skipInterimResponses(all);
    if (this.#held.length < all.length) this.#searched = 0;
    if (this.#held.length > maxHeldBytes) this.#socket.destroy(new RequestInterruptedError('protocol'));
    else this.#passOn();
  };

  readonly #passOn = (): void => {
    const text = this.#held.toString('latin1', 0, 64);
    const isUndecided = text.length < 'HTTP/1.1 200'.length && 'HTTP/1.'.startsWith(text.slice(0, 7));
    if (isUndecided || /^HTTP\/1\.\d 1(?!01)\d\d/.test(text)) return;
    const head = this.#findHead(text);
    // Later parts of the head are still to come.
    if (head === undefined) return;
    const isSent = this.#isHandedOver && this.#socket.writableLength === 0;
    if (!isSent && /^HTTP\/1\.\d 2/.test(text)) {
      this.#awaitSending();
      return;
    }
    this.#socket.off('readable', this.#read);
    const repaired = head === '' ? noBytes : Buffer.from(repairHead(head), 'latin1');
    this.#socket.unshift(Buffer.concat([repaired, this.#held.subarray(head.length)]));
  };

  /**
   * The head of a response with its empty line, in Latin-1; undefined while a part of it is missing. Empty for bytes that
   * are no response, or have a head over the limit: undici says what is wrong with them.
   */
  #findHead(beginning: string): string | undefined {
    if (!/^HTTP\/1\.\d [2-9]/.test(beginning)) return '';
    const from = Math.max(0, this.#searched - 3);
    const ends = ['\n\r\n', '\n\n'].map((empty) => ({ at: this.#held.indexOf(empty, from), empty }));
    const [end] = ends
      .filter(({ at }) => at >= 0)
      .map(({ at, empty }) => at + empty.length)
      .sort((one, other) => one - other);
    if (end !== undefined && end <= maxHeaderBytes) return this.#held.toString('latin1', 0, end);
    this.#searched = this.#held.length;
    return this.#held.length < maxHeaderBytes ? undefined : '';
  }

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
  if (!beginsInterim.test(bytes.toString('latin1', 0, 12))) return bytes;
  const [skipped = ''] = interimResponses.exec(bytes.toString('latin1')) ?? [];
  return bytes.subarray(skipped.length);
}
