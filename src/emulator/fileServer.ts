import { createHash } from 'node:crypto';
import {
  createProblem,
  drain,
  type EmulatedExchange,
  type JsonResponse,
  receive,
  type RequestHandler,
} from './exchange';
import type { RateLimiter } from './rateLimiter';
import { verifySignature } from './signedUrl';
import type { EmulatedFile, ServiceState } from './state';

export interface FileContext {
  readonly state: ServiceState;
  /** The key that signs upload URLs. */
  readonly key: Buffer;
  readonly pace: RateLimiter;
}

interface Upload {
  readonly modelId: string;
  readonly index: number;
  readonly file: EmulatedFile;
}

export function uploadPath(modelId: string, index: number): string {
  return `/uploads/${modelId}/${index}`;
}

/** Finds the file that a request addresses, names it in the record and returns the handler that takes it. */
export function beginUpload(exchange: EmulatedExchange, context: FileContext): RequestHandler {
  const { record } = exchange;
  const upload = findUpload(record.path, context.state);
  if (upload !== undefined && record.method === 'PUT') {
    record.operation = 'uploadFile';
    record.fileName = upload.file.name;
  }
  return {
    takeBody: () => drain(exchange, context.pace),
    async apply() {
      if (record.method !== 'PUT') return createProblem(405, 'Files are sent with PUT.', { allow: 'PUT' });
      if (upload === undefined) return createProblem(404, 'There is no such file.');
      return findRefusal(exchange, context, upload.file) ?? (await store(exchange, context, upload));
    },
  };
}

function findUpload(requested: string, state: ServiceState): Upload | undefined {
  const [, modelId = '', digits = ''] = /^\/uploads\/([^/]+)\/(0|[1-9]\d*)$/.exec(requested) ?? [];
  const index = Number(digits);
  const file = state.model(modelId)?.files[index];
  return file && { modelId, index, file };
}

/** Checks an upload before a byte of it is read (src/client/README.md, Uploads). */
function findRefusal(
  exchange: EmulatedExchange,
  context: FileContext,
  file: EmulatedFile,
): JsonResponse | undefined {
  const { method, path: signed, headers } = exchange.record;
  const verdict = verifySignature(context.key, method, signed, exchange.query, exchange.now());
  if (verdict === 'mismatch') return createProblem(403, 'The signature does not match this upload URL.');
  if (verdict === 'expired') return createProblem(403, 'The upload URL has expired.');
  const length = headers['content-length'];
  if (length === undefined) return createProblem(411, 'The header Content-Length is required.');
  if (Number(length) !== file.size) {
    return createProblem(
      400,
      `The file was announced with ${file.size} bytes, but Content-Length is ${length}.`,
    );
  }
  return undefined;
}

/** Reads an upload. One that breaks off throws, and leaves an earlier upload of the file as it was. */
async function store(
  exchange: EmulatedExchange,
  context: FileContext,
  upload: Upload,
): Promise<JsonResponse> {
  const { modelId, index } = upload;
  const hash = createHash('sha256');
  const add = (chunk: Buffer): boolean => {
    hash.update(chunk);
    return true;
  };
  await receive(exchange, add, context.pace);
  const replaced = context.state.model(modelId)?.files[index]?.stored !== undefined;
  context.state.storeFile(modelId, index, { size: upload.file.size, sha256: hash.digest('hex') });
  return { status: replaced ? 200 : 201 };
}
