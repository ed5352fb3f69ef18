import { STATUS_CODES } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { RateLimiter } from './rateLimiter';
import type { RecordInProgress } from './requestLog';

/** An answer before it is written; `body` becomes JSON, and nothing is sent when it is undefined. */
export interface JsonResponse {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** An answer whose body is sent as it is. */
export interface PlainReply {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** One request and its answer on the wire. */
export interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly record: RecordInProgress;
  /** Service only: the decoded JSON body, once it was read. */
  body?: unknown;
  /** The record has the body too. */
  readonly keepsBody: boolean;
  /** Without the question mark. */
  readonly query: string;
  /** Settles when the answer is out or the connection is closed, whoever closed it. */
  readonly over: Promise<void>;
  /** The emulator cut the connection, so its end is not the client's doing. */
  cut: boolean;
  now(): number;
}

/** The handling of one request, in the two steps between which faults can happen. */
export interface RequestHandler {
  /** Reads the body to its end and applies nothing. Throws when the client leaves before. */
  takeBody(): Promise<void>;
  /** Reads as much of the body as the operation wants and applies it. Throws when the client leaves before. */
  apply(): Promise<JsonResponse>;
}

/** An error answer in `application/problem+json`; the interface specifies none (src/client/README.md, Unspecified). */
export function problem(
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

/** Yields the body piece by piece, counting it. Throws when the client leaves before the end. */
export async function* receive(
  exchange: Exchange,
  pace?: RateLimiter,
): AsyncGenerator<Buffer, void, undefined> {
  const { request, response, record } = exchange;
  // A reader that stops early still has to answer, so leaving the loop must not close the connection.
  const chunks = request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>;
  for await (const chunk of chunks) {
    record.bytesReceived += chunk.length;
    await pace?.spend(chunk.length, () => response.destroyed);
    yield chunk;
  }
}

/** Reads and drops the rest of the body. Throws when the client leaves before the end. */
export async function drain(exchange: Exchange, pace?: RateLimiter): Promise<void> {
  if (exchange.request.readableEnded) return;
  const chunks = receive(exchange, pace);
  while ((await chunks.next()).done !== true);
}

/** Sends an answer with a JSON body, like `sendPlain`. */
export async function sendJson(exchange: Exchange, { status, headers, body }: JsonResponse): Promise<void> {
  if (body === undefined) return sendPlain(exchange, { status, ...(headers && { headers }) });
  const typed = { 'content-type': 'application/json', ...headers };
  return sendPlain(exchange, { status, headers: typed, body: JSON.stringify(body) });
}

/**
 * Sends an answer as given, with its length, at once; then reads what the client is still sending, so that it
 * gets to see the answer. With `leaveUnread` the body stays where it is. Does nothing on a closed connection.
 * Throws when the client leaves while its body is read.
 */
export async function sendPlain(exchange: Exchange, reply: PlainReply, leaveUnread = false): Promise<void> {
  const { request, response, record } = exchange;
  if (response.destroyed || request.socket.destroyed) return;
  const { status, headers, body = '' } = reply;
  // Recorded before the bytes leave, so that a client holding the answer finds the record complete.
  record.status = status;
  record.finishedAt = exchange.now();
  const bodiless = status === 204 || status === 304;
  response.writeHead(status, bodiless ? headers : { 'content-length': Buffer.byteLength(body), ...headers });
  if (bodiless || body === '') response.flushHeaders();
  else response.write(body);
  // The end may close the connection, and closing with unread bytes would destroy the answer on its way.
  if (!leaveUnread) await drain(exchange);
  response.end();
}
