import { Readable } from 'node:stream';
import type { Dispatcher } from 'undici';
import { Agent, errors } from 'undici';
import { BodyBytes } from './bodyBytes';
import type { Clock } from './clock';
import { systemClock } from './clock';
import { connectionFault, isFromConnection, ProxyFault, proxyRefusal } from './connectionFault';
import type { NetworkDetails, ProxyPart } from './errors';
import { NetworkError } from './errors';
import { ExchangeWatch, Interruption } from './exchangeWatch';
import type { Proxy, Route, Routing } from './route';
import { direct, isForwarded, proxyHeaders, tlsRules } from './route';
import { connectThrough } from './tunnel';
import type { Operation } from './types';
import type { Target } from './uploadUrl';

const connectTime = 15_000;
const errorBodyBytes = 64 * 1024;

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
}

export interface HttpLimits {
  readonly accepted: readonly number[];
  /** Whether an accepted answer without its whole body is a failure. */
  readonly needsBody: boolean;
  /** Milliseconds from the last byte of the request to the first of the answer. */
  readonly firstByte: number;
  /** Milliseconds without the connection taking a byte of a stream body. */
  readonly stall: number;
  /** Milliseconds the body of the answer may take in all. */
  readonly bodyTime: number;
  /** Largest body of an accepted answer in bytes. */
  readonly bodyBytes: number;
}

export interface HttpAnswer {
  readonly status: number;
  readonly accepted: boolean;
  /** The value of a header by its lower case name. */
  readonly header: (name: string) => string | undefined;
  /** Empty when it came compressed, which was not asked for. */
  readonly body: Buffer;
  readonly encoded: boolean;
  /** The body went on beyond its cap. */
  readonly tooLarge: boolean;
  /** Bytes of a stream body that were sent before the answer was complete. */
  readonly sentBytes: number;
}

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

  private async exchange(request: HttpRequest, trip: Trip, watch: ExchangeWatch): Promise<Answered> {
    const { route } = trip;
    const origin = new URL(request.target.origin);
    const forwarded = isForwarded(route, origin);
    const isOwn = request.method === 'POST';
    const agent = isOwn ? createAgent(route, forwarded, watch.signal) : this.pool(route, origin);
    const hasStream = streamOf(request) !== undefined;
    if (isOwn) {
      agent.once('connect', () => {
        trip.sent = 'maybe';
        if (!hasStream) watch.sending({ connecting: false });
      });
    } else if (!hasStream) watch.sending({ connecting: true });
    try {
      const options = requestOptions(request, watch.signal, forwarded ? route.proxy : undefined);
      const response = await Promise.race([agent.request(options), watch.stopped]);
      watch.answered();
      const answer = await readAnswer(response, request.limits, this.clock);
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
}

type Answered = Omit<HttpAnswer, 'sentBytes'>;

function streamOf({ body }: HttpRequest): Readable | undefined {
  return body instanceof Readable ? body : undefined;
}

/** @param signal of the one request that the agent is for; without it, there is no limit to the connections */
function createAgent({ proxy, secureContext }: Route, forwarded: boolean, signal?: AbortSignal): Agent {
  return new Agent({
    allowH2: false,
    // Waiting for a free connection would look like one that cannot be made.
    connections: signal === undefined ? null : 1,
    connectTimeout: connectTime,
    connect:
      proxy === undefined
        ? { ...tlsRules, ...(secureContext && { secureContext }) }
        : (server, callback) => {
            const route = { proxy, secureContext };
            const end = forwarded ? undefined : server;
            connectThrough({ route, server: end, signal, limit: connectTime }).then(
              (socket) => callback(null, socket),
              (error: unknown) => callback(error as Error, null),
            );
          },
  });
}

/** @param proxy that is to forward the request */
function requestOptions(
  request: HttpRequest,
  signal: AbortSignal,
  proxy: Proxy | undefined,
): Dispatcher.RequestOptions {
  const { method, target, headers, body = null, limits } = request;
  return {
    method,
    origin: target.origin,
    path: target.path,
    headers,
    body,
    signal,
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

async function readAnswer(
  response: Dispatcher.ResponseData,
  limits: HttpLimits,
  clock: Clock,
): Promise<Answered> {
  const status = response.statusCode;
  const accepted = limits.accepted.includes(status);
  const header = (name: string): string | undefined => [response.headers[name]].flat()[0];
  const encoded = !/^(identity)?$/i.test(header('content-encoding') ?? '');
  const cap = encoded ? 0 : accepted ? limits.bodyBytes : errorBodyBytes;
  const { body, tooLarge, fault } = await readBody(response.body, cap, limits.bodyTime, clock);
  // A refusal stands without its words, and an upload or finalise without its body, unless what came is not
  // HTTP: then nothing says that the status was for this request.
  const isGarbled = fault !== undefined && connectionFault(fault).code === 'protocol';
  if (fault !== undefined && accepted && (limits.needsBody || isGarbled) && !encoded) throw fault;
  return { status, accepted, header, body, encoded, tooLarge };
}

/** Whether a stream body failed by itself; when the connection fails, the library passes that on to it. */
function isOwnFailure(error: unknown): error is Error {
  return error instanceof Error && !isFromConnection(error);
}

interface ReadBody {
  readonly body: Buffer;
  readonly tooLarge: boolean;
  readonly fault?: Error;
}

/** Reads until the end, the cap or the time limit, and leaves the connection free or closed. */
async function readBody(stream: Readable, cap: number, ms: number, clock: Clock): Promise<ReadBody> {
  const bytes = new BodyBytes(cap);
  const stopTimer = clock.every(ms, () => stream.destroy(new Interruption('timeout')));
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      // Of a refusal, the first words are worth having; of anything else, only the whole.
      if (!bytes.add(chunk)) return { body: bytes.first(errorBodyBytes), tooLarge: true };
    }
    return { body: bytes.all(), tooLarge: false };
  } catch (error) {
    // How the library reports a body that ends before its length. In a header, the same error means nonsense.
    const isCut = error instanceof errors.ResponseContentLengthMismatchError;
    const fault = isCut ? new Interruption('reset') : (error as Error);
    return { body: bytes.all(), tooLarge: false, fault };
  } finally {
    stopTimer();
  }
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
