import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

interface ListenOptions {
  readonly scheme?: 'http' | 'https';
  /** Listening address, on this machine. */
  readonly address?: string;
  /** A free one by default. */
  readonly port?: number;
}

export interface ListeningServer {
  /** `http://127.0.0.1:<port>` */
  readonly origin: string;
  /** `127.0.0.1:<port>` */
  readonly host: string;
  readonly port: number;
  /** Number of connections so far. */
  readonly connections: () => number;
  /** Also closes the connections. May be called more than once. */
  readonly close: () => Promise<void>;
}

const listening = new Set<ListeningServer>();

/** Closes every listening server. Call after each test. */
export async function closeServers(): Promise<void> {
  await Promise.all([...listening].map((server) => server.close()));
}

/** Listens on a free port; the server may speak HTTP, HTTPS, TLS or TCP. */
export async function listen(
  server: Server,
  { scheme = 'http', address = '127.0.0.1', port: chosenPort = 0 }: ListenOptions = {},
): Promise<ListeningServer> {
  const sockets = new Set<Socket>();
  let connections = 0;
  server.on('connection', (socket: Socket) => {
    connections++;
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  server.listen(chosenPort, address);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const host = `${address}:${port}`;
  const result: ListeningServer = {
    origin: `${scheme}://${host}`,
    ...{ host, port },
    connections: () => connections,
    async close() {
      if (!listening.delete(result)) return;
      server.close();
      for (const socket of sockets) socket.destroy();
      await once(server, 'close');
    },
  };
  listening.add(result);
  return result;
}

/** A port without a listening server. */
export async function unusedPort(): Promise<number> {
  const { port, close } = await listen(createServer());
  await close();
  return port;
}

let refusingPort: Promise<number> | undefined;

/**
 * An origin that refuses connections as long as this process lives: a connection holds the port, so that nobody else can
 * listen there.
 */
export async function refusingOrigin(): Promise<string> {
  refusingPort ??= holdPort();
  return `http://127.0.0.1:${await refusingPort}`;
}

async function holdPort(): Promise<number> {
  const server = createServer((socket) => socket.unref()).listen(0, '127.0.0.1');
  await once(server, 'listening');
  server.unref();
  const { port } = server.address() as AddressInfo;
  // With an address of its own it binds its port, and the system gives that port to no other connection.
  const holder = connect({ port, host: '127.0.0.1', localAddress: '127.0.0.1' });
  await once(holder, 'connect');
  holder.unref();
  return holder.localPort!;
}
