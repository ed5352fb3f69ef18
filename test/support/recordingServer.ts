import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createTcpServer, type Socket } from 'node:net';
import { listen, type ListeningServer } from './httpServer';

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

type Responder = Reply | ((request: RecordedRequest) => Reply);

export interface RecordingServer extends ListeningServer {
  /** Requests that arrived complete. */
  readonly requests: RecordedRequest[];
}

/** A server that records each request; it sends the replies in turn, and repeats the last one. */
export async function serve(...responders: [Responder, ...Responder[]]): Promise<RecordingServer> {
  const requests: RecordedRequest[] = [];
  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const chunks: Buffer[] = [];
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
    const { method = '', url = '', headers } = request;
    const recorded = { method, path: url, headers, body: Buffer.concat(chunks).toString('utf8') };
    const responder = responders[Math.min(requests.push(recorded), responders.length) - 1]!;
    const reply = typeof responder === 'function' ? responder(recorded) : responder;
    response.writeHead(reply.status ?? 200, reply.headers).end(reply.body);
  };
  const server = createServer((request, response) => void handle(request, response).catch(() => undefined));
  return { ...(await listen(server)), requests };
}

/** A server that writes raw bytes, for behaviour that no HTTP server has. */
export async function serveRaw(onConnection: (socket: Socket) => void): Promise<ListeningServer> {
  return listen(
    createTcpServer((socket) => {
      socket.on('error', () => undefined);
      onConnection(socket);
    }),
  );
}
