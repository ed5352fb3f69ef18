import { lookup } from 'node:dns/promises';
import { isIP, type Socket } from 'node:net';
import { connectionFault, ProxyFault } from '../client/http/transportErrors';
import { NetworkError } from '../client/core/errors';
import { Interruption } from '../client/http/requestTimeouts';
import { networkDetails } from '../client/http/httpTransport';
import { isForwarded, type Route, type Routing } from '../client/http/route';
import { connectDirectly, connectThrough, secured, type FarEnd } from '../client/http/proxyTunnel';
import { certificateOf, refusedCertificate } from './certificate';
import type { CheckedServer, CheckName, SkippedResult, WayCheck, WayResult } from './checkResult';
import { unlessAborted } from '../client/core/raceAbort';

/** Milliseconds that each step may take. */
const limit = 15_000;

export interface WayOptions {
  readonly origin: URL;
  readonly role: CheckedServer['role'];
  readonly routing: Routing;
  readonly signal: AbortSignal;
  readonly onCheck: (check: CheckName) => void;
}

/** A way that is being gone. */
interface Way extends WayOptions {
  readonly server: CheckedServer;
  readonly end: FarEnd;
  readonly route: Route;
  readonly sockets: Socket[];
}

type Found = WayResult | SkippedResult;

const steps: Readonly<Record<WayCheck, (way: Way) => Found | Promise<Found>>> = {
  proxy: checkProxy,
  name: checkName,
  connection: checkSocket,
  certificate: checkCertificate,
};

/**
 * Goes the way to a server as requests do, up to the end of the TLS handshake. No request is sent.
 * @throws the reason of the signal when it is aborted
 */
export async function checkWay(options: WayOptions): Promise<readonly Found[]> {
  const { origin, role, routing, signal } = options;
  const way: Way = {
    ...options,
    server: { role, host: origin.host },
    end: { ...hostOf(origin), protocol: origin.protocol },
    route: await unlessAborted(routing(origin), signal),
    sockets: [],
  };
  const found: Found[] = [];
  try {
    for (const check of Object.keys(steps) as WayCheck[]) {
      const failed = found.find(({ outcome }) => outcome === 'failed')?.check;
      found.push(failed === undefined ? await take(check, way) : afterFailure(check, failed, way));
    }
  } finally {
    // The encryption first: Node crashes when it is left without the connection below it.
    for (const socket of way.sockets.reverse()) socket.destroy();
  }
  return found;
}

function afterFailure(check: WayCheck, failed: CheckName, { server }: Way): SkippedResult {
  return { check, outcome: 'skipped', reason: 'earlier', failed, server };
}

async function take(check: WayCheck, way: Way): Promise<Found> {
  const { signal, server, route, role } = way;
  signal.throwIfAborted();
  way.onCheck(check);
  try {
    return await steps[check](way);
  } catch (error) {
    signal.throwIfAborted();
    const operation = role === 'service' ? 'listProjects' : 'uploadFile';
    const details = networkDetails(error, { route, sent: 'no' });
    const certificate = refusedCertificate(error);
    return {
      ...{ check, server, outcome: 'failed', error: new NetworkError(operation, server.host, details) },
      ...(certificate && { certificate }),
    };
  }
}

function checkProxy({ server, route: { proxy } }: Way): Found {
  if (proxy === undefined) return { check: 'proxy', server, outcome: 'ok' };
  const { url, source } = proxy;
  if (url === undefined || !/^(https?|socks5):$/.test(url.protocol)) {
    throw new ProxyFault({ code: 'proxyUnsupported' });
  }
  return { check: 'proxy', server, outcome: 'ok', proxy: { host: url.host, source } };
}

/** Behind a proxy, nobody here needs to know where the server is. */
async function checkName({ server, end, route, signal }: Way): Promise<Found> {
  const url = route.proxy?.url;
  const byProxy = url !== undefined;
  const name = url === undefined ? end.hostname : hostOf(url).hostname;
  if (isIP(name) !== 0) return { check: 'name', server, outcome: 'skipped', reason: 'address', byProxy };
  const stop = stopAfter(limit, signal);
  try {
    const found = await unlessAborted(lookup(name, { all: true }), stop);
    const addresses = found.map(({ address }) => address);
    return { check: 'name', server, outcome: 'ok', name, addresses, byProxy };
  } catch (error) {
    const fault = stop.aborted ? new Interruption('dns') : error;
    throw byProxy ? new ProxyFault(connectionFault(fault)) : fault;
  }
}

async function checkSocket({ server, end, origin, route, signal, sockets }: Way): Promise<Found> {
  const { proxy, secureContext } = route;
  if (proxy === undefined) {
    sockets.push(await connectDirectly(end, stopAfter(limit, signal)));
    return { check: 'connection', server, outcome: 'ok' };
  }
  // As far as the server, but without the handshake, which is another check.
  const tunnelled = { ...end, protocol: 'http:', port: String(portOf(end)) };
  const forwarded = isForwarded(route, origin);
  sockets.push(
    await connectThrough({
      ...{ route: { proxy, secureContext }, signal, limit },
      server: forwarded ? undefined : tunnelled,
    }),
  );
  return {
    check: 'connection',
    server,
    outcome: 'ok',
    proxy: { host: proxy.url?.host ?? '', isThrough: !forwarded },
  };
}

async function checkCertificate({ server, end, route, signal, sockets }: Way): Promise<Found> {
  const socket = sockets.at(-1);
  if (end.protocol !== 'https:' || socket === undefined) {
    return { check: 'certificate', server, outcome: 'skipped', reason: 'notEncrypted' };
  }
  const secure = await secured(socket, { route, server: end, stop: stopAfter(limit, signal) });
  sockets.push(secure);
  return {
    ...{ check: 'certificate', server, outcome: 'ok', protocol: secure.getProtocol() ?? '' },
    certificate: certificateOf(secure.getPeerCertificate(true)),
  };
}

function stopAfter(ms: number, signal: AbortSignal): AbortSignal {
  return AbortSignal.any([signal, AbortSignal.timeout(ms)]);
}

/** Host without the brackets of an IPv6 address, and port; empty for the default one. */
function hostOf({ hostname, port }: URL): { readonly hostname: string; readonly port: string } {
  return { hostname: hostname.replace(/^\[(.*)\]$/, '$1'), port };
}

function portOf({ protocol, port }: FarEnd): number {
  if (port !== '') return Number(port);
  return protocol === 'https:' ? 443 : 80;
}
