import { Readable } from 'node:stream';
import type { Dispatcher } from 'undici';
import { Agent, buildConnector } from 'undici';
import type { AnswerLimits, ReadAnswer } from './answerReader';
import { AnswerReader } from './answerReader';
import type { Clock } from './clock';
import { systemClock } from './clock';
import { connectionFault, isFromConnection, ProxyFault, proxyRefusal } from './connectionFault';
import type { NetworkDetails, ProxyPart } from './errors';
import { NetworkError } from './errors';
import { ExchangeWatch } from './exchangeWatch';
import type { Proxy, Route, Routing } from './route';
import { direct, isForwarded, proxyHeaders, tlsRules } from './route';
import { connectThrough } from './tunnel';
import type { Operation } from './types';
import type { Target } from './uploadUrl';

const connectTime = 15_000;

export interface HttpRequest {
  readonly operation: Operation;
  readonly method: 'GET' | 'POST' | 'PUT';
  readonly target: Target;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Buffer | Readable | undefined;
  readonly limits: HttpLimits;
  readonly signal: AbortSignal;
  /** What the request is about, for the log, when its path does not say. */
  readonly about?: string;
  /**
   * Of a POST only: called when its connection stands and nothing has been sent. The request is sent as soon as the
   * promise resolves; when it rejects, nothing is sent and `send` rejects with the same error.
   */
  readonly beforeSend?: () => Promise<void>;
}

export interface HttpLimits extends AnswerLimits {
  /** Whether an accepted answer without its whole body is a failure. */
  readonly needsBody: boolean;
  /** Milliseconds from the last byte of the request to the first of the answer. */
  readonly firstByte: number;
  /** Milliseconds without the connection taking a byte of a stream body. */
  readonly stall: number;
}

export interface HttpAnswer extends Omit<ReadAnswer, 'fault'> {
  /** Bytes of a stream body that were sent before the answer was complete. */
  readonly sentBytes: number;
}

/** Sends requests, each once. */
export type Transport = Pick<HttpTransport, 'send' | 'close'>;

/**
 * The one way out to the network. It follows no redirect, decompresses nothing, and ends every wait. Lists
 * and uploads share kept connections. Each POST has a connection of its own, because only that can prove
 * that nothing was sent: before it is established, up to the server itself, no byte has left.
 */
export class HttpTransport {
  /** Agents of kept connections by the way that these take. */
  private readonly pools = new Map<string, Agent>();

  /** @param routing one that is never changed: connections that it has led to are kept */
  constructor(
    private readonly clock: Clock = systemClock,
    private readonly routing: Routing = direct,
  ) {}

  /**
   * Sends one request, once. A stream body is destroyed in every case.
   * @throws {NetworkError} when no complete answer came
   * @throws the reason of the signal when it is aborted, and a stream body's own error when that fails
   */
  async send(request: HttpRequest): Promise<HttpAnswer> {
    const stream = streamOf(request);
    const { firstByte, stall } = request.limits;
    const limits = { connect: connectTime, answer: firstByte, stall };
    const watch = new ExchangeWatch(request.signal, stream, limits, this.clock);
    const trip: Trip = { route: {}, sent: request.method === 'POST' ? 'no' : 'maybe' };
    try {
      request.signal.throwIfAborted();
      if (stream?.errored) throw stream.errored;
      trip.route = await Promise.race([this.routing(new URL(request.target.origin)), watch.stopped]);
      const answer = await this.exchange(request, trip, watch);
      request.signal.throwIfAborted();
      if (answer.accepted && isOwnFailure(stream?.errored)) throw stream.errored;
      return { ...answer, sentBytes: watch.sentBytes };
    } catch (error) {
      request.signal.throwIfAborted();
      if (error === trip.refusal) throw error;
      if (stream?.errored === error && isOwnFailure(error)) throw error;
      throw new NetworkError(request.operation, request.target.host, networkDetails(error, trip));
    } finally {
      watch.end();
      stream?.destroy();
    }
  }

  /** Lets running requests finish and closes the kept connections. */
  async close(): Promise<void> {
    await Promise.all([...this.pools.values()].map((pool) => pool.close()));
  }

  private async exchange(request: HttpRequest, trip: Trip, watch: ExchangeWatch): Promise<ReadAnswer> {
    const { route } = trip;
    const origin = new URL(request.target.origin);
    const forwarded = isForwarded(route, origin);
    const isOwn = request.method === 'POST';
    const beforeSend = async (): Promise<void> => {
      try {
        await request.beforeSend?.();
      } catch (error) {
        trip.refusal = error as Error;
        throw error;
      }
    };
    const agent = isOwn
      ? createAgent(route, forwarded, { signal: watch.signal, beforeSend })
      : this.pool(route, origin);
    if (isOwn) agent.once('connect', () => (trip.sent = 'maybe'));
    try {
      const options = requestOptions(request, forwarded ? route.proxy : undefined);
      const reader = new AnswerReader(request.limits, watch, this.clock);
      agent.dispatch(options, reader);
      const answer = await Promise.race([reader.answer, watch.stopped]);
      requireWhole(answer, request.limits);
      if (forwarded && answer.status === 407) {
        trip.sent = 'no';
        throw proxyRefusal(answer.status);
      }
      return answer;
    } finally {
      if (isOwn) void agent.destroy();
    }
  }

  private pool(route: Route, origin: URL): Agent {
    const { proxy } = route;
    const key = JSON.stringify([origin.protocol, proxy?.url, proxy?.authorization]);
    const pool = this.pools.get(key) ?? createAgent(route, isForwarded(route, origin));
    this.pools.set(key, pool);
    return pool;
  }
}

/** What is known of a request that has not been answered. */
export interface Trip {
  route: Route;
  sent: NetworkDetails['sent'];
  /** Why the caller kept the request back when it could have been sent. */
  refusal?: Error;
}

function streamOf({ body }: HttpRequest): Readable | undefined {
  return body instanceof Readable ? body : undefined;
}

interface OwnRequest {
  readonly signal: AbortSignal;
  readonly beforeSend: () => Promise<void>;
}

/** @param own the one request that the agent is for; without it, there is no limit to the connections */
function createAgent(route: Route, forwarded: boolean, own?: OwnRequest): Agent {
  return new Agent({
    allowH2: false,
    // Waiting for a free connection would look like one that cannot be made.
    connections: own === undefined ? null : 1,
    connectTimeout: connectTime,
    connect: afterwards(connector(route, forwarded, own?.signal), own?.beforeSend),
  });
}

function connector(
  { proxy, secureContext }: Route,
  forwarded: boolean,
  signal: AbortSignal | undefined,
): buildConnector.connector {
  if (proxy === undefined) {
    const tls = { ...tlsRules, ...(secureContext && { secureContext }) };
    return buildConnector({ ...tls, allowH2: false, timeout: connectTime });
  }
  return (server, callback) => {
    const route = { proxy, secureContext };
    const end = forwarded ? undefined : server;
    connectThrough({ route, server: end, signal, limit: connectTime }).then(
      (socket) => callback(null, socket),
      (error: unknown) => callback(error as Error, null),
    );
  };
}

/** Connects, and hands the connection over only when `beforeSend` has agreed. */
function afterwards(
  connect: buildConnector.connector,
  beforeSend: (() => Promise<void>) | undefined,
): buildConnector.connector {
  if (beforeSend === undefined) return connect;
  return (server, callback) =>
    connect(server, (...[error, socket]) => {
      if (error !== null) {
        callback(error, null);
        return;
      }
      beforeSend().then(
        () => callback(null, socket),
        (refusal: unknown) => {
          socket.destroy();
          callback(refusal as Error, null);
        },
      );
    });
}

/** @param proxy that is to forward the request */
function requestOptions(request: HttpRequest, proxy: Proxy | undefined): Dispatcher.DispatchOptions {
  const { method, target, headers, body = null, limits } = request;
  return {
    method,
    origin: target.origin,
    path: target.path,
    headers,
    body,
    headersTimeout: limits.firstByte,
    bodyTimeout: limits.bodyTime,
    reset: method === 'POST',
    ...(proxy?.url !== undefined && {
      origin: proxy.url.origin,
      path: target.origin + target.path,
      headers: { ...headers, host: target.host, ...proxyHeaders(proxy) },
    }),
  };
}

/** @throws what cut the answer off, where the answer is worth nothing without the rest */
function requireWhole({ accepted, encoded, fault }: ReadAnswer, { needsBody }: HttpLimits): void {
  // A refusal stands without its words, and an upload or finalise without its body, unless what came is not
  // HTTP: then nothing says that the status was for this request.
  const isGarbled = fault !== undefined && connectionFault(fault).code === 'protocol';
  if (fault !== undefined && accepted && (needsBody || isGarbled) && !encoded) throw fault;
}

/** Whether a stream body failed by itself; when the connection fails, the library passes that on to it. */
function isOwnFailure(error: unknown): error is Error {
  return error instanceof Error && !isFromConnection(error);
}

/** What an error from below means for a request that took this way. */
export function networkDetails(error: unknown, { route: { proxy }, sent }: Trip): NetworkDetails {
  const { proxyStatus: status, ...fault } = connectionFault(error);
  if (proxy === undefined) return { ...fault, sent };
  const { url, source } = proxy;
  const isAtFault = error instanceof ProxyFault;
  const part: ProxyPart = {
    host: url?.host ?? '',
    source,
    isAtFault,
    ...(status !== undefined && { status }),
  };
  return { ...fault, sent, proxy: part };
}
