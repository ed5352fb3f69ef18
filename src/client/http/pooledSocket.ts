import type { Socket } from 'node:net';
import { Client } from 'undici';
import { maxHeaderBytes, ResponseGate } from './responseGate';
import { readSendQueue } from './sendQueue';
import { RequestInterruptedError } from './transportErrors';

/** Connects to a server. Gives up as soon as the signal is aborted. */
export type Connector = (closing: AbortSignal) => Promise<Socket>;

/** One connection, on which undici sends one request after the other. */
export class PooledSocket {
  readonly client: Client;
  /** Whether a request has been assigned to it. */
  isBusy = false;
  #socket: Socket | undefined;
  readonly #closing = new AbortController();

  /**
   * @param routeKey connections with the same key can stand in for each other
   * @param origin origin of the server
   */
  constructor(
    readonly routeKey: string,
    origin: string,
    connect: Connector,
  ) {
    let isFirst = true;
    this.client = new Client(origin, {
      maxHeaderSize: maxHeaderBytes,
      connect: (_, callback) => {
        // undici would reconnect when the connection breaks before a request is written.
        const connected = isFirst
          ? connect(this.#closing.signal)
          : Promise.reject(new RequestInterruptedError('reset'));
        isFirst = false;
        connected.then(
          (socket) => callback(null, (this.#socket = socket)),
          (error: unknown) => callback(error as Error, null),
        );
      },
    });
  }

  /** Whether it is established, and another request can be written at once. */
  get isUsable(): boolean {
    return this.#socket?.destroyed === false && this.#socket.writableLength === 0;
  }

  /** To be called when undici is about to write a request. @param handedOver see {@link ResponseGate} */
  awaitResponse(handedOver: Promise<void>): void {
    if (this.#socket !== undefined) new ResponseGate(this.#socket, handedOver);
  }

  /** See {@link readSendQueue}. */
  async readSendQueue(): Promise<number | undefined> {
    return this.#socket && (await readSendQueue(this.#socket));
  }

  close(): void {
    // Otherwise undici would wait until the connection is established.
    this.#closing.abort();
    void this.client.destroy();
  }
}
