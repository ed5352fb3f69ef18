import { once } from 'node:events';
import type { IncomingHttpHeaders, IncomingMessage, Server, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo, Server as NetServer, Socket } from 'node:net';
import { createServer as createNetServer } from 'node:net';

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

type Answer = Reply | ((request: RecordedRequest) => Reply);

const closings: (() => Promise<void>)[] = [];

/** Closes every server that a test has started, and its connections. */
export async function closeServers(): Promise<void> {
  await Promise.all(closings.splice(0).map((close) => close()));
}

export interface ListeningServer {
  readonly origin: string;
  readonly host: string;
  /** How many connections there have been. */
  readonly connections: () => number;
}

export interface RecordingServer extends ListeningServer {
  /** Requests that arrived complete. */
  readonly requests: RecordedRequest[];
}

/** A server that keeps each request; it gives the answers in turn, and the last one for ever. */
export async function serve(...answers: [Answer, ...Answer[]]): Promise<RecordingServer> {
  const requests: RecordedRequest[] = [];
  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const chunks: Buffer[] = [];
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
    const { method = '', url = '', headers } = request;
    const recorded = { method, path: url, headers, body: Buffer.concat(chunks).toString('utf8') };
    const answer = answers[Math.min(requests.push(recorded), answers.length) - 1]!;
    const reply = typeof answer === 'function' ? answer(recorded) : answer;
    response.writeHead(reply.status ?? 200, reply.headers).end(reply.body);
  };
  const server = createServer((request, response) => void handle(request, response).catch(() => undefined));
  return { ...(await listen(server)), requests };
}

/** A server that speaks bytes, for what no HTTP server would do. */
export async function serveRaw(onConnection: (socket: Socket) => void): Promise<ListeningServer> {
  return listen(
    createNetServer((socket) => {
      socket.on('error', () => undefined);
      onConnection(socket);
    }),
  );
}

/** An origin where nobody listens. */
export async function refusingOrigin(): Promise<string> {
  const server = createNetServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return `http://127.0.0.1:${port}`;
}

export async function listen(server: Server | NetServer, scheme = 'http'): Promise<ListeningServer> {
  const sockets = new Set<Socket>();
  let connections = 0;
  server.on('connection', (socket: Socket) => {
    connections++;
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  closings.push(async () => {
    server.close();
    for (const socket of sockets) socket.destroy();
    await once(server, 'close');
  });
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { origin: `${scheme}://${host}`, host, connections: () => connections };
}
