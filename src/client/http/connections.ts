import { type buildConnector, Client } from 'undici';
import { RequestInterruptedError } from './requestTimeouts';
import { Wire } from './wire';

/** Connects to a server. Gives up as soon as the signal is aborted, with its reason. */
export type Connector = (...of: [...Parameters<buildConnector.connector>, closing: AbortSignal]) => void;

/** A connection on which undici sends one request after the other. */
export class Connection {
  readonly client: Client;
  /** The latest socket: undici reconnects when a kept connection turns out closed before a request is written. */
  #latest: Wire | undefined;
  readonly #closing = new AbortController();

  /** @param origin origin to connect to for http: the server, or the proxy that forwards to it */
  constructor(origin: string, connect: Connector) {
    this.client = new Client(origin, {
      connect: (server, callback) => {
        const connected: typeof callback = (...[error, socket]) => {
          if (error !== null) {
            callback(error, null);
            return;
          }
          this.#latest = new Wire(socket);
          callback(null, socket);
        };
        connect(server, connected, this.#closing.signal);
      },
    });
  }

  /** The socket that the next request is written to. Known once undici is about to write it. */
  get wire(): Wire {
    if (this.#latest === undefined) throw new Error('not connected');
    return this.#latest;
  }

  /** Whether another request can be written at once. */
  get isFree(): boolean {
    return this.#latest?.socket.destroyed === false && !this.#latest.isWaiting;
  }

  close(): void {
    // Otherwise undici would wait until the connection is established.
    this.#closing.abort(new RequestInterruptedError('other'));
    void this.client.destroy();
  }
}

/** Connections to one server by one route, one for each concurrent request. */
export class ConnectionPool {
  readonly #all = new Set<Connection>();
  #idle: Connection[] = [];

  readonly #origin: string;
  readonly #connect: Connector;

  constructor(origin: string, connect: Connector) {
    this.#origin = origin;
    this.#connect = connect;
  }

  /** A free kept connection, else a new one. The caller has to give it back. */
  take({ isNew }: { readonly isNew: boolean }): Connection {
    this.#forgetClosed();
    const kept = isNew ? undefined : this.#idle.pop();
    if (kept !== undefined) return kept;
    const made = new Connection(this.#origin, this.#connect);
    this.#all.add(made);
    return made;
  }

  /** @param isUsable whether its last request got a response */
  giveBack(connection: Connection, isUsable: boolean): void {
    if (isUsable && connection.isFree && !connection.client.closed) this.#idle.push(connection);
    else this.#forget(connection);
    this.#forgetClosed();
  }

  closeIdle(): void {
    for (const connection of this.#idle.splice(0)) this.#forget(connection);
  }

  /** Lets running requests finish. */
  async close(): Promise<void> {
    await Promise.all([...this.#all].map(({ client }) => client.close()));
  }

  #forgetClosed(): void {
    for (const connection of this.#idle) if (!connection.isFree) this.#forget(connection);
    this.#idle = this.#idle.filter((connection) => this.#all.has(connection));
  }

  #forget(connection: Connection): void {
    this.#all.delete(connection);
    connection.close();
  }
}
