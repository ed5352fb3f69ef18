import { Readable } from 'node:stream';
import type { Dispatcher } from 'undici';
import { type Clock, systemClock } from '../core/clock';
import { type NetworkDetails, NetworkError } from '../core/errors';
import { raceAbort } from '../core/raceAbort';
import type { Operation } from '../core/types';
import type { RequestTarget } from '../url/uploadUrl';
import { connectTo, endpointOf } from './connect';
import { Exchange, type ExchangeLimits, type ReadResponse } from './exchange';
import { type Connector, PooledSocket } from './pooledSocket';
import { type ReadableBody, readBody } from './readableBody';
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
  readonly reopenBody?: (() => Readable) | undefined;
  readonly limits: HttpLimits;
  readonly signal: AbortSignal;
  /** The subject of the request for the log, when its path does not show it. */
  readonly about?: string;
  /**
   * For a POST only: called when the connection is established and nothing has been sent. The request is sent as
   * soon as the promise resolves; when it rejects, nothing is sent and `send` rejects with the same error.
   */
  readonly beforeSend?: (() => Promise<void>) | undefined;
}

export interface HttpLimits extends ExchangeLimits {
  /** Whether an accepted response without its whole body is a failure. */
  readonly needsBody: boolean;
}

export type HttpResponse = Omit<ReadResponse, 'fault' | 'maxBodyBytes'> & ReadableBody;

/** Sends requests, each once. */
export type Transport = Pick<HttpTransport, 'send' | 'close'> & Partial<Pick<HttpTransport, 'closeIdle'>>;

/**
 * The only path to the network. Follows no redirect, unpacks no more than it would read, and bounds every wait. Lists and uploads
 * share kept connections. Each POST has a connection of its own, because only that can prove that nothing was sent:
 * until the connection to the server itself is established, no byte of the request has left.
 */
export class HttpTransport {
  readonly #connections = new Set<PooledSocket>();
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
    const attempt = new Attempt(request, this.#clock);
    try {
      return await this.#perform(attempt);
    } catch (error) {
      const again = wasClosedBefore(error, attempt) ? requestAgain(request) : undefined;
      if (again === undefined) throw error;
      return await this.#perform(new Attempt(again, this.#clock, { isAgain: true }));
    }
  }

  /** Lets running requests finish and closes the connections. */
  async close(): Promise<void> {
    await Promise.all([...this.#connections].map(({ client }) => client.close()));
  }

  /** Closes the connections that carry no request. */
  closeIdle(): void {
    for (const connection of this.#connections) if (!connection.isBusy) this.#close(connection);
  }

  async #perform(attempt: Attempt): Promise<HttpResponse> {
    const { request, exchange, origin, stream } = attempt;
    try {
      request.signal.throwIfAborted();
      if (stream?.errored) throw stream.errored;
      attempt.route = await raceAbort(this.#routing(origin), exchange.signal);
      attempt.connection = this.#connect(attempt);
      attempt.isKept = attempt.connection.isUsable;
      attempt.connection.client.dispatch(createOptions(attempt), exchange);
      const response = await exchange.response;
      request.signal.throwIfAborted();
      assertWhole(response, request.limits);
      if (response.status === 407 && isForwarded(attempt.route, origin)) {
        attempt.sent = 'no';
        throw proxyErrorFor(response.status);
      }
      return await unpackResponse(response);
    } catch (error) {
      request.signal.throwIfAborted();
      if (attempt.refusal !== undefined) throw attempt.refusal.reason;
      if (stream?.errored === error && isOwnFailure(error)) throw error;
      throw new NetworkError(request.operation, request.target.host, toNetworkDetails(error, attempt));
    } finally {
      exchange.close();
      stream?.destroy();
      this.#giveBack(attempt);
    }
  }

  /** A kept connection that is free, else a new one. */
  #connect(attempt: Attempt): PooledSocket {
    const { request, route, origin, isAgain } = attempt;
    for (const one of this.#connections) if (!one.isBusy && !one.isUsable) this.#close(one);
    const routeKey = JSON.stringify([origin.origin, route.proxy?.url, route.proxy?.authorization]);
    const isOwn = request.method === 'POST' || isAgain;
    const kept = [...this.#connections].find((one) => !isOwn && !one.isBusy && one.routeKey === routeKey);
    const connection = kept ?? new PooledSocket(routeKey, origin.origin, createConnector(attempt));
    connection.isBusy = true;
    this.#connections.add(connection);
    return connection;
  }

  #giveBack({ request, exchange, connection }: Attempt): void {
    if (connection === undefined) return;
    connection.isBusy = false;
    const isKept = request.method !== 'POST' && exchange.hasResponse && !connection.client.closed;
    if (!isKept || !connection.isUsable) this.#close(connection);
  }

  #close(connection: PooledSocket): void {
    this.#connections.delete(connection);
    connection.close();
  }
}

/** A request that has got no response. */
export interface UnansweredRequest {
  readonly route: Route;
  readonly sent: NetworkDetails['sent'];
}

/** One try to send a request. */
class Attempt implements UnansweredRequest {
  readonly exchange: Exchange;
  readonly origin: URL;
  route: Route = {};
  sent: NetworkDetails['sent'];
  connection: PooledSocket | undefined;
  /** Whether it was assigned to a connection that was already open. */
  isKept = false;
  /** The error with which the caller withdrew the request just before sending. */
  refusal: { readonly reason: unknown } | undefined;

  readonly request: HttpRequest;
  /** Whether it is sent again because a kept connection turned out closed. */
  readonly isAgain: boolean;

  constructor(request: HttpRequest, clock: Clock, { isAgain = false }: { readonly isAgain?: boolean } = {}) {
    this.request = request;
    this.isAgain = isAgain;
    this.origin = new URL(request.target.origin);
    this.sent = request.method === 'POST' ? 'no' : 'maybe';
    this.exchange = new Exchange(request, clock, {
      onStart: () => {
        this.sent = 'maybe';
        this.connection?.awaitResponse(this.exchange.handedOver);
      },
      readSendQueue: async () => await this.connection?.readSendQueue(),
    });
  }

  get stream(): Readable | undefined {
    return this.request.body instanceof Readable ? this.request.body : undefined;
  }
}

/**
 * Whether the server closed a kept connection before it noticed the request. This is assumed when no response
 * arrived: servers that close after each response do not always announce it.
 */
function wasClosedBefore(error: unknown, { isKept, exchange }: Attempt): boolean {
  return error instanceof NetworkError && error.code === 'reset' && isKept && !exchange.hasResponse;
}

/** The request to send again; undefined when it must not or cannot be repeated. */
function requestAgain(request: HttpRequest): HttpRequest | undefined {
  if (request.method === 'POST') return undefined;
  if (!(request.body instanceof Readable)) return request;
  return request.reopenBody && { ...request, body: request.reopenBody() };
}

/** Connects to the server. For a POST, the connection is handed over only after `beforeSend` has resolved. */
function createConnector(attempt: Attempt): Connector {
  const { request, exchange, route, origin } = attempt;
  const target = { route, server: endpointOf(origin), isForwarded: isForwarded(route, origin) };
  if (request.method !== 'POST') return (stop) => connectTo({ ...target, stop });
  return async (stop) => {
    const socket = await connectTo({ ...target, stop });
    exchange.connected();
    // Reading makes Node notice when the server closes in the meantime.
    const listen = (): void => undefined;
    socket.on('readable', listen);
    try {
      await raceAbort(Promise.resolve(request.beforeSend?.()), exchange.signal);
      return socket;
    } catch (reason) {
      if (!exchange.signal.aborted) attempt.refusal = { reason };
      socket.destroy();
      throw new RequestInterruptedError('other');
    } finally {
      socket.off('readable', listen);
    }
  };
}

function createOptions({ request, route, origin }: Attempt): Dispatcher.DispatchOptions {
  const { method, target, headers, body = null } = request;
  // Exchange has the timeouts, because it knows when the request is sent.
  const options = { method, path: target.path, headers, body, headersTimeout: 0, bodyTimeout: 0 };
  if (route.proxy === undefined || !isForwarded(route, origin)) return options;
  return {
    ...options,
    path: target.origin + target.path,
    headers: { ...headers, ...createProxyHeaders(route.proxy) },
  };
}

/** @throws the fault that cut the response off, if the operation needs the whole response */
function assertWhole({ accepted, fault }: ReadResponse, { needsBody }: HttpLimits): void {
  // An error status stands without its body, and so does the success of an upload or finalise, unless the bytes were
  // not HTTP: then the status may not belong to this request.
  const { code, systemCode } = classifyTransportError(fault);
  if (fault === undefined || !accepted || (!needsBody && code !== 'protocol')) return;
  throw code === 'reset' ? new RequestInterruptedError('cut', systemCode) : fault;
}

async function unpackResponse(response: ReadResponse): Promise<HttpResponse> {
  const { status, accepted, header, maxBodyBytes } = response;
  const labels = {
    encoding: header('content-encoding'),
    type: header('content-type'),
    maxBytes: maxBodyBytes,
  };
  const read = await readBody(response.body, labels);
  // A body that was cut off at its limit cannot be unpacked to its end.
  const encoded = read.encoded && !response.tooLarge;
  const tooLarge = read.tooLarge || response.tooLarge;
  return { status, accepted, header, body: read.body, tooLarge, encoded };
}

/**
 * Whether a stream body failed by itself. When the connection fails, undici destroys the stream with the same error.
 */
function isOwnFailure(error: unknown): error is Error {
  return error instanceof Error && !isFromConnection(error);
}

/** Translates an error of the transport for a request on this route. */
export function toNetworkDetails(
  error: unknown,
  { route: { proxy }, sent }: UnansweredRequest,
): NetworkDetails {
  const { proxyStatus: status, ...fault } = classifyTransportError(error);
  if (proxy === undefined) return { ...fault, sent };
  const isAtFault = error instanceof ProxyError;
  const part = { host: proxy.url?.host ?? '', source: proxy.source, isAtFault };
  return { ...fault, sent, proxy: { ...part, ...(status !== undefined && { status }) } };
}
