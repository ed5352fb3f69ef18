import { type AddressInfo, createServer, Socket } from 'node:net';

/** The argument of the program, as JSON. */
export interface RelayOrder {
  /** Port of the server behind the relay, on this machine. */
  readonly port: number;
  /** Round-trip time; ms. */
  readonly roundTripMs: number;
  /** Shared by all connections, for each direction; unlimited if absent. */
  readonly bytesPerSecond?: number;
}

/**
 * Bytes in flight in one direction of one connection; beyond that the sender waits, as on a congested
 * network.
 */
const windowBytes = 4 * 1024 * 1024;

/** Time for which the link may exceed its rate after it has been idle; ms. */
const burstMs = 5;

/**
 * A network link with a delay and a bandwidth, in a process of its own. Connections are accepted at once, but
 * reach the server behind it, like data, after the delay. Sends its port to its parent.
 */
function main(): void {
  const { port, roundTripMs, bytesPerSecond = Infinity } = JSON.parse(process.argv[2] ?? '') as RelayOrder;
  const up = new Line(roundTripMs / 2, bytesPerSecond);
  const down = new Line(roundTripMs / 2, bytesPerSecond);
  const server = createServer({ allowHalfOpen: true, noDelay: true }, (client) => {
    const target = new Socket({ allowHalfOpen: true }).setNoDelay();
    up.send(0, () => target.connect(port, '127.0.0.1'));
    up.join(client, target);
    down.join(target, client);
  });
  server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
  process.on('disconnect', () => process.exit());
}

interface Parcel {
  readonly at: number;
  readonly deliver: () => void;
}

/** One direction of the link. Data leaves in the order of its arrival, across all connections. */
class Line {
  readonly #parcels: Parcel[] = [];
  #timer: NodeJS.Timeout | undefined;
  /** Time at which the last byte so far has left the sender's end. */
  #freeAt = 0;

  constructor(
    readonly delay: number,
    readonly bytesPerSecond: number,
  ) {}

  join(from: Socket, to: Socket): void {
    let onTheWay = 0;
    from.on('data', (chunk: Buffer) => {
      onTheWay += chunk.length;
      if (onTheWay > windowBytes) from.pause();
      this.send(chunk.length, () => {
        onTheWay -= chunk.length;
        if (onTheWay <= windowBytes) from.resume();
        to.write(chunk);
      });
    });
    from.on('end', () => this.send(0, () => to.end()));
    from.on('error', () => this.send(0, () => to.resetAndDestroy()));
    from.on('close', () => this.send(0, () => to.destroy()));
  }

  /** Delivers something that takes so many bytes, after everything before it. */
  send(bytes: number, deliver: () => void): void {
    const now = performance.now();
    this.#freeAt = Math.max(this.#freeAt, now - burstMs) + (bytes / this.bytesPerSecond) * 1000;
    this.#parcels.push({ at: Math.max(this.#freeAt, now) + this.delay, deliver });
    this.#timer ??= setTimeout(this.#deliverDue, this.delay);
  }

  readonly #deliverDue = (): void => {
    const now = performance.now();
    while (this.#parcels[0] !== undefined && this.#parcels[0].at <= now) this.#parcels.shift()?.deliver();
    const next = this.#parcels[0];
    this.#timer = next && setTimeout(this.#deliverDue, Math.max(0, next.at - now));
  };
}

main();
