import { connect, createServer, type Socket } from 'node:net';
import { Random } from '../../../simulation/random';
import { listen } from '../../../support/testServer';

/** The fate of one connection; times in real ms, places in bytes of what a client or the server sends. */
type Fault =
  | { readonly kind: 'none' }
  /** Half-closed: the client is sent no more, but read. */
  | { readonly kind: 'reset' | 'halfClose' | 'truncate'; readonly afterBytes: number }
  | { readonly kind: 'stall'; readonly afterBytes: number; readonly stallMs: number }
  | { readonly kind: 'delay'; readonly delayMs: number }
  | { readonly kind: 'answer'; readonly afterBytes: number; readonly text: string; readonly reads: boolean };

interface Hostility {
  /** Probability that something happens to a connection. */
  readonly faultRate: number;
  /** Typical size of a request; bytes. */
  readonly requestBytes: number;
  readonly weights: Readonly<Record<keyof typeof usual, number>>;
}

const usual = { reset: 3, halfClose: 1, stall: 1, delay: 2, truncate: 2, answer: 3 } as const;

/** Of a network that mostly pauses. */
const pausing = { ...usual, stall: 30 } as const;

/** Longer than a client lets a file wait that it cannot send. */
const longStallMs = 3000;

const busy = ['500 Oops', '502 Bad Gateway', '503 Slow Down', '408 Too Slow', '429 Too Many Requests'];
const waits = ['', '', ...['0', '1', '20', 'soon'].map((wait) => `retry-after: ${wait}\r\n`)];

export function createHostility(random: Random, files: readonly Buffer[]): Hostility {
  const totalBytes = files.reduce((sum, { length }) => sum + length, 0);
  const requestBytes = 100 + totalBytes / files.length;
  return {
    faultRate: random.pick([0.05, 0.2, 0.5]),
    requestBytes,
    // Only files that are larger than the buffers of the system notice a pause.
    weights: requestBytes > 4_000_000 && random.chance(0.5) ? pausing : usual,
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
 * @param to port of the server
 */
export async function openHostileWire(to: number, seed: number, hostility: Hostility) {
  const timers = new Set<NodeJS.Timeout>();
  const after = (ms: number, call: () => void): void => {
    const timer = setTimeout(() => {
      timers.delete(timer);
      call();
    }, ms);
    timers.add(timer);
  };
  let connections = 0;
  const wire = createServer({ allowHalfOpen: true }, (client) => {
    const server = connect({ port: to, host: '127.0.0.1', allowHalfOpen: true });
    const fault = createFault(new Random(seed * 100_003 + connections++), hostility);
    for (const socket of [client, server]) socket.setNoDelay(true).on('error', () => undefined);
    new Passage(client, server, fault, after);
  });
  const { origin, close } = await listen(wire);
  return {
    origin,
    async close() {
      for (const timer of timers) clearTimeout(timer);
      await close();
    },
  };
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
    if (this.#isOver) return;
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
    const before = this.#fromServer;
    this.#fromServer += chunk.length;
    if (fault.kind === 'truncate' && this.#fromServer >= fault.afterBytes) {
      this.#isOver = true;
      this.#client.end(chunk.subarray(0, fault.afterBytes - before));
      this.#server.destroy();
      return;
    }
    this.#relay(this.#server, this.#client, chunk);
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
