import {
  createServer as createPlainServer,
  type IncomingMessage,
  type RequestListener,
  type ServerResponse,
} from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { type ConnectionLimit, limitConnections } from '../support/connectionLimit';
import { selfSigned } from '../support/selfSigned';

export type Protocol = 'http' | 'https';

/** The argument of the program, as JSON. */
export interface ServerOrder {
  readonly protocol: Protocol;
  /** None if absent. */
  readonly limit?: ConnectionLimit;
}

const { protocol, limit } = JSON.parse(process.argv[2] ?? '') as ServerOrder;

/** The query of an upload URL, as long as usual, because URLs are parsed for each file. */
const signature = `X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Expires=3600&X-Amz-SignedHeaders=host&X-Amz-Signature=${'0'.repeat(64)}`;

/** Files and bytes that have arrived since the last query. */
export interface Arrived {
  /** Whole files; one that was sent twice counts once. */
  readonly files: number;
  /** Bytes of whole files. */
  readonly bytes: number;
}

/**
 * A file server that accepts every PUT and discards the body, in a process of its own, with just enough of a
 * service for a launch. Sends its port to its parent, and replies to each message with the counts of what has
 * arrived.
 */
function main(): void {
  const stored = new Map<string, number>();
  const take: RequestListener = (request, response) => {
    if (request.method !== 'PUT') {
      respondAsService(request, response);
      return;
    }
    let bytes = 0;
    request.on('data', (chunk: Buffer) => (bytes += chunk.length));
    request.on('end', () => {
      stored.set(request.url ?? '', bytes);
      response.end();
    });
  };
  const server = protocol === 'https' ? createSecureServer(selfSigned, take) : createPlainServer(take);
  const listening = limit === undefined ? server : limitConnections(server, limit);
  listening.listen(0, '127.0.0.1', () => process.send?.((listening.address() as AddressInfo).port));
  process.on('message', () => {
    const bytes = [...stored.values()].reduce((sum, size) => sum + size, 0);
    process.send?.({ files: stored.size, bytes } satisfies Arrived);
    stored.clear();
  });
  process.on('disconnect', () => process.exit());
}

/** Creates models with an upload URL for each file, lists nothing, and accepts everything else. */
function respondAsService(request: IncomingMessage, response: ServerResponse): void {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const { files = [] } = JSON.parse(Buffer.concat(chunks).toString() || '{}') as {
      files?: readonly { readonly name: string }[];
    };
    const origin = `${protocol}://${request.headers.host ?? ''}`;
    const urls = files.map(({ name }, index) => ({ name, url: `${origin}/${index}?${signature}` }));
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ model_id: 'model', upload_urls: urls, projects: [], models: [] }));
  });
}

main();
