import { Readable } from 'node:stream';
import type { Dispatcher } from 'undici';
import { type Clock, systemClock } from '../core/clock';
import { type NetworkDetails, NetworkError, type ProxyInfo } from '../core/errors';
import { raceAbort } from '../core/raceAbort';
import type { Operation } from '../core/types';
import type { RequestTarget } from '../url/uploadUrl';
import { connectTo, endpointOf } from './connect';
import { Connection, type Connector } from './connection';
import { ConnectionPool } from './connectionPool';
import { Exchange, type ExchangeLimits, type ReadResponse } from './exchange';
import { createProxyHeaders, directRoute, isForwarded, type Route, type Routing } from './route';
import {
  classifyTransportError,
  isFromConnection,
  ProxyError,
  proxyErrorFor,
  RequestInterruptedError,
} from './transportErrors';

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

export interface HttpLimits extends ExchangeLimits {
  /** Whether an accepted response without its whole body is a failure. */
  readonly needsBody: boolean;
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
      if (request.method === 'POST' || !wasClosedBefore(error, trip)) throw error;
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
    const stream = request.body instanceof Readable ? request.body : undefined;
    const origin = new URL(request.target.origin);
    const exchange = new Exchange(request, this.#clock, () => {
      trip.sent = 'maybe';
      trip.connection?.awaitResponse(exchange.handedOver);
    });
    try {
      request.signal.throwIfAborted();
      if (stream?.errored) throw stream.errored;
      trip.route = await raceAbort(this.#routing(origin), exchange.signal);
      const response = await this.#exchange(request, origin, trip, exchange);
      request.signal.throwIfAborted();
      return response;
    } catch (error) {
      request.signal.throwIfAborted();
      if (trip.refusal !== undefined) throw trip.refusal.reason;
      if (stream?.errored === error && isOwnFailure(error)) throw error;
      throw new NetworkError(request.operation, request.target.host, toNetworkDetails(error, trip));
    } finally {
      exchange.close();
      stream?.destroy();
    }
  }

  async #exchange(
    request: HttpRequest,
    origin: URL,
    trip: Sending,
    exchange: Exchange,
  ): Promise<ReadResponse> {
    const { route } = trip;
    const pool = request.method === 'POST' ? undefined : this.#pool(route, origin);
    const connection =
      pool?.take({ isNew: trip.isAgain }) ??
      new Connection(origin.origin, connectOnce(request, origin, trip, exchange));
    trip.connection = connection;
    trip.isKept = connection.isFree;
    try {
      connection.client.dispatch(createOptions(request, route, origin), exchange);
      const response = await exchange.response;
      trip.hasResponse = true;
      assertWhole(response, request.limits);
      if (response.status === 407 && isForwarded(route, origin)) {
        trip.sent = 'no';
        throw proxyErrorFor(response.status);
      }
      return response;
    } finally {
      if (pool === undefined) connection.close();
      else pool.giveBack(connection, trip.hasResponse);
    }
  }

  #pool(route: Route, origin: URL): ConnectionPool {
    const { proxy } = route;
    const key = JSON.stringify([origin.origin, proxy?.url, proxy?.authorization]);
    const pool = this.#pools.get(key) ?? new ConnectionPool(origin.origin, createConnector(route, origin));
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
  hasResponse: boolean;
  connection?: Connection;
  /** The error with which the caller withdrew the request just before sending. */
  refusal?: { readonly reason: unknown };
}

function createAttempt({ method }: HttpRequest, isAgain = false): Sending {
  return { route: {}, sent: method === 'POST' ? 'no' : 'maybe', isAgain, isKept: false, hasResponse: false };
}

/**
 * Whether the server closed a kept connection before it noticed the request. This is assumed when no response
 * arrived: servers that close after each response do not always announce it.
 */
function wasClosedBefore(error: unknown, { isKept, hasResponse }: Sending): boolean {
  return error instanceof NetworkError && error.code === 'reset' && isKept && !hasResponse;
}

/** The request to send again; undefined when it must not or cannot be repeated. */
function requestAgain(request: HttpRequest): HttpRequest | undefined {
  if (!(request.body instanceof Readable)) return request;
  return request.reopenBody && { ...request, body: request.reopenBody() };
}

function createConnector(route: Route, origin: URL): Connector {
  const target = { route, server: endpointOf(origin), isForwarded: isForwarded(route, origin) };
  return (stop) => connectTo({ ...target, stop });
}

/** Connects for one request, and hands the connection over only after `beforeSend` has resolved. */
function connectOnce(request: HttpRequest, origin: URL, trip: Sending, exchange: Exchange): Connector {
  const connect = createConnector(trip.route, origin);
  return async (stop) => {
    const socket = await connect(stop);
    exchange.connected();
    // Reading makes Node notice when the server closes in the meantime.
    const listen = (): void => undefined;
    socket.on('readable', listen);
    try {
      await raceAbort(Promise.resolve(request.beforeSend?.()), exchange.signal);
      return socket;
    } catch (reason) {
      if (!exchange.signal.aborted) trip.refusal = { reason };
      socket.destroy();
      throw new RequestInterruptedError('other');
    } finally {
      socket.off('readable', listen);
    }
  };
}

function createOptions(
  request: HttpRequest,
  { proxy, ...route }: Route,
  origin: URL,
): Dispatcher.DispatchOptions {
  const { method, target, headers, body = null } = request;
  // Exchange has the timeouts, because it knows when the request is sent.
  const options = { method, path: target.path, headers, body, headersTimeout: 0, bodyTimeout: 0 };
  if (proxy === undefined || !isForwarded({ ...route, proxy }, origin)) return options;
  return {
    ...options,
    path: target.origin + target.path,
    headers: { ...headers, ...createProxyHeaders(proxy) },
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
