import { Readable } from 'node:stream';
import type { Dispatcher } from 'undici';
import { type Clock, systemClock } from '../core/clock';
import { type NetworkDetails, NetworkError, type ProxyInfo } from '../core/errors';
import type { Operation } from '../core/types';
import type { RequestTarget } from '../url/uploadUrl';
import type { ConnectionPool } from './connections';
import { connectTimeoutMs, createPool } from './connectors';
import { RequestWatchdog } from './requestTimeouts';
import { type ReadResponse, type ResponseLimits, ResponseReader } from './responseReader';
import { createProxyHeaders, directRoute, isForwarded, type Proxy, type Route, type Routing } from './route';
import { classifyTransportError, isFromConnection, ProxyError, proxyErrorFor } from './transportErrors';
import type { Wire } from './wire';

export interface HttpRequest {
  readonly operation: Operation;
  readonly method: 'GET' | 'POST' | 'PUT';
  readonly target: RequestTarget;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Buffer | Readable | undefined;
  /**
   * Opens a stream body again from its start, to retry on a new connection when a kept one turned out closed.
   * Without it the request fails then.
   */
  readonly reopenBody?: () => Readable;
  readonly limits: HttpLimits;
  readonly signal: AbortSignal;
  /** The subject of the request for the log, when its path does not show it. */
  readonly about?: string;
  /**
   * For a POST only: called when the connection is established and nothing has been sent. The request is sent as
   * soon as the promise resolves; when it rejects, nothing is sent and `send` rejects with the same error.
   */
  readonly beforeSend?: () => Promise<void>;
}

export interface HttpLimits extends ResponseLimits {
  /** Whether an accepted response without its whole body is a failure. */
  readonly needsBody: boolean;
  /** Milliseconds from the last byte of the request to the first byte of the response. */
  readonly responseTimeoutMs: number;
  /** Milliseconds during which the connection accepts no byte of a stream body. */
  readonly stallTimeoutMs: number;
}

export type HttpResponse = Omit<ReadResponse, 'fault'>;

/** Sends requests, each once. */
export type Transport = Pick<HttpTransport, 'send' | 'close'> & Partial<Pick<HttpTransport, 'closeIdle'>>;

/**
 * The only path to the network. Follows no redirect, decompresses nothing, and bounds every wait. Lists and uploads
 * share kept connections. Each POST has a connection of its own, because only that can prove that nothing was sent:
 * until the connection to the server itself is established, no byte of the request has left.
 */
export class HttpTransport {
  /** Kept connections by origin and route. */
  readonly #pools = new Map<string, ConnectionPool>();

  readonly #origins = new Map<string, URL>();

  readonly #clock: Clock;
  readonly #routing: Routing;

  /** @param routing must stay the same for the life of the transport: connections made by its routes are kept */
  constructor(clock: Clock = systemClock, routing: Routing = directRoute) {
    this.#clock = clock;
    this.#routing = routing;
  }

  /**
   * Sends one request, once; but retries a GET or PUT at once on a new connection when a kept one turned out closed.
   * Stream bodies are destroyed in every case.
   * @throws {NetworkError} when no complete response arrived
   * @throws the reason of the signal when it is aborted, and a stream body's own error when that fails
   */
  async send(request: HttpRequest): Promise<HttpResponse> {
    const trip = createAttempt(request);
    try {
      return await this.#sendOnce(request, trip);
    } catch (error) {
      if (!wasClosedBefore(error, trip)) throw error;
      const again = requestAgain(request);
      if (again === undefined) throw error;
      return await this.#sendOnce(again, createAttempt(request, true));
    }
  }

  /** Lets running requests finish and closes the kept connections. */
  async close(): Promise<void> {
    await Promise.all([...this.#pools.values()].map((pool) => pool.close()));
  }

  /** Closes the kept connections that carry no request. */
  closeIdle(): void {
    for (const pool of this.#pools.values()) pool.closeIdle();
  }

  async #sendOnce(request: HttpRequest, trip: Sending): Promise<HttpResponse> {
    const stream = streamOf(request);
    const { responseTimeoutMs: responseMs, stallTimeoutMs: stallMs } = request.limits;
    const limits = { connectMs: connectTimeoutMs, responseMs, stallMs };
    const watch = new RequestWatchdog(request.signal, stream, limits, this.#clock);
    try {
      request.signal.throwIfAborted();
      if (stream?.errored) throw stream.errored;
      trip.route = await Promise.race([this.#routing(this.#parseOrigin(request)), watch.stopped]);
      const response = await this.#exchange(request, trip, watch);
      request.signal.throwIfAborted();
      if (response.accepted && isOwnFailure(stream?.errored)) throw stream.errored;
      return response;
    } catch (error) {
      request.signal.throwIfAborted();
      if (trip.refusal !== undefined) throw trip.refusal.reason;
      if (stream?.errored === error && isOwnFailure(error)) throw error;
      throw new NetworkError(request.operation, request.target.host, toNetworkDetails(error, trip));
    } finally {
      watch.end();
      stream?.destroy();
    }
  }

  async #exchange(request: HttpRequest, trip: Sending, watch: RequestWatchdog): Promise<ReadResponse> {
    const { route } = trip;
    const origin = this.#parseOrigin(request);
    const forwarded = isForwarded(route, origin);
    const pool = request.method === 'POST' ? createOwnPool(request, trip, watch) : this.#pool(route, origin);
    const connection = pool.take({ isNew: trip.isAgain });
    trip.isKept = connection.isFree;
    let hasResponse = false;
    try {
      const options = requestOptions(request, forwarded ? route.proxy : undefined);
      const reader = new ResponseReader(request.limits, watch, this.#clock, () => {
        const { wire } = connection;
        wire.beginRequest();
        trip.sent = 'maybe';
        trip.wire = wire;
        watch.started(wire);
      });
      connection.client.dispatch(options, reader);
      const response = await Promise.race([reader.response, watch.stopped]);
      hasResponse = request.method !== 'POST';
      assertWhole(response, request.limits);
      if (forwarded && response.status === 407) {
        trip.sent = 'no';
        throw proxyErrorFor(response.status);
      }
      return response;
    } finally {
      pool.giveBack(connection, hasResponse);
    }
  }

  /** Kept, because thousands of files go to the same few servers. */
  #parseOrigin({ target: { origin } }: HttpRequest): URL {
    const parsed = this.#origins.get(origin) ?? new URL(origin);
    this.#origins.set(origin, parsed);
    return parsed;
  }

  #pool(route: Route, origin: URL): ConnectionPool {
    const { proxy } = route;
    const key = JSON.stringify([origin.origin, proxy?.url, proxy?.authorization]);
    const pool = this.#pools.get(key) ?? createPool(route, origin);
    this.#pools.set(key, pool);
    return pool;
  }
}

/** State of a request without a response. */
export interface RequestAttempt {
  route: Route;
  sent: NetworkDetails['sent'];
}

/** State of a running request. */
interface Sending extends RequestAttempt {
  /** Whether it is sent again because a kept connection turned out closed. */
  readonly isAgain: boolean;
  /** Whether it was assigned to a connection that was already open. */
  isKept: boolean;
  /** The connection that it was written to, if any. */
  wire?: Wire;
  /** The error with which the caller withdrew the request just before sending. */
  refusal?: { readonly reason: unknown };
}

function createAttempt({ method }: HttpRequest, isAgain = false): Sending {
  return { route: {}, sent: method === 'POST' ? 'no' : 'maybe', isAgain, isKept: false };
}

/**
 * Whether the server closed a kept connection before it noticed the request. This is assumed when not a single byte
 * arrived: servers that close after each response do not always announce it.
 */
function wasClosedBefore(error: unknown, { isKept, wire }: Sending): boolean {
  const isReset = error instanceof NetworkError && error.code === 'reset';
  return isReset && (wire === undefined ? isKept : wire.requests > 1 && wire.isSilent);
}

/** The request to send again; undefined when it must not or cannot be repeated. */
function requestAgain(request: HttpRequest): HttpRequest | undefined {
  if (request.method === 'POST') return undefined;
  if (!(request.body instanceof Readable)) return request;
  return request.reopenBody && { ...request, body: request.reopenBody() };
}

function streamOf({ body }: HttpRequest): Readable | undefined {
  return body instanceof Readable ? body : undefined;
}

/** A pool for the single connection of one request. */
function createOwnPool(request: HttpRequest, trip: Sending, watch: RequestWatchdog): ConnectionPool {
  const beforeSend = async (): Promise<void> => {
    watch.connected();
    try {
      await request.beforeSend?.();
    } catch (reason) {
      trip.refusal ??= { reason };
      throw reason;
    }
  };
  return createPool(trip.route, new URL(request.target.origin), { signal: watch.signal, beforeSend });
}

function requestOptions(request: HttpRequest, proxy: Proxy | undefined): Dispatcher.DispatchOptions {
  const { method, target, headers, body = null, limits } = request;
  return {
    method,
    origin: target.origin,
    path: target.path,
    headers,
    body,
    // RequestWatchdog runs this timeout, because it knows when the request is sent.
    headersTimeout: 0,
    bodyTimeout: limits.bodyTimeoutMs,
    ...(proxy?.url !== undefined && {
      origin: proxy.url.origin,
      path: target.origin + target.path,
      headers: { ...headers, host: target.host, ...createProxyHeaders(proxy) },
    }),
  };
}

/** @throws the fault that cut the response off, if the operation needs the whole response */
function assertWhole({ accepted, encoded, fault }: ReadResponse, { needsBody }: HttpLimits): void {
  // An error status stands without its body, and so does the success of an upload or finalise, unless the bytes were
  // not HTTP: then the status may not belong to this request.
  const isGarbled = fault !== undefined && classifyTransportError(fault).code === 'protocol';
  if (fault !== undefined && accepted && (needsBody || isGarbled) && !encoded) throw fault;
}

/**
 * Whether a stream body failed by itself. When the connection fails, undici destroys the stream with the same error.
 */
function isOwnFailure(error: unknown): error is Error {
  return error instanceof Error && !isFromConnection(error);
}

/** Translates an error of the transport for a request on this route. */
export function toNetworkDetails(error: unknown, { route: { proxy }, sent }: RequestAttempt): NetworkDetails {
  const { proxyStatus: status, ...fault } = classifyTransportError(error);
  if (proxy === undefined) return { ...fault, sent };
  const { url, source } = proxy;
  const isAtFault = error instanceof ProxyError;
  const part: ProxyInfo = {
    host: url?.host ?? '',
    source,
    isAtFault,
    ...(status !== undefined && { status }),
  };
  return { ...fault, sent, proxy: part };
}
