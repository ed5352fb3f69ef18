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

/** The query of a link, as long as usual: links are looked at and taken apart for each file. */
const signature = `X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Expires=3600&X-Amz-SignedHeaders=host&X-Amz-Signature=${'0'.repeat(64)}`;

/** What has arrived since the last time that this was asked for. */
export interface Arrived {
  readonly files: number;
  readonly bytes: number;
}

/**
 * A file server that takes every PUT and keeps nothing of it, in a process of its own, together with as much of
 * a service as a launch needs. Tells its parent the port, and as the answer to each message what has arrived.
 */
function main(): void {
  let arrived: Arrived = { files: 0, bytes: 0 };
  const take: RequestListener = (request, response) => {
    if (request.method === 'POST') {
      answerService(request, response);
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

/** Makes models with a link for each file, and agrees to everything else. */
function answerService(request: IncomingMessage, response: ServerResponse): void {
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
