import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { Random } from '../../../simulation/random';

/** The fate of one connection; times in real ms, places in bytes of what a client or the server sends. */
type Fault =
  | { readonly kind: 'none' }
  /** Half-closed: the client is sent no more, but read. */
  | { readonly kind: 'reset' | 'halfClose' | 'truncate'; readonly afterBytes: number }
  | { readonly kind: 'stall'; readonly afterBytes: number; readonly stallMs: number }
  | { readonly kind: 'delay'; readonly delayMs: number }
  | { readonly kind: 'closeKept'; readonly responses: number; readonly how: 'end' | 'reset' | 'atRequest' }
  | { readonly kind: 'answer'; readonly afterBytes: number; readonly text: string; readonly reads: boolean };

interface Outage {
  /** Begins after so many bytes of all connections. */
  readonly afterBytes: number;
  /** ms */
  readonly ms: number;
  /** Whether it ends the connections too. */
  readonly resets: boolean;
}

export interface Hostility {
  /** Probability that something happens to a connection. */
  readonly faultRate: number;
  /** Typical size of a request; bytes. */
  readonly requestBytes: number;
  readonly weights: Readonly<Record<keyof typeof usual, number>>;
  readonly outages: readonly Outage[];
}

const usual = { reset: 3, halfClose: 1, stall: 1, delay: 2, truncate: 2, closeKept: 3, answer: 3 } as const;

/** Of a network that mostly pauses. */
const pausing = { ...usual, stall: 30 } as const;

/** Longer than a client lets a file wait that it cannot send. */
const longStallMs = 3000;

const busy = ['500 Oops', '502 Bad Gateway', '503 Slow Down', '408 Too Slow', '429 Too Many Requests'];
const waits = [
  '',
  '',
  'retry-after: 0\r\n',
  'retry-after: 1\r\n',
  'retry-after: 20\r\n',
  'retry-after: soon\r\n',
];

/** Ports that no system gives to a connection: one from its own port to itself would find the closed one open. */
const [minPort, maxPort] = [20_000, 32_000];

export function createHostility(random: Random, files: readonly { readonly size: number }[]): Hostility {
  const totalBytes = files.reduce((sum, { size }) => sum + size, 0);
  const requestBytes = 100 + totalBytes / files.length;
  const outages = Array.from({ length: random.below(3) }, () => ({
    afterBytes: random.below(totalBytes + 1),
    ms: random.chance(0.1) ? 1500 : random.between(20, 400),
    resets: random.chance(0.5),
  }));
  return {
    faultRate: random.pick([0.05, 0.2, 0.5]),
    requestBytes,
    // Only files that are larger than the buffers of the system notice a pause.
    weights: requestBytes > 4_000_000 && random.chance(0.5) ? pausing : usual,
    outages: outages.sort((a, b) => a.afterBytes - b.afterBytes),
  };
}

function createFault(random: Random, { faultRate, requestBytes, weights }: Hostility): Fault {
  if (!random.chance(faultRate)) return { kind: 'none' };
  const afterBytes = Math.floor((4 * requestBytes) ** random.next());
  const kind = random.weighted(weights);
  switch (kind) {
    case 'reset':
    case 'halfClose':
      return { kind, afterBytes };
    case 'truncate':
      return { kind, afterBytes: 1 + random.below(150) };
    case 'stall':
      return { kind, afterBytes, stallMs: random.chance(0.5) ? longStallMs : random.between(20, 500) };
    case 'delay':
      return { kind, delayMs: random.between(0, 5) };
    case 'closeKept':
      return {
        kind,
        responses: 1 + random.below(3),
        how: random.pick(['end', 'reset', 'atRequest', 'atRequest']),
      };
    case 'answer': {
      const length = random.pick(['content-length: 4\r\n', '']);
      const text = `HTTP/1.1 ${random.pick(busy)}\r\n${random.pick(waits)}${length}connection: close\r\n\r\nbusy`;
      return { kind, afterBytes, text, reads: random.chance(0.5) };
    }
  }
}

/**
 * Relays connections to a server, and does to them what networks, proxies and busy servers do, by a seed. Nothing of it
 * refuses a file for good.
 */
export class HostileWire {
  /** Those of all wires, also while they refuse connections: another one would get their files. */
  static readonly #ports = new Set<number>();
  readonly #sockets = new Set<Socket>();
  readonly #timers = new Set<NodeJS.Timeout>();
  readonly #outages: Outage[];
  #server: Server | undefined;
  #port = 0;
  #connections = 0;
  #bytes = 0;
  #isClosed = false;

  readonly #to: number;
  readonly #seed: number;
  readonly #hostility: Hostility;

  private constructor(to: number, seed: number, hostility: Hostility) {
    this.#to = to;
    this.#seed = seed;
    this.#hostility = hostility;
    this.#outages = [...hostility.outages];
  }

  /** @param to port of the server */
  static async open(to: number, seed: number, hostility: Hostility): Promise<HostileWire> {
    const wire = new HostileWire(to, seed, hostility);
    const random = new Random(seed);
    do wire.#port = minPort + random.below(maxPort - minPort);
    while (HostileWire.#ports.has(wire.#port) || !(await wire.#listen()));
    HostileWire.#ports.add(wire.#port);
    return wire;
  }

  get origin(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    for (const timer of this.#timers) clearTimeout(timer);
    const server = this.#server;
    server?.close();
    for (const socket of this.#sockets) socket.destroy();
    if (server?.listening === true) await once(server, 'close');
    HostileWire.#ports.delete(this.#port);
  }

  /** @returns whether the port was free */
  async #listen(): Promise<boolean> {
    const server = createServer({ allowHalfOpen: true }, (socket) => this.#carry(socket));
    server.listen(this.#port, '127.0.0.1');
    try {
      await once(server, 'listening');
    } catch {
      return false;
    }
    if (this.#isClosed) server.close();
    this.#server = server;
    return true;
  }

  #after(ms: number, call: () => void): void {
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      call();
    }, ms);
    this.#timers.add(timer);
  }

  #carry(client: Socket): void {
    const server = connect({ port: this.#to, host: '127.0.0.1', allowHalfOpen: true });
    const fault = createFault(new Random(this.#seed * 100_003 + this.#connections++), this.#hostility);
    for (const socket of [client, server]) {
      this.#sockets.add(socket);
      socket.setNoDelay(true).on('error', () => undefined);
      socket.once('close', () => this.#sockets.delete(socket));
    }
    new Passage(client, server, fault, (ms, call) => this.#after(ms, call));
    client.on('data', (chunk: Buffer) => this.#count(chunk.length));
  }

  #count(bytes: number): void {
    this.#bytes += bytes;
    const [next] = this.#outages;
    if (next === undefined || this.#bytes < next.afterBytes || this.#server === undefined) return;
    this.#outages.shift();
    this.#server.close();
    this.#server = undefined;
    if (next.resets) for (const socket of this.#sockets) reset(socket);
    const reopen = (): void => {
      void this.#listen().then((isOpen) => {
        if (!isOpen) this.#after(20, reopen);
      });
    };
    this.#after(next.ms, reopen);
  }
}

/** Node does not close a socket that is reset while it is ending. */
function reset(socket: Socket): void {
  if (socket.writableEnded) socket.destroy();
  else socket.resetAndDestroy();
}

/** The two sides of one connection. */
class Passage {
  #fromClient = 0;
  #fromServer = 0;
  #responses = 0;
  #isAsked = false;
  /** Whether nothing more is relayed. */
  #isOver = false;

  readonly #client: Socket;
  readonly #server: Socket;
  readonly #fault: Fault;
  readonly #after: (ms: number, call: () => void) => void;

  constructor(client: Socket, server: Socket, fault: Fault, after: (ms: number, call: () => void) => void) {
    this.#client = client;
    this.#server = server;
    this.#fault = fault;
    this.#after = after;
    client.on('data', (chunk: Buffer) => this.#takeFromClient(chunk));
    server.on('data', (chunk: Buffer) => this.#takeFromServer(chunk));
    client.on('end', () => server.end());
    server.on('end', () => client.end());
    client.once('close', () => server.destroy());
    server.once('close', () => {
      if (!this.#isOver) client.destroySoon();
    });
  }

  #takeFromClient(chunk: Buffer): void {
    const fault = this.#fault;
    const isNewRequest = !this.#isAsked;
    this.#isAsked = true;
    if (this.#isOver) return;
    if (fault.kind === 'closeKept' && fault.how === 'atRequest' && isNewRequest) {
      if (this.#responses >= fault.responses) {
        this.#reset();
        return;
      }
    }
    const before = this.#fromClient;
    this.#fromClient += chunk.length;
    const place = 'afterBytes' in fault && fault.kind !== 'truncate' ? fault.afterBytes : Infinity;
    if (place < before || place >= this.#fromClient) {
      this.#relay(this.#client, this.#server, chunk);
      return;
    }
    this.#server.write(chunk.subarray(0, place - before));
    if (this.#strike()) this.#relay(this.#client, this.#server, chunk.subarray(place - before));
  }

  #takeFromServer(chunk: Buffer): void {
    const fault = this.#fault;
    if (this.#isOver) return;
    if (this.#isAsked) this.#responses++;
    this.#isAsked = false;
    const before = this.#fromServer;
    this.#fromServer += chunk.length;
    if (fault.kind === 'truncate' && this.#fromServer >= fault.afterBytes) {
      this.#isOver = true;
      this.#client.end(chunk.subarray(0, fault.afterBytes - before));
      this.#server.destroy();
      return;
    }
    this.#relay(this.#server, this.#client, chunk);
    if (fault.kind !== 'closeKept' || this.#responses < fault.responses) return;
    if (fault.how === 'end') this.#client.end();
    if (fault.how === 'reset') this.#after(2, () => this.#reset());
  }

  /** In the middle of what the client sends. @returns whether the rest is relayed */
  #strike(): boolean {
    const fault = this.#fault;
    if (fault.kind === 'reset') this.#reset();
    if (fault.kind === 'halfClose') this.#client.end();
    if (fault.kind === 'stall') {
      for (const socket of [this.#client, this.#server]) {
        socket.pause();
        this.#after(fault.stallMs, () => socket.resume());
      }
    }
    if (fault.kind === 'answer') {
      this.#isOver = true;
      this.#server.destroy();
      this.#client.end(fault.text);
      if (!fault.reads) {
        // Closing with bytes unread resets the connection.
        this.#client.pause();
        this.#after(20, () => this.#client.destroy());
      }
    }
    return !this.#isOver;
  }

  #reset(): void {
    this.#isOver = true;
    reset(this.#client);
    reset(this.#server);
  }

  #relay(from: Socket, to: Socket, chunk: Buffer): void {
    if (!to.writable) return;
    if (this.#fault.kind === 'delay') {
      from.pause();
      this.#after(this.#fault.delayMs, () => {
        if (to.writable) to.write(chunk);
        from.resume();
      });
    } else if (!to.write(chunk)) {
      from.pause();
      to.once('drain', () => from.resume());
    }
  }
}
