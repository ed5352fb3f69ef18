import {
  createServer as createPlainServer,
  type IncomingMessage,
  type RequestListener,
  type ServerResponse,
} from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { selfSigned } from '../support/selfSigned';

/** The argument of the program. */
export type Protocol = 'http' | 'https';

const protocol: Protocol = process.argv[2] === 'https' ? 'https' : 'http';

/** The query of an upload URL, as long as usual, because URLs are parsed for each file. */
const signature = `X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Expires=3600&X-Amz-SignedHeaders=host&X-Amz-Signature=${'0'.repeat(64)}`;

/** Counts of requests and bytes that have arrived since the last query. */
export interface Arrived {
  readonly files: number;
  readonly bytes: number;
}

/**
 * A file server that accepts every PUT and discards the body, in a process of its own, with just enough of a
 * service for a launch. Sends its port to its parent, and replies to each message with the counts of what has
 * arrived.
 */
function main(): void {
  let arrived: Arrived = { files: 0, bytes: 0 };
  const take: RequestListener = (request, response) => {
    if (request.method === 'POST') {
      respondAsService(request, response);
      return;
    }
    let bytes = 0;
    request.on('data', (chunk: Buffer) => (bytes += chunk.length));
    request.on('end', () => {
      arrived = { files: arrived.files + 1, bytes: arrived.bytes + bytes };
      response.end();
    });
  };
  const server = process.argv[2] === 'https' ? createSecureServer(selfSigned, take) : createPlainServer(take);
  server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
  process.on('message', () => {
    process.send?.(arrived);
    arrived = { files: 0, bytes: 0 };
  });
  process.on('disconnect', () => process.exit());
}

/** Creates models with an upload URL for each file, and accepts everything else. */
function respondAsService(request: IncomingMessage, response: ServerResponse): void {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const { files = [] } = JSON.parse(Buffer.concat(chunks).toString() || '{}') as {
      files?: readonly object[];
    };
    const urls = files.map((_, index) => `${protocol}://${request.headers.host ?? ''}/${index}?${signature}`);
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ model_id: 'model', upload_urls: urls }));
  });
}

main();
