import { Readable } from 'node:stream';
import type { HttpRequest } from '../../../../src/client/http/httpTransport';

const chunk = Buffer.alloc(256 * 1024, 'x');

/** A request that sends a file of so many bytes, a multiple of 256 KiB. */
export function putFile(bytes: number, limits: Partial<HttpRequest['limits']> = {}) {
  return {
    operation: 'uploadFile',
    method: 'PUT',
    headers: { 'content-length': String(bytes) },
    body: Readable.from(Array<Buffer>(bytes / chunk.length).fill(chunk)),
    limits: {
      accepted: [201],
      needsBody: false,
      maxBodyBytes: 100,
      responseTimeoutMs: 60_000,
      stallTimeoutMs: 60_000,
      bodyTimeoutMs: 60_000,
      ...limits,
    },
  } as const;
}
