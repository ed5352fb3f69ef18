import { Socket } from 'node:net';
import { Readable } from 'node:stream';
import type { Dispatcher } from 'undici';
import { buildConnector } from 'undici';
import type { ResponseLimits, ReadResponse } from './responseReader';
import { ResponseReader } from './responseReader';
import type { Clock } from '../core/clock';
import { systemClock } from '../core/clock';
import { ConnectionPool, type Connector } from './connections';
import { classifyTransportError, isFromConnection, ProxyError, proxyErrorFor } from './transportErrors';
import type { NetworkDetails, ProxyInfo } from '../core/errors';
import { NetworkError } from '../core/errors';
import { RequestWatchdog, RequestInterruptedError } from './requestTimeouts';
import type { Proxy, Route, Routing } from './route';
import { directRoute, isForwarded, proxyHeaders, tlsRules } from './route';
import { connectThroughProxy } from './proxyTunnel';
import type { Operation } from '../core/types';
import type { RequestTarget } from '../url/uploadUrl';
import type { Wire } from './wire';
import { raceAbort } from '../core/raceAbort';

const connectTime = 15_000;

export interface HttpRequest {
  readonly operation: Operation;
  readonly method: 'GET' | 'POST' | 'PUT';
  readonly target: RequestTarget;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Buffer | Readable | undefined;
  /** A stream body from its beginning, for a kept connection that turns out closed. Without it, that is a failure. */
  readonly reopenBody?: () => Readable;
  readonly limits: HttpLimits;
  readonly signal: AbortSignal;
  /** The subject of the request, for the log, when its path does not say. */
  readonly about?: string;
  /**
   * For a POST only: called when its connection stands and nothing has been sent. The request is sent as soon as the
   * promise resolves; when it rejects, nothing is sent and `send` rejects with the same error.
   */
  readonly beforeSend?: () => Promise<void>;
}

export interface HttpLimits extends ResponseLimits {
  /** Whether an accepted answer without its whole body is a failure. */
  readonly needsBody: boolean;
  /** Milliseconds from the last byte of the request to the first of the answer. */
  readonly firstByte: number;
  /** Milliseconds without the connection taking a byte of a stream body. */
  readonly stall: number;
}

export type HttpResponse = Omit<ReadResponse, 'fault'>;

/** Sends requests, each once. */
export type Transport = Pick<HttpTransport, 'send' | 'close'>;

/**
 * The one way out to the network. It follows no redirect, decompresses nothing, and ends every wait. Lists
 * and uploads share kept connections. Each POST has a connection of its own, because only that can prove
 * that nothing was sent: before it is established, up to the server itself, no byte has left.
 */
export class HttpTransport {
  /** Kept connections by where and which way they lead. */
  private readonly pools = new Map<string, ConnectionPool>();

  /** @param routing one that is never changed: connections that it has led to are kept */
  constructor(
    private readonly clock: Clock = systemClock,
    private readonly routing: Routing = directRoute,
  ) {}

  /**
   * Sends one request, once; but a GET or PUT at once again, on a new connection, when a kept one turned out closed.
   * Stream bodies are destroyed in every case.
   * @throws {NetworkError} when no complete answer came
   * @throws the reason of the signal when it is aborted, and a stream body's own error when that fails
   */
  async send(request: HttpRequest): Promise<HttpResponse> {
    const trip = newTrip(request);
    try {
      return await this.sendOnce(request, trip);
    } catch (error) {
      if (!wasClosedBefore(error, trip)) throw error;
      const again = requestAgain(request);
      if (again === undefined) throw error;
      return await this.sendOnce(again, newTrip(request, true));
    }
  }

  /** Lets running requests finish and closes the kept connections. */
  async close(): Promise<void> {
    await Promise.all([...this.pools.values()].map((pool) => pool.close()));
  }

  private async sendOnce(request: HttpRequest, trip: Sending): Promise<HttpResponse> {
    const stream = streamOf(request);
    const { firstByte, stall } = request.limits;
    const limits = { connect: connectTime, answer: firstByte, stall };
    const watch = new RequestWatchdog(request.signal, stream, limits, this.clock);
    try {
      request.signal.throwIfAborted();
      if (stream?.errored) throw stream.errored;
      trip.route = await Promise.race([this.routing(new URL(request.target.origin)), watch.stopped]);
      const answer = await this.exchange(request, trip, watch);
      request.signal.throwIfAborted();
      if (answer.accepted && isOwnFailure(stream?.errored)) throw stream.errored;
      return answer;
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

  private async exchange(request: HttpRequest, trip: Sending, watch: RequestWatchdog): Promise<ReadResponse> {
    const { route } = trip;
    const origin = new URL(request.target.origin);
    const forwarded = isForwarded(route, origin);
    const pool = request.method === 'POST' ? ownPool(request, trip, watch) : this.pool(route, origin);
    const connection = pool.take({ isNew: trip.isAgain });
    trip.isKept = connection.isFree;
    let isAnswered = false;
    try {
      const options = requestOptions(request, forwarded ? route.proxy : undefined);
      const reader = new ResponseReader(request.limits, watch, this.clock, () => {
        const { wire } = connection;
        wire.beginRequest();
        trip.sent = 'maybe';
        trip.wire = wire;
        watch.started(wire);
      });
      connection.client.dispatch(options, reader);
      const answer = await Promise.race([reader.answer, watch.stopped]);
      isAnswered = request.method !== 'POST';
      requireWhole(answer, request.limits);
      if (forwarded && answer.status === 407) {
        trip.sent = 'no';
        throw proxyErrorFor(answer.status);
      }
      return answer;
    } finally {
      pool.giveBack(connection, isAnswered);
    }
  }

  private pool(route: Route, origin: URL): ConnectionPool {
    const { proxy } = route;
    const key = JSON.stringify([origin.origin, proxy?.url, proxy?.authorization]);
    const pool = this.pools.get(key) ?? newPool(route, origin);
    this.pools.set(key, pool);
    return pool;
  }
}

/** The facts about a request that has not been answered. */
export interface RequestAttempt {
  route: Route;
  sent: NetworkDetails['sent'];
}

/** The facts about a request on its way. */
interface Sending extends RequestAttempt {
  /** Whether it is sent again because a kept connection turned out closed. */
  readonly isAgain: boolean;
  /** Whether it was given to a connection that was open already. */
  isKept: boolean;
  /** The connection that it was written to, if it was. */
  wire?: Wire;
  /** Why the caller kept the request back when it could have been sent. */
  refusal?: { readonly reason: unknown };
}

function newTrip({ method }: HttpRequest, isAgain = false): Sending {
  return { route: {}, sent: method === 'POST' ? 'no' : 'maybe', isAgain, isKept: false };
}

/**
 * Whether a kept connection was closed by the server before it took notice of the request: as far as can be seen,
 * since not a byte has come. Servers that serve one request for each connection do not always say so.
 */
function wasClosedBefore(error: unknown, { isKept, wire }: Sending): boolean {
  const isReset = error instanceof NetworkError && error.code === 'reset';
  return isReset && (wire === undefined ? isKept : wire.requests > 1 && wire.isSilent);
}

/** The same request once more; undefined when it must not or cannot be repeated. */
function requestAgain(request: HttpRequest): HttpRequest | undefined {
  if (request.method === 'POST') return undefined;
  if (!(request.body instanceof Readable)) return request;
  return request.reopenBody && { ...request, body: request.reopenBody() };
}

function streamOf({ body }: HttpRequest): Readable | undefined {
  return body instanceof Readable ? body : undefined;
}

interface OwnRequest {
  readonly signal: AbortSignal;
  /** @throws when the request is not to be sent */
  readonly beforeSend: () => Promise<void>;
}

/** For the one connection of one request. */
function ownPool(request: HttpRequest, trip: Sending, watch: RequestWatchdog): ConnectionPool {
  const beforeSend = async (): Promise<void> => {
    watch.connected();
    try {
      await request.beforeSend?.();
    } catch (reason) {
      trip.refusal ??= { reason };
      throw reason;
    }
  };
  return newPool(trip.route, new URL(request.target.origin), { signal: watch.signal, beforeSend });
}

/** @param own the one request that the connection is for */
function newPool(route: Route, origin: URL, own?: OwnRequest): ConnectionPool {
  const forwarded = isForwarded(route, origin);
  const near = forwarded && route.proxy?.url !== undefined ? route.proxy.url.origin : origin.origin;
  const connect = connector(route, forwarded);
  return new ConnectionPool(near, own === undefined ? connect : afterwards(connect, own));
}

function connector({ proxy, secureContext }: Route, forwarded: boolean): Connector {
  if (proxy === undefined) {
    const tls = { ...tlsRules, ...(secureContext && { secureContext }) };
    // It gives the socket back at once, which its types do not say.
    const connect = buildConnector({ ...tls, allowH2: false, timeout: connectTime });
    return stoppable(connect);
  }
  return (server, callback, closing) => {
    const route = { proxy, secureContext };
    const end = forwarded ? undefined : server;
    connectThroughProxy({ route, server: end, signal: closing, limit: connectTime }).then(
      (socket) => callback(null, socket),
      (error: unknown) => callback(error as Error, null),
    );
  };
}

function stoppable(connect: (...of: Parameters<buildConnector.connector>) => unknown): Connector {
  return (server, callback, closing) => {
    const stop = (): void => {
      if (socket instanceof Socket) socket.destroy(closing.reason as Error);
    };
    const socket = connect(server, (...result) => {
      closing.removeEventListener('abort', stop);
      callback(...result);
    });
    closing.addEventListener('abort', stop);
  };
}

/** Connects once, and hands the connection over only when the caller has agreed. */
function afterwards(connect: Connector, { beforeSend, signal }: OwnRequest): Connector {
  let isFirst = true;
  return (server, callback, closing) => {
    // The library would make another when this one breaks before the request is written.
    if (!isFirst) {
      callback(new RequestInterruptedError('reset'), null);
      return;
    }
    isFirst = false;
    const connected: typeof callback = (...[error, socket]) => {
      if (error !== null) {
        callback(error, null);
        return;
      }
      // Reads, so that it is noticed when the server closes in the meantime.
      const listen = (): void => undefined;
      socket.on('readable', listen).on('error', listen);
      raceAbort(beforeSend(), signal)
        .finally(() => socket.off('readable', listen))
        .then(
          () => callback(null, socket),
          () => {
            socket.destroy();
            callback(new RequestInterruptedError('other'), null);
          },
        );
    };
    connect(server, connected, closing);
  };
}

/**
 * No request says that its connection ends with it: some servers would then close it in the middle of an answer that is
 * longer than what they have read of the request.
 * @param proxy that is to forward the request
 */
function requestOptions(request: HttpRequest, proxy: Proxy | undefined): Dispatcher.DispatchOptions {
  const { method, target, headers, body = null, limits } = request;
  return {
    method,
    origin: target.origin,
    path: target.path,
    headers,
    body,
    // The watch knows better when that time begins.
    headersTimeout: 0,
    bodyTimeout: limits.bodyTime,
    ...(proxy?.url !== undefined && {
      origin: proxy.url.origin,
      path: target.origin + target.path,
      headers: { ...headers, host: target.host, ...proxyHeaders(proxy) },
    }),
  };
}

/** @throws what cut the answer off, where the answer is worth nothing without the rest */
function requireWhole({ accepted, encoded, fault }: ReadResponse, { needsBody }: HttpLimits): void {
  // A refusal stands without its words, and an upload or finalise without its body, unless what came is not
  // HTTP: then nothing says that the status was for this request.
  const isGarbled = fault !== undefined && classifyTransportError(fault).code === 'protocol';
  if (fault !== undefined && accepted && (needsBody || isGarbled) && !encoded) throw fault;
}

/** Whether a stream body failed by itself; when the connection fails, the library passes that on to it. */
function isOwnFailure(error: unknown): error is Error {
  return error instanceof Error && !isFromConnection(error);
}

/** The meaning of an error from below for a request that took this way. */
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
