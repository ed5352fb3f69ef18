import { lookup } from 'node:dns/promises';
import { isIP, type Socket } from 'node:net';
import { NetworkError } from '../client/core/errors';
import { raceAbort } from '../client/core/raceAbort';
import { connectTo, type Endpoint, endpointOf, portOf, startTls } from '../client/http/connect';
import { toNetworkDetails } from '../client/http/httpTransport';
import { isForwarded, type Route, type Routing } from '../client/http/route';
import { classifyTransportError, ProxyError, RequestInterruptedError } from '../client/http/transportErrors';
import { removeBrackets } from '../client/url/parseUrl';
import { certificateOf, findRefusedCertificate } from './certificate';
import type { CheckedServer, CheckName, RouteCheck, RouteResult, SkippedResult } from './checkResult';

/** Timeout of each step; ms. */
const timeoutMs = 15_000;

export interface RouteCheckOptions {
  readonly origin: URL;
  readonly role: CheckedServer['role'];
  readonly routing: Routing;
  readonly signal: AbortSignal;
  readonly onCheck: (check: CheckName) => void;
}

/** State of one running route check. */
interface RouteContext extends RouteCheckOptions {
  readonly server: CheckedServer;
  readonly end: Endpoint;
  readonly route: Route;
  readonly sockets: Socket[];
}

type Found = RouteResult | SkippedResult;

const steps: Readonly<Record<RouteCheck, (context: RouteContext) => Found | Promise<Found>>> = {
  proxy: checkProxy,
  name: checkName,
  connection: checkSocket,
  certificate: checkCertificate,
};

/**
 * Connects to a server as requests do, up to the end of the TLS handshake. No request is sent.
 * @throws the reason of the signal when it is aborted
 */
export async function checkRoute(options: RouteCheckOptions): Promise<readonly Found[]> {
  const { origin, role, routing, signal } = options;
  const context: RouteContext = {
    ...options,
    server: { role, host: origin.host },
    end: endpointOf(origin),
    route: await raceAbort(routing(origin), signal),
    sockets: [],
  };
  const found: Found[] = [];
  try {
    for (const check of Object.keys(steps) as RouteCheck[]) {
      const failed = found.find(({ outcome }) => outcome === 'failed')?.check;
      found.push(
        failed === undefined ? await take(check, context) : skipAfterFailure(check, failed, context),
      );
    }
  } finally {
    // Close TLS first: Node crashes when a TLS socket outlives the connection below it.
    for (const socket of context.sockets.reverse()) socket.destroy();
  }
  return found;
}

function skipAfterFailure(check: RouteCheck, failed: CheckName, { server }: RouteContext): SkippedResult {
  return { check, outcome: 'skipped', reason: 'previousFailed', failed, server };
}

async function take(check: RouteCheck, context: RouteContext): Promise<Found> {
  const { signal, server, route, role } = context;
  signal.throwIfAborted();
  context.onCheck(check);
  try {
    return await steps[check](context);
  } catch (error) {
    signal.throwIfAborted();
    const operation = role === 'service' ? 'listProjects' : 'uploadFile';
    const details = toNetworkDetails(error, { route, sent: 'no' });
    const certificate = findRefusedCertificate(error);
    return {
      check,
      server,
      outcome: 'failed',
      error: new NetworkError(operation, server.host, details),
      ...(certificate && { certificate }),
    };
  }
}

function checkProxy({ server, route: { proxy } }: RouteContext): Found {
  if (proxy === undefined) return { check: 'proxy', server, outcome: 'ok' };
  const { url, source } = proxy;
  if (url === undefined || !/^(https?|socks5):$/.test(url.protocol)) {
    throw new ProxyError({ code: proxy.isUnescaped === true ? 'proxyUnescaped' : 'proxyUnsupported' });
  }
  return { check: 'proxy', server, outcome: 'ok', proxy: { host: url.host, source } };
}

/** Behind a proxy, this computer does not need to resolve the server's name. */
async function checkName({ server, end, route, signal }: RouteContext): Promise<Found> {
  const url = route.proxy?.url;
  const byProxy = url !== undefined;
  const name = url === undefined ? end.hostname : removeBrackets(url.hostname);
  if (isIP(name) !== 0) return { check: 'name', server, outcome: 'skipped', reason: 'address', byProxy };
  const stop = stopAfter(timeoutMs, signal);
  try {
    const found = await raceAbort(lookup(name, { all: true }), stop);
    const addresses = found.map(({ address }) => address);
    return { check: 'name', server, outcome: 'ok', name, addresses, byProxy };
  } catch (error) {
    const fault = stop.aborted ? new RequestInterruptedError('dns') : error;
    throw byProxy ? new ProxyError(classifyTransportError(fault)) : fault;
  }
}

async function checkSocket({ server, end, origin, route, signal, sockets }: RouteContext): Promise<Found> {
  const { proxy } = route;
  const forwarded = isForwarded(route, origin);
  // Without a TLS handshake, which is a check of its own.
  const plain = { ...end, protocol: 'http:', port: String(portOf(end)) };
  const stop = stopAfter(timeoutMs, signal);
  sockets.push(await connectTo({ route, server: plain, isForwarded: forwarded, stop }));
  return {
    check: 'connection',
    server,
    outcome: 'ok',
    ...(proxy && { proxy: { host: proxy.url?.host ?? '', isThrough: !forwarded } }),
  };
}

async function checkCertificate({ server, end, route, signal, sockets }: RouteContext): Promise<Found> {
  const socket = sockets.at(-1);
  if (end.protocol !== 'https:' || socket === undefined) {
    return { check: 'certificate', server, outcome: 'skipped', reason: 'notEncrypted' };
  }
  const secure = await startTls(socket, { route, server: end, stop: stopAfter(timeoutMs, signal) });
  sockets.push(secure);
  return {
    check: 'certificate',
    server,
    outcome: 'ok',
    protocol: secure.getProtocol() ?? '',
    certificate: certificateOf(secure.getPeerCertificate(true)),
  };
}

function stopAfter(ms: number, signal: AbortSignal): AbortSignal {
  return AbortSignal.any([signal, AbortSignal.timeout(ms)]);
}
