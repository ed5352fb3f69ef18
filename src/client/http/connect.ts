import { once } from 'node:events';
import { connect as connectTcp, isIP, isIPv6, type Socket } from 'node:net';
import { connect as connectTls, type TLSSocket } from 'node:tls';
import { removeBrackets } from '../url/parseUrl';
import { PooledSocket } from './pooledSocket';
import { ResponseGate } from './responseGate';
import {
  addressRules,
  createProxyHeaders,
  getProxyCredentials,
  type Proxy,
  type Route,
  tlsRules,
} from './route';
import { connectThroughSocks5 } from './socks5';
import {
  classifyTransportError,
  ProxyError,
  proxyErrorFor,
  RequestInterruptedError,
} from './transportErrors';

const defaultPorts: Readonly<Partial<Record<string, number>>> = {
  'http:': 80,
  'https:': 443,
  'socks5:': 1080,
};

/** The other end of a connection. */
export interface Endpoint {
  readonly protocol: string;
  /** IPv6 addresses without brackets. */
  readonly hostname: string;
  /** Empty for the default port. */
  readonly port: string;
}

/** The server or proxy at an origin. */
export function endpointOf({ protocol, hostname, port }: URL): Endpoint {
  return { protocol, hostname: removeBrackets(hostname), port };
}

export interface ConnectionTarget {
  readonly route: Route;
  readonly server: Endpoint;
  /** Whether the proxy forwards requests, so that the connection leads to the proxy only. */
  readonly isForwarded: boolean;
  /** Ends the attempt at once. */
  readonly stop: AbortSignal;
}

/**
 * Connects to a server, or to a proxy and through it to the server, up to the end of the TLS handshake with the
 * server, so that everything written afterwards reaches only that server.
 * @throws {ProxyError} for every failure of a proxy, and the errors of `net.connect` and `tls.connect`
 */
export async function connectTo(target: ConnectionTarget): Promise<Socket> {
  const { route, server, isForwarded, stop } = target;
  const { proxy } = route;
  if (proxy === undefined) return await openSocket(server, route, stop);
  const tunnel = await connectToProxy(target, proxy).catch((error: unknown) => {
    throw error instanceof ProxyError ? error : new ProxyError(classifyTransportError(error));
  });
  if (isForwarded || server.protocol !== 'https:') return tunnel;
  return await startTls(tunnel, { route, server, stop });
}

/** Performs the TLS handshake with the server at the end of a connection. @throws the errors of `tls.connect` */
export async function startTls(
  socket: Socket,
  { route, server, stop }: Omit<ConnectionTarget, 'isForwarded'>,
): Promise<TLSSocket> {
  const secure = connectTls({ socket, ...tlsOptions(server.hostname, route) });
  return await prepareSocket(secure, stop, () => once(secure, 'secureConnect'));
}

async function connectToProxy(target: ConnectionTarget, proxy: Proxy): Promise<Socket> {
  const { route, server, isForwarded, stop } = target;
  const { url, verifyCertificate } = proxy;
  if (url === undefined || !(url.protocol in defaultPorts))
    throw new ProxyError({ code: proxy.isUnescaped === true ? 'proxyUnescaped' : 'proxyUnsupported' });
  const socket = await openSocket(endpointOf(url), route, stop, {
    rejectUnauthorized: verifyCertificate,
  });
  if (isForwarded) return socket;
  const { hostname } = server;
  return await prepareSocket(socket, stop, async () => {
    if (url.protocol !== 'socks5:') await requestTunnel(socket, proxy, server);
    else await connectThroughSocks5(socket, getProxyCredentials(proxy), { hostname, port: portOf(server) });
  });
}

async function openSocket(
  endpoint: Endpoint,
  route: Route,
  stop: AbortSignal,
  proxyRules: { readonly rejectUnauthorized?: boolean } = {},
): Promise<Socket> {
  const address = { host: endpoint.hostname, port: portOf(endpoint), ...addressRules };
  if (endpoint.protocol !== 'https:') {
    const socket = connectTcp(address);
    return await prepareSocket(socket, stop, () => once(socket, 'connect'));
  }
  const secure = connectTls({
    ...address,
    ...tlsOptions(endpoint.hostname, route),
    ...proxyRules,
  });
  return await prepareSocket(secure, stop, () => once(secure, 'secureConnect'));
}

/** SNI must not contain an IP address. */
function tlsOptions(host: string, { secureContext }: Route) {
  const identity = { host, servername: isIP(host) === 0 ? host : '', ALPNProtocols: ['http/1.1'] };
  return { ...identity, ...tlsRules, secureContext };
}

/** The socket after some steps. Closes it when a step fails or `stop` is aborted. */
async function prepareSocket<S extends Socket>(
  socket: S,
  stop: AbortSignal,
  steps: () => Promise<unknown>,
): Promise<S> {
  const close = (): unknown => socket.destroy(new RequestInterruptedError('connectTimeout'));
  stop.addEventListener('abort', close);
  socket.setNoDelay(true).setKeepAlive(true, 60_000);
  // Also for later: Node leaves a TLS socket open after an alert or a damaged record, and nobody would close it.
  socket.on('error', () => socket.destroy());
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
 * Opens a tunnel with CONNECT. Does not use Node's `http`, because VS Code patches it to apply its own proxy
 * settings.
 * @throws {ProxyError}
 */
async function requestTunnel(socket: Socket, proxy: Proxy, server: Endpoint): Promise<void> {
  const { hostname } = server;
  const authority = `${isIPv6(hostname) ? `[${hostname}]` : hostname}:${portOf(server)}`;
  new ResponseGate(socket, Promise.resolve());
  // Its origin is not used: the socket is connected already.
  const { client } = new PooledSocket('', `http://${authority}`, () => Promise.resolve(socket));
  try {
    const headers = { host: authority, 'proxy-connection': 'keep-alive', ...createProxyHeaders(proxy) };
    const { statusCode } = await client.connect({ path: authority, headers });
    if (statusCode < 200 || statusCode > 299) throw proxyErrorFor(statusCode);
  } finally {
    void client.destroy();
  }
}

/** The port of an endpoint, or the default one of its scheme. */
export function portOf({ protocol, port }: Endpoint): number {
  return port === '' ? (defaultPorts[protocol] ?? 0) : Number(port);
}
