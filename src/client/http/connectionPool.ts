import { Connection, type Connector } from './connection';

/** Kept connections to one server by one route, one for each concurrent request. */
export class ConnectionPool {
  readonly #all = new Set<Connection>();
  #idle: Connection[] = [];

  readonly #origin: string;
  readonly #connect: Connector;

  /** @param origin see {@link Connection} */
  constructor(origin: string, connect: Connector) {
    this.#origin = origin;
    this.#connect = connect;
  }

  /** A free kept connection, else a new one. The caller has to give it back. */
  take({ isNew }: { readonly isNew: boolean }): Connection {
    this.#closeUnusable();
    const kept = isNew ? undefined : this.#idle.pop();
    if (kept !== undefined) return kept;
    const made = new Connection(this.#origin, this.#connect);
    this.#all.add(made);
    return made;
  }

  /** @param isUsable whether its last request got a response */
  giveBack(connection: Connection, isUsable: boolean): void {
    if (isUsable && !connection.client.closed) this.#idle.push(connection);
    else this.#close(connection);
    this.#closeUnusable();
  }

  closeIdle(): void {
    for (const connection of this.#idle.splice(0)) this.#close(connection);
  }

  /** Lets running requests finish. */
  async close(): Promise<void> {
    await Promise.all([...this.#all].map(({ client }) => client.close()));
  }

  #closeUnusable(): void {
    for (const connection of this.#idle) if (!connection.isFree) this.#close(connection);
    this.#idle = this.#idle.filter((connection) => this.#all.has(connection));
  }

  #close(connection: Connection): void {
    this.#all.delete(connection);
    connection.close();
  }
}
