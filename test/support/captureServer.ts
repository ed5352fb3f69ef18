import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A server on another loopback address than everything else, to which nobody has anything to say. */
export interface CaptureServer {
  /** `http://127.0.0.2:<port>` */
  readonly url: string;
  /** How many connections were opened, whatever was sent over them. */
  readonly connections: number;
  /** Method and path of each request, in order of arrival. */
  readonly requests: readonly string[];
  /** Forgets all connections and requests so far. */
  reset(): void;
  stop(): Promise<void>;
}

export async function startCaptureServer(): Promise<CaptureServer> {
  let connections = 0;
  const requests: string[] = [];
  const server = createServer((request, response) => {
    requests.push(`${request.method ?? ''} ${request.url ?? ''}`);
    response.writeHead(404, { connection: 'close' }).end();
  });
  server.on('connection', () => connections++);
  server.listen(0, '127.0.0.2');
  await once(server, 'listening');
  const { address, port } = server.address() as AddressInfo;
  return {
    url: `http://${address}:${port}`,
    get connections() {
      return connections;
    },
    requests,
    reset() {
      connections = 0;
      requests.length = 0;
    },
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
