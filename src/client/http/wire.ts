import type { Socket } from 'node:net';
import { InterimResponses } from './interimResponses';
import { readUnconfirmedBytes } from './sendQueue';
import { noteTaken } from './takenBytes';

/**
 * Bytes handed to the OS at a time: few enough that the progress of a slow connection is visible and an early refusal
 * of the server is noticed soon.
 */
const sliceBytes = 64 * 1024;

/** How long to keep reading from a server that accepts no more bytes; ms. */
const hearOutMs = 1000;

type Done = (error?: Error | null) => void;
type Piece = Parameters<NonNullable<Socket['_writev']>>[0][number];

/**
 * A connection that carries HTTP, observed between undici and its socket: what is written, whether the OS
 * accepts it, and what arrives. Replaces the socket's own `_write`, `_writev` and `push`, which are Node's hooks for
 * this. A stream around the socket would not do: when a write fails, the socket closes itself, and the server's
 * earlier response is lost.
 */
export class Wire {
  /** Number of requests written to it. */
  requests = 0;
  /** Whether nothing has arrived since the last request. */
  isSilent = true;
  /** Whether the OS has yet to accept bytes that were written. */
  isWaiting = false;
  /** Called when `isWaiting` has changed, and whenever bytes are seen to have been sent. */
  onProgress: () => void = () => undefined;
  /** Whether a write failed: the server accepts no more. */
  hasFailed = false;
  readonly #interim = new InterimResponses();
  #unconfirmed: number | undefined;
  #holdsEnd = false;
  #hasHeldEnd = false;
  readonly #write: Socket['_write'];
  readonly #writeAll: Socket['_writev'];
  readonly #push: Socket['push'];

  constructor(readonly socket: Socket) {
    this.#write = socket._write.bind(socket);
    this.#writeAll = socket._writev?.bind(socket);
    this.#push = socket.push.bind(socket);
    socket._write = (chunk: Buffer | string, encoding, done) => this.#send([{ chunk, encoding }], done);
    socket._writev = (pieces, done) => this.#send(pieces, done);
    socket.push = (chunk: Buffer | null) => this.#receive(chunk);
  }

  /** Whether the OS has accepted every byte that was written. */
  get hasWrittenAll(): boolean {
    return this.socket.writableLength === 0;
  }

  /** Called when undici is about to write a request. */
  beginRequest(): void {
    this.requests++;
    this.isSilent = true;
  }

  /**
   * Checks at intervals whether bytes that the OS has accepted have been sent.
   * @returns a function that stops the checks
   */
  watchQueue(ms: number): () => void {
    const timer = setInterval(() => void this.#look(), ms);
    return () => clearInterval(timer);
  }

  /**
   * Holds back the end of what the server sends. While its parser is paused, undici fails on that end, and the socket
   * would stop sending.
   * @returns a function that lets it through
   */
  holdEnd(): () => void {
    this.#holdsEnd = true;
    return () => {
      this.#holdsEnd = false;
      if (!this.#hasHeldEnd) return;
      this.#push(null);
      // Lets the socket notice the end, as Node does after its own.
      this.socket.read(0);
    };
  }

  #receive(chunk: Buffer | null): boolean {
    if (chunk === null) {
      this.#hasHeldEnd = this.#holdsEnd;
      return !this.#holdsEnd && this.#push(null);
    }
    this.isSilent = false;
    const rest = this.#interim.pass(chunk);
    return rest.length === 0 || this.#push(rest);
  }

  #send(pieces: Piece[], done: Done): void {
    // undici writes the head of each request as text and its body as bytes.
    if (pieces.some(({ chunk }) => typeof chunk === 'string')) this.#interim.expect();
    const doneWithAll: Done = (error) => {
      if (!error) for (const { chunk } of pieces) if (typeof chunk !== 'string') noteTaken(chunk as Buffer);
      done(error);
    };
    const writeAll = this.#writeAll;
    const size = pieces.reduce((sum, { chunk }) => sum + (chunk as Buffer | string).length, 0);
    if (writeAll !== undefined && pieces.length > 1 && size <= sliceBytes) {
      this.#hand((taken) => writeAll(pieces, taken), doneWithAll);
    } else this.#sendSlices(slicePieces(pieces), doneWithAll);
  }

  #sendSlices(slices: Iterator<Piece, void>, done: Done): void {
    const next = slices.next();
    if (next.done === true) {
      done();
      return;
    }
    const piece = next.value;
    const proceed = (error?: Error | null): void => {
      if (error) done(error);
      else this.#sendSlices(slices, done);
    };
    this.#hand((taken) => this.#write(piece.chunk, piece.encoding, taken), proceed);
  }

  /**
   * @param done called when the OS has accepted all bytes, possibly at once, or with an error after `hearOut`
   */
  #hand(write: (taken: Done) => void, done: Done): void {
    const part = { isTaken: false };
    write((error) => {
      part.isTaken = true;
      if (error) {
        this.#hearOut(error, done);
        return;
      }
      const hasWaited = this.isWaiting;
      this.#setWaiting(false);
      done();
      // Otherwise the next bytes are already waiting.
      if (hasWaited && !this.isWaiting) this.onProgress();
    });
    if (part.isTaken) return;
    this.#setWaiting(true);
    this.onProgress();
  }

  #setWaiting(isWaiting: boolean): void {
    this.isWaiting = isWaiting;
  }

  /**
   * Delays the report of a failed write, because the socket would then close: a server that refuses a request before
   * it has read it sends its response before it closes. The end of that response, or a read error, closes the
   * socket.
   */
  #hearOut(error: Error, done: Done): void {
    this.#setWaiting(true);
    this.hasFailed = true;
    const timer = setTimeout(() => done(error), hearOutMs);
    this.socket.once('close', () => clearTimeout(timer));
    this.onProgress();
  }

  async #look(): Promise<void> {
    const before = this.#unconfirmed;
    this.#unconfirmed = await readUnconfirmedBytes(this.socket);
    const isKnown = before !== undefined && this.#unconfirmed !== undefined;
    if (isKnown && this.#unconfirmed !== before) this.onProgress();
  }
}

function* slicePieces(pieces: readonly Piece[]): Generator<Piece, void> {
  for (const { chunk, encoding } of pieces) {
    if (typeof chunk === 'string') yield { chunk, encoding };
    else for (const slice of splitBytes(chunk as Buffer)) yield { chunk: slice, encoding };
  }
}

function* splitBytes(bytes: Buffer): Generator<Buffer, void> {
  for (let start = 0; start < bytes.length; start += sliceBytes) {
    yield bytes.subarray(start, start + sliceBytes);
  }
}
