import { once } from 'node:events';
import {
  createServer as createHttpServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type RequestListener,
  type ServerResponse,
} from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import type { TlsOptions } from 'node:tls';

interface ListenOptions {
  readonly scheme?: 'http' | 'https';
  /** Listening address, on this machine. */
  readonly address?: string;
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
  { scheme = 'http', address = '127.0.0.1' }: ListenOptions = {},
): Promise<ListeningServer> {
  const sockets = new Set<Socket>();
  let connections = 0;
  server.on('connection', (socket: Socket) => {
    connections++;
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  server.listen(0, address);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const host = `${address}:${port}`;
  const result: ListeningServer = {
    origin: `${scheme}://${host}`,
    host,
    port,
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

export interface RecordedRequest {
  readonly method: string;
  /** Path and query. */
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface Reply {
  readonly status?: number;
  readonly headers?: Record<string, string>;
  readonly body?: string | Buffer;
}

export type Responder = Reply | ((request: RecordedRequest, socket: Socket) => Reply);

export interface RecordingServer extends ListeningServer {
  /** Requests that arrived complete. */
  readonly requests: RecordedRequest[];
}

/** A server that records each request; it sends the replies in turn, and repeats the last one. */
export const serve = (...responders: [Responder, ...Responder[]]): Promise<RecordingServer> =>
  serveAt({}, ...responders);

/** Like {@link serve}, with TLS or at another address of this machine. */
export async function serveAt(
  { tls, address }: { readonly tls?: TlsOptions; readonly address?: string },
  ...responders: [Responder, ...Responder[]]
): Promise<RecordingServer> {
  const requests: RecordedRequest[] = [];
  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { method = '', url = '', headers } = request;
    const recorded = { method, path: url, headers, body: await text(request) };
    const responder = responders[Math.min(requests.push(recorded), responders.length) - 1]!;
    const reply = typeof responder === 'function' ? responder(recorded, request.socket) : responder;
    response.writeHead(reply.status ?? 200, reply.headers).end(reply.body);
  };
  const take: RequestListener = (request, response) => void handle(request, response).catch(() => undefined);
  const server = tls === undefined ? createHttpServer(take) : createSecureServer(tls, take);
  const scheme = tls === undefined ? 'http' : 'https';
  const listening = await listen(server, { scheme, ...(address && { address }) });
  return { ...listening, requests };
}

/** A server that writes raw bytes, for behaviour that no HTTP server has. */
export async function serveRaw(onConnection: (socket: Socket) => void): Promise<ListeningServer> {
  return listen(
    createServer((socket) => {
      socket.on('error', () => undefined);
      onConnection(socket);
    }),
  );
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
