import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Random } from '../../../simulation/random';
import { listen, type ListeningServer } from '../../../support/testServer';

export interface BusyFileServer extends ListeningServer {
  /** SHA-256 in hex of each stored file, by its path. */
  readonly stored: ReadonlyMap<string, string>;
}

const statuses = [500, 503, 429];

/** A file server that stores what arrives whole, and refuses some requests for the moment. */
export async function startBusyFileServer(random: Random, busyRate: number): Promise<BusyFileServer> {
  const stored = new Map<string, string>();
  const refuse = (response: ServerResponse): void => {
    if (random.chance(0.5)) response.setHeader('retry-after', random.below(10));
    response.writeHead(random.pick(statuses)).end('busy');
  };
  const store = (request: IncomingMessage, response: ServerResponse): void => {
    const hash = createHash('sha256');
    request.on('data', (chunk: Buffer) => hash.update(chunk));
    request.on('error', () => undefined);
    request.on('end', () => {
      if (random.chance(busyRate)) refuse(response);
      else {
        stored.set(request.url ?? '', hash.digest('hex'));
        response.writeHead(random.pick([200, 201, 204])).end();
      }
    });
  };
  const server = createServer((request, response) => {
    if (random.chance(busyRate)) refuse(response);
    else store(request, response);
  });
  return { ...(await listen(server)), stored };
}
