import { once } from 'node:events';
import type { Socket } from 'node:net';
import { connect as connectTcp, isIP, isIPv6 } from 'node:net';
import type { SecureContext, TLSSocket } from 'node:tls';
import { connect as connectTls } from 'node:tls';
import type { buildConnector } from 'undici';
import { Client } from 'undici';
import { classifyTransportError, ProxyError, proxyErrorFor } from './transportErrors';
import { RequestInterruptedError } from './requestTimeouts';
import type { Proxy, Route } from './route';
import { proxyHeaders, tlsRules, proxyCredentials } from './route';
import { connectThroughSocks5 } from './socks5';
import { Wire } from './wire';

const defaultPorts: Readonly<Partial<Record<string, number>>> = {
  'http:': 80,
  'https:': 443,
  'socks5:': 1080,
};

/** The server at the far end of a tunnel. */
export interface TunnelTarget {
  readonly protocol: string;
  /** An IPv6 address without its brackets. */
  readonly hostname: string;
  /** Empty for the default one. */
  readonly port: string;
}

export interface ProxyConnection {
  readonly route: Route & { readonly proxy: Proxy };
  /** Absent for requests that the proxy itself is to forward. */
  readonly server: TunnelTarget | undefined;
  /** Ends the attempt at once. */
  readonly signal: AbortSignal;
  /** Milliseconds until the connection must stand. */
  readonly limit: number;
}

/**
 * Connects to a proxy and through it to a server, up to the end of the TLS handshake with the server: what
 * is written afterwards goes to nobody else.
 * @throws {ProxyError} for everything but that handshake
 */
export async function connectThroughProxy({
  route,
  server,
  signal,
  limit,
}: ProxyConnection): Promise<Socket> {
  const timeout = AbortSignal.timeout(limit);
  const stop = AbortSignal.any([signal, timeout]);
  const tunnel = await connectToProxy(route, server, stop).catch((error: unknown) => {
    throw error instanceof ProxyError ? error : new ProxyError(classifyTransportError(error));
  });
  if (server?.protocol !== 'https:') return tunnel;
  return await startTls(tunnel, { route, server, stop });
}

export interface TlsTarget {
  readonly route: Route;
  readonly server: TunnelTarget;
  /** Closes the connection. */
  readonly stop: AbortSignal;
}

/** The TLS handshake with the server at the end of a connection. @throws what `tls.connect` does */
export async function startTls(socket: Socket, { route, server, stop }: TlsTarget): Promise<TLSSocket> {
  const { hostname } = server;
  const secure = connectTls({ socket, ...identity(hostname), ...tlsRules, ...contextOf(route) });
  return await prepared(secure, stop, () => once(secure, 'secureConnect'));
}

/** A connection to a server with nothing in between. @throws what `net.connect` does */
export async function connectDirectly(server: TunnelTarget, stop: AbortSignal): Promise<Socket> {
  const socket = connectTcp({ host: server.hostname, port: portOf(server) });
  return await prepared(socket, stop, () => once(socket, 'connect'));
}

async function connectToProxy(
  route: ProxyConnection['route'],
  server: TunnelTarget | undefined,
  stop: AbortSignal,
): Promise<Socket> {
  const { proxy } = route;
  const socket = openSocket(route);
  return await prepared(socket, stop, async () => {
    await once(socket, proxy.url?.protocol === 'https:' ? 'secureConnect' : 'connect');
    if (server === undefined) return;
    const { hostname } = server;
    if (proxy.url?.protocol !== 'socks5:') await requestTunnel(socket, proxy, server);
    else await connectThroughSocks5(socket, proxyCredentials(proxy), { hostname, port: portOf(server) });
  });
}

function openSocket(route: ProxyConnection['route']): Socket {
  const { url, checked } = route.proxy;
  const defaultPort = defaultPorts[url?.protocol ?? ''];
  if (url === undefined || defaultPort === undefined) throw new ProxyError({ code: 'proxyUnsupported' });
  const address = {
    host: url.hostname.replace(/^\[(.*)\]$/, '$1'),
    port: url.port === '' ? defaultPort : Number(url.port),
  };
  if (url.protocol !== 'https:') return connectTcp(address);
  const rules = { ...tlsRules, rejectUnauthorized: checked };
  return connectTls({ ...address, ...identity(address.host), ...rules, ...contextOf(route) });
}

/** Whom a certificate must name. In the greeting, an address must not stand. */
function identity(host: string): { host: string; servername: string; ALPNProtocols: string[] } {
  return { host, servername: isIP(host) === 0 ? host : '', ALPNProtocols: ['http/1.1'] };
}

function contextOf({ secureContext }: Route): { secureContext?: SecureContext } {
  return secureContext === undefined ? {} : { secureContext };
}

/** A socket after some steps. It is closed when one of them fails, or when they are to stop. */
async function prepared<S extends Socket>(
  socket: S,
  stop: AbortSignal,
  steps: () => Promise<unknown>,
): Promise<S> {
  const close = (): unknown => socket.destroy(new RequestInterruptedError('connectTimeout'));
  stop.addEventListener('abort', close);
  socket.setNoDelay(true).setKeepAlive(true, 60_000);
  // Between two steps, nobody else listens.
  socket.on('error', () => undefined);
  try {
    if (stop.aborted) close();
    await steps();
    return socket;
  } catch (error) {
    socket.destroy();
    throw error;
  } finally {
    stop.removeEventListener('abort', close);
  }
}

/**
 * Not by Node's `http`: inside VS Code, its requests take the way that VS Code has found.
 * @throws {ProxyError}
 */
async function requestTunnel(socket: Socket, proxy: Proxy, server: TunnelTarget): Promise<void> {
  const { hostname } = server;
  const authority = `${isIPv6(hostname) ? `[${hostname}]` : hostname}:${portOf(server)}`;
  // Passes over what the proxy says before it answers.
  new Wire(socket);
  // The way to it, and where it is, has been settled.
  const client = new Client(`http://${authority}`, { connect: handOver(socket) });
  try {
    const headers = { host: authority, 'proxy-connection': 'keep-alive', ...proxyHeaders(proxy) };
    const { statusCode } = await client.connect({ path: authority, headers });
    if (statusCode < 200 || statusCode > 299) throw proxyErrorFor(statusCode);
  } finally {
    void client.destroy();
  }
}

/** Gives a socket to a client. A second one, for which it asks when the first has broken, there is not. */
function handOver(socket: Socket): buildConnector.connector {
  let left: Socket | undefined = socket;
  // A client that is called back at once does not notice.
  return (_, callback) =>
    queueMicrotask(() => {
      if (left === undefined) callback(new ProxyError({ code: 'reset' }), null);
      else callback(null, left);
      left = undefined;
    });
}

function portOf({ protocol, port }: TunnelTarget): number {
  return port === '' ? (defaultPorts[protocol] ?? 0) : Number(port);
}
