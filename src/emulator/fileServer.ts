import { createHash, randomBytes } from 'node:crypto';
import { createWriteStream, renameSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { drain, problem, receive } from './exchange';
import type { JsonResponse, Exchange, RequestHandler } from './exchange';
import type { RateLimiter } from './rateLimiter';
import { verifySignature } from './signedUrl';
import type { EmulatedFile, ServiceState } from './state';

/** The parts that uploads work on. */
export interface FileContext {
  readonly state: ServiceState;
  /** The key that signs upload URLs. */
  readonly key: Buffer;
  /** The folder that takes the bytes; it exists. */
  readonly folder: string;
  readonly pace: RateLimiter;
}

interface Upload {
  readonly modelId: string;
  readonly index: number;
  readonly file: EmulatedFile;
}

/** The path of one file's upload URL. */
export function uploadPath(modelId: string, index: number): string {
  return `/uploads/${modelId}/${index}`;
}

/** Finds the file that a request addresses, names it in the record and returns how to store it. */
export function beginUpload(exchange: Exchange, context: FileContext): RequestHandler {
  const { record } = exchange;
  const upload = findUpload(record.path, context.state);
  if (upload !== undefined && record.method === 'PUT') {
    record.operation = 'uploadFile';
    record.fileName = upload.file.name;
  }
  return {
    takeBody: () => drain(exchange, context.pace),
    async apply() {
      if (record.method !== 'PUT') return problem(405, 'Files are sent with PUT.', { allow: 'PUT' });
      if (upload === undefined) return problem(404, 'There is no such file.');
      return refusal(exchange, context, upload.file) ?? (await store(exchange, context, upload));
    },
  };
}

function findUpload(requested: string, state: ServiceState): Upload | undefined {
  const [, modelId = '', digits = ''] = /^\/uploads\/([^/]+)\/(0|[1-9]\d*)$/.exec(requested) ?? [];
  const index = Number(digits);
  const file = state.model(modelId)?.files[index];
  return file && { modelId, index, file };
}

/** Judges an upload before a byte of it is read (src/client/README.md, Uploads). */
function refusal(exchange: Exchange, context: FileContext, file: EmulatedFile): JsonResponse | undefined {
  const { method, path: signed, headers } = exchange.record;
  const verdict = verifySignature(context.key, method, signed, exchange.query, exchange.now());
  if (verdict === 'mismatch') return problem(403, 'The signature does not match this upload URL.');
  if (verdict === 'expired') return problem(403, 'The upload URL has expired.');
  const length = headers['content-length'];
  if (length === undefined) return problem(411, 'The header Content-Length is required.');
  if (Number(length) !== file.size) {
    return problem(400, `The file was announced with ${file.size} bytes, but Content-Length is ${length}.`);
  }
  return undefined;
}

async function store(exchange: Exchange, context: FileContext, upload: Upload): Promise<JsonResponse> {
  const { modelId, index } = upload;
  // Both parts were made by the emulator, so no name from outside reaches the disk.
  const target = path.join(context.folder, `${modelId}-${index}`);
  const partial = `${target}.${randomBytes(6).toString('hex')}.partial`;
  const hash = createHash('sha256');
  try {
    await pipeline(
      hashed(receive(exchange, context.pace), hash),
      createWriteStream(partial, { flags: 'wx' }),
    );
    const replaced = context.state.model(modelId)?.files[index]?.stored !== undefined;
    // Synchronous, so that of two simultaneous uploads the bytes and the record are of the same one.
    renameSync(partial, target);
    const stored = { size: upload.file.size, sha256: hash.digest('hex'), path: target };
    context.state.storeFile(modelId, index, stored);
    return { status: replaced ? 200 : 201 };
  } catch (error) {
    await rm(partial, { force: true });
    throw error;
  }
}

async function* hashed(
  chunks: AsyncIterable<Buffer>,
  hash: ReturnType<typeof createHash>,
): AsyncGenerator<Buffer, void, undefined> {
  for await (const chunk of chunks) {
    hash.update(chunk);
    yield chunk;
  }
}
