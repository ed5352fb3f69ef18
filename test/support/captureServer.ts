import { createServer } from 'node:http';
import { listen } from './httpServer';

/** A server on a loopback address of its own, to which nothing may be sent. */
export interface CaptureServer {
  /** `http://127.0.0.2:<port>` */
  readonly url: string;
  /** Number of connections that were opened, whatever was sent over them. */
  readonly connections: number;
  /** Method and path of each request, in order of arrival. */
  readonly requests: readonly string[];
  /** Forgets all connections and requests so far. */
  reset(): void;
  readonly stop: () => Promise<void>;
}

export async function startCaptureServer(): Promise<CaptureServer> {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    requests.push(`${request.method ?? ''} ${request.url ?? ''}`);
    response.writeHead(404, { connection: 'close' }).end();
  });
  const { origin, connections, close } = await listen(server, { address: '127.0.0.2' });
  let forgotten = 0;
  return {
    url: origin,
    get connections() {
      return connections() - forgotten;
    },
    requests,
    reset() {
      forgotten = connections();
      requests.length = 0;
    },
    stop: close,
  };
}
