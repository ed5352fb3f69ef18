import { Readable } from 'node:stream';
import type { Dispatcher } from 'undici';
import { Agent, errors } from 'undici';
import type { Clock } from './clock';
import { systemClock } from './clock';
import { connectionFault, isFromConnection } from './connectionFault';
import type { NetworkDetails } from './errors';
import { NetworkError } from './errors';
import { ExchangeWatch, Interruption } from './exchangeWatch';
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
 * that nothing was sent: before it is established, no byte has left.
 */
export class HttpTransport {
  // Without a limit, because waiting for a free connection would look like one that cannot be made.
  private readonly pool = createAgent(null);

  constructor(private readonly clock: Clock = systemClock) {}

  /**
   * Sends one request, once. A stream body is destroyed in every case.
   * @throws {NetworkError} when no complete answer came
   * @throws the reason of the signal when it is aborted, and a stream body's own error when that fails
   */
  async send(request: HttpRequest): Promise<HttpAnswer> {
    if (request.method !== 'POST') return exchange(this.pool, request, this.clock, 'maybe');
    const agent = createAgent(1);
    try {
      return await exchange(agent, request, this.clock, 'no');
    } finally {
      void agent.destroy();
    }
  }

  /** Lets running requests finish and closes the kept connections. */
  async close(): Promise<void> {
    await this.pool.close();
  }
}

function createAgent(connections: number | null): Agent {
  return new Agent({
    allowH2: false,
    connections,
    connectTimeout: connectTime,
    connect: { minVersion: 'TLSv1.2', rejectUnauthorized: true },
  });
}

/** @param sentBefore what is known when no connection is seen to be made; `no` for an agent of its own. */
async function exchange(
  agent: Agent,
  request: HttpRequest,
  clock: Clock,
  sentBefore: NetworkDetails['sent'],
): Promise<HttpAnswer> {
  const stream = request.body instanceof Readable ? request.body : undefined;
  const { firstByte, stall } = request.limits;
  const limits = { connect: connectTime, answer: firstByte, stall };
  const watch = new ExchangeWatch(request.signal, stream, limits, clock);
  let sent = sentBefore;
  if (sentBefore === 'no') {
    agent.once('connect', () => {
      sent = 'maybe';
      if (stream === undefined) watch.sending({ connecting: false });
    });
  } else if (stream === undefined) watch.sending({ connecting: true });
  try {
    request.signal.throwIfAborted();
    if (stream?.errored) throw stream.errored;
    const response = await Promise.race([
      agent.request(requestOptions(request, watch.signal)),
      watch.stopped,
    ]);
    watch.answered();
    const answer = await readAnswer(response, request.limits, clock);
    request.signal.throwIfAborted();
    if (answer.accepted && isOwnFailure(stream?.errored)) throw stream.errored;
    return { ...answer, sentBytes: watch.sentBytes };
  } catch (error) {
    request.signal.throwIfAborted();
    if (stream?.errored === error && isOwnFailure(error)) throw error;
    throw new NetworkError(request.operation, request.target.host, networkDetails(error, sent));
  } finally {
    watch.end();
    stream?.destroy();
  }
}

function requestOptions(request: HttpRequest, signal: AbortSignal): Dispatcher.RequestOptions {
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
  };
}

async function readAnswer(
  response: Dispatcher.ResponseData,
  limits: HttpLimits,
  clock: Clock,
): Promise<Omit<HttpAnswer, 'sentBytes'>> {
  const status = response.statusCode;
  const accepted = limits.accepted.includes(status);
  const header = (name: string): string | undefined => [response.headers[name]].flat()[0];
  const encoded = !/^(identity)?$/i.test(header('content-encoding') ?? '');
  const cap = encoded ? 0 : accepted ? limits.bodyBytes : errorBodyBytes;
  const { body, tooLarge, fault } = await readBody(response.body, cap, limits.bodyTime, clock);
  // A refusal stands without its words, and an upload or finalise without its body, unless what came is not
  // HTTP: then nothing says that the status was for this request.
  const isGarbled = fault !== undefined && networkDetails(fault, 'maybe').code === 'protocol';
  if (fault !== undefined && accepted && (limits.needsBody || isGarbled) && !encoded) throw fault;
  return { status, accepted, header, body, encoded, tooLarge };
}

/** Whether a stream body failed by itself; when the connection fails, the library passes that on to it. */
function isOwnFailure(error: unknown): error is Error {
  const isOther = error instanceof Interruption || error instanceof errors.HTTPParserError;
  return error instanceof Error && !isOther && !isFromConnection(error);
}

interface ReadBody {
  readonly body: Buffer;
  readonly tooLarge: boolean;
  readonly fault?: Error;
}

/** Reads until the end, the cap or the time limit, and leaves the connection free or closed. */
async function readBody(stream: Readable, cap: number, ms: number, clock: Clock): Promise<ReadBody> {
  const chunks: Buffer[] = [];
  let size = 0;
  const stopTimer = clock.every(ms, () => stream.destroy(new Interruption('timeout')));
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      // A copy, because a kept chunk keeps all that was read from the connection with it.
      chunks.push(Buffer.from(chunk));
      size += chunk.length;
      // Of a refusal, the first words are worth having; of anything else, only the whole.
      if (size > cap) return { body: Buffer.concat(chunks, Math.min(cap, errorBodyBytes)), tooLarge: true };
    }
    return { body: Buffer.concat(chunks), tooLarge: false };
  } catch (error) {
    // How the library reports a body that ends before its length. In a header, the same error means nonsense.
    const isCut = error instanceof errors.ResponseContentLengthMismatchError;
    const fault = isCut ? new Interruption('reset') : (error as Error);
    return { body: Buffer.concat(chunks), tooLarge: false, fault };
  } finally {
    stopTimer();
  }
}

function networkDetails(error: unknown, sent: NetworkDetails['sent']): NetworkDetails {
  if (error instanceof Interruption) return { code: error.code, sent };
  const fault = connectionFault(error);
  // The parser's errors have a code in some cases only.
  if (fault.code === 'other' && error instanceof errors.HTTPParserError) return { code: 'protocol', sent };
  // A proxy that refuses the tunnel is reported like an abort.
  const isProxyRefusal = sent === 'no' && fault.systemCode === 'UND_ERR_ABORTED';
  return { ...fault, code: isProxyRefusal ? 'proxy' : fault.code, sent };
}
