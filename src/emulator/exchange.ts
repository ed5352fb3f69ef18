import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import type { RateLimiter } from './rateLimiter';
import type { RecordInProgress } from './requestRecord';

/** A response before it is written; `body` becomes JSON, and no body is sent when it is undefined. */
export interface JsonResponse {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly body?: unknown;
}

/** A response whose body is sent as is. */
export interface PlainReply {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly body?: string;
}

/** One request and its response on the wire. */
export interface EmulatedExchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly record: RecordInProgress;
  /** Without the question mark. */
  readonly query: string;
  /** Settles when the response has been sent or the connection is closed, by either side. */
  readonly ended: Promise<void>;
  /** The emulator closed the connection, so the client did not abort. */
  cut: boolean;
  now(): number;
}

/** Handles one request, in two steps between which faults can happen. */
export interface RequestHandler {
  /** Reads the body to its end without applying anything. Throws when the client disconnects before. */
  takeBody(): Promise<void>;
  /** Reads as much of the body as the operation needs and applies it. Throws when the client disconnects before. */
  apply(): Promise<JsonResponse>;
}

/**
 * An error response in `application/problem+json`; the interface specifies none (src/client/README.md, Unspecified).
 */
export function createProblem(
  status: number,
  detail: string,
  headers?: Readonly<Record<string, string>>,
): JsonResponse {
  return {
    status,
    headers: { 'content-type': 'application/problem+json', ...headers },
    body: { type: 'about:blank', title: STATUS_CODES[status] ?? 'Error', status, detail },
  };
}

/**
 * Reads the body chunk by chunk, and counts its bytes. Throws when the client disconnects before the end.
 * @param take receives each chunk, and returns false if it wants no further one
 */
export async function receive(
  { request, response, record }: EmulatedExchange,
  take: (chunk: Buffer) => boolean,
  pace?: RateLimiter,
): Promise<void> {
  // A reader that stops early still has to send a response, so leaving the loop must not close the connection.
  const chunks = request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>;
  for await (const chunk of chunks) {
    record.bytesReceived += chunk.length;
    await pace?.spend(chunk.length, () => response.destroyed);
    if (!take(chunk)) return;
  }
}

/** Reads and discards the rest of the body. Throws when the client disconnects before the end. */
export async function drain(exchange: EmulatedExchange, pace?: RateLimiter): Promise<void> {
  if (!exchange.request.readableEnded) await receive(exchange, () => true, pace);
}

/** Sends a response with a JSON body, like `sendPlain`. */
export async function sendJson(
  exchange: EmulatedExchange,
  { status, headers, body }: JsonResponse,
): Promise<void> {
  if (body === undefined) return sendPlain(exchange, { status, headers });
  const typed = { 'content-type': 'application/json', ...headers };
  return sendPlain(exchange, { status, headers: typed, body: JSON.stringify(body) });
}

/**
 * Sends a response as given, with its length, at once; then reads the rest of the request, so that the client gets
 * to read the response. With `readsRest: false` the request body stays unread. Does nothing on a closed connection.
 * Throws when the client disconnects while its body is read.
 */
export async function sendPlain(
  exchange: EmulatedExchange,
  reply: PlainReply,
  { readsRest = true }: { readonly readsRest?: boolean } = {},
): Promise<void> {
  const { request, response, record } = exchange;
  if (response.destroyed || request.socket.destroyed) return;
  const { status, headers, body = '' } = reply;
  // Recorded before the bytes are sent, so that a client with the response finds the record complete.
  record.status = status;
  record.finishedAt = exchange.now();
  const bodiless = status === 204 || status === 304;
  response.writeHead(status, bodiless ? headers : { 'content-length': Buffer.byteLength(body), ...headers });
  if (bodiless || body === '') response.flushHeaders();
  else response.write(body);
  // `end` may close the connection, and closing with unread bytes would destroy the response on its way.
  if (readsRest) await drain(exchange);
  response.end();
}
