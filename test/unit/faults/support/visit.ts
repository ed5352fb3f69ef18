import { type IncomingHttpHeaders, type IncomingMessage, request as send } from 'node:http';
import type { Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { FakeClock } from '../../../support/fakeClock';

export interface ForwardedResponse {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** One connection of the client to the fault server, with the one request on it. */
export class Visit {
  /** Whether the real server has carried out the request. */
  forwarded = false;
  /** The received part of the request. */
  received = Buffer.alloc(0);
  /** Whether the client has disconnected. */
  isClosed = false;
  #wake: () => void = () => undefined;

  constructor(
    readonly socket: Socket,
    readonly clock: FakeClock,
    /** Origin of the real server. */
    readonly forwardTo: string,
  ) {
    socket.on('error', () => undefined);
    socket.on('data', (chunk: Buffer) => {
      this.received = Buffer.concat([this.received, chunk]);
      this.#wake();
    });
    for (const event of ['end', 'close']) socket.on(event, () => this.#leave());
  }

  /**
   * The request line and the header as received, with the empty line; empty as long as they are incomplete.
   */
  get head(): string {
    return this.received.subarray(0, this.#headSize()).toString('latin1');
  }

  /** Reads until that many bytes of the body have arrived, all of them by default. */
  async read(bytes: (size: number) => number = (size) => size): Promise<void> {
    await this.#until(() => this.#headSize() > 0);
    const wanted = this.#headSize() + bytes(this.#bodySize());
    await this.#until(() => this.received.length >= wanted);
  }

  /** Reads until anything has arrived. */
  async waitForData(): Promise<void> {
    await this.#until(() => this.received.length > 0);
  }

  /** Waits until the client has closed the connection. */
  async waitForClose(): Promise<void> {
    await this.#until(() => this.isClosed);
  }

  /** Lets the real server carry out the request. */
  async forward(): Promise<ForwardedResponse> {
    await this.read();
    const [line = '', ...fields] = this.head.split('\r\n');
    const [method = '', path = ''] = line.split(' ');
    const headers = Object.fromEntries(
      fields.filter(Boolean).map((field) => /^([^:]+): *(.*)$/.exec(field)!.slice(1) as [string, string]),
    );
    const kept = Object.entries(headers).filter(([name]) => !/^(host|connection)$/i.test(name));
    const body = this.received.subarray(this.#headSize());
    const request = send(this.forwardTo + path, { method, headers: Object.fromEntries(kept), agent: false });
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      request.on('response', resolve).on('error', reject).end(body);
    });
    const { statusCode: status = 0, headers: received } = response;
    const forwarded = { status, headers: received, body: await buffer(response) };
    this.forwarded = true;
    return forwarded;
  }

  /** Sends raw bytes. */
  write(bytes: string | Buffer): void {
    if (!this.socket.destroyed) this.socket.write(bytes);
  }

  /** Sends these bytes as the last ones. */
  end(bytes: string | Buffer = ''): void {
    this.write(bytes);
    this.socket.end();
  }

  reset(): void {
    this.socket.resetAndDestroy();
  }

  /** Bytes of the header with the empty line after it; 0 as long as it is incomplete. */
  #headSize(): number {
    const end = this.received.indexOf('\r\n\r\n');
    return end < 0 ? 0 : end + 4;
  }

  #bodySize(): number {
    return Number(/^content-length: *(\d+)/im.exec(this.head)?.[1] ?? 0);
  }

  async #until(isEnough: () => boolean): Promise<void> {
    while (!isEnough()) {
      if (this.isClosed) throw new Error('the client left before its request was read');
      await new Promise<void>((resolve) => (this.#wake = resolve));
    }
  }

  #leave(): void {
    this.isClosed = true;
    this.#wake();
  }
}
