import { once } from 'node:events';
import { connect as connectTcp, isIP, isIPv6, type Socket } from 'node:net';
import { connect as connectTls, type SecureContext, type TLSSocket } from 'node:tls';
import { type buildConnector, Client } from 'undici';
import { removeBrackets } from '../url/parseUrl';
import { RequestInterruptedError } from './requestTimeouts';
import {
  addressRules,
  createProxyHeaders,
  getProxyCredentials,
  type Proxy,
  type Route,
  tlsRules,
} from './route';
import { connectThroughSocks5 } from './socks5';
import { classifyTransportError, ProxyError, proxyErrorFor } from './transportErrors';
import { Wire } from './wire';

const defaultPorts: Readonly<Partial<Record<string, number>>> = {
  'http:': 80,
  'https:': 443,
  'socks5:': 1080,
};

/** The server at the far end of a tunnel. */
export interface TunnelTarget {
  readonly protocol: string;
  /** IPv6 addresses without brackets. */
  readonly hostname: string;
  /** Empty for the default port. */
  readonly port: string;
}

export interface ProxyConnection {
  readonly route: Route & { readonly proxy: Proxy };
  /** Absent for requests that the proxy itself forwards. */
  readonly server: TunnelTarget | undefined;
  /** Ends the attempt at once. */
  readonly signal: AbortSignal;
  /** Timeout for establishing the connection; ms. */
  readonly timeoutMs: number;
}

/**
 * Connects to a proxy and through it to a server, up to the end of the TLS handshake with the server, so that
 * everything written afterwards reaches only that server.
 * @throws {ProxyError} for every failure before that handshake
 */
export async function connectThroughProxy({
  route,
  server,
  signal,
  timeoutMs: limit,
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
  /** Closes the connection when aborted. */
  readonly stop: AbortSignal;
}

/** Performs the TLS handshake with the server at the end of a connection. @throws the errors of `tls.connect` */
export async function startTls(socket: Socket, { route, server, stop }: TlsTarget): Promise<TLSSocket> {
  const { hostname } = server;
  const secure = connectTls({ socket, ...getTlsIdentity(hostname), ...tlsRules, ...contextOf(route) });
  return await prepareSocket(secure, stop, () => once(secure, 'secureConnect'));
}

/** Connects to a server without a proxy. @throws the errors of `net.connect` */
export async function connectDirectly(server: TunnelTarget, stop: AbortSignal): Promise<Socket> {
  const socket = connectTcp({ host: server.hostname, port: portOf(server), ...addressRules });
  return await prepareSocket(socket, stop, () => once(socket, 'connect'));
}

async function connectToProxy(
  route: ProxyConnection['route'],
  server: TunnelTarget | undefined,
  stop: AbortSignal,
): Promise<Socket> {
  const { proxy } = route;
  const socket = openSocket(route);
  return await prepareSocket(socket, stop, async () => {
    await once(socket, proxy.url?.protocol === 'https:' ? 'secureConnect' : 'connect');
    if (server === undefined) return;
    const { hostname } = server;
    if (proxy.url?.protocol !== 'socks5:') await requestTunnel(socket, proxy, server);
    else await connectThroughSocks5(socket, getProxyCredentials(proxy), { hostname, port: portOf(server) });
  });
}

function openSocket(route: ProxyConnection['route']): Socket {
  const { url, verifyCertificate } = route.proxy;
  const defaultPort = defaultPorts[url?.protocol ?? ''];
  if (url === undefined || defaultPort === undefined) throw new ProxyError({ code: 'proxyUnsupported' });
  const address = {
    host: removeBrackets(url.hostname),
    port: url.port === '' ? defaultPort : Number(url.port),
    ...addressRules,
  };
  if (url.protocol !== 'https:') return connectTcp(address);
  const rules = { ...tlsRules, rejectUnauthorized: verifyCertificate };
  return connectTls({ ...address, ...getTlsIdentity(address.host), ...rules, ...contextOf(route) });
}

/** TLS options for verifying the host name. SNI must not contain an IP address. */
function getTlsIdentity(host: string): { host: string; servername: string; ALPNProtocols: string[] } {
  return { host, servername: isIP(host) === 0 ? host : '', ALPNProtocols: ['http/1.1'] };
}

function contextOf({ secureContext }: Route): { secureContext?: SecureContext } {
  return secureContext === undefined ? {} : { secureContext };
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
  // Between two steps there is no other error listener.
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
 * Opens a tunnel with CONNECT. Does not use Node's `http`, because VS Code patches it to apply its own proxy
 * settings.
 * @throws {ProxyError}
 */
async function requestTunnel(socket: Socket, proxy: Proxy, server: TunnelTarget): Promise<void> {
  const { hostname } = server;
  const authority = `${isIPv6(hostname) ? `[${hostname}]` : hostname}:${portOf(server)}`;
  // Skips interim responses of the proxy.
  new Wire(socket);
  // Placeholder origin: the socket is already connected.
  const client = new Client(`http://${authority}`, { connect: handOver(socket) });
  try {
    const headers = { host: authority, 'proxy-connection': 'keep-alive', ...createProxyHeaders(proxy) };
    const { statusCode } = await client.connect({ path: authority, headers });
    if (statusCode < 200 || statusCode > 299) throw proxyErrorFor(statusCode);
  } finally {
    void client.destroy();
  }
}

/** Connector that hands out the given socket once; a reconnect attempt fails. */
function handOver(socket: Socket): buildConnector.connector {
  let left: Socket | undefined = socket;
  // undici does not expect a synchronous callback.
  return (_, callback) =>
    queueMicrotask(() => {
      if (left === undefined) callback(new ProxyError({ code: 'reset' }), null);
      else callback(null, left);
      left = undefined;
    });
}

/** The port in the URL of a server or a proxy, or the default one of its scheme. */
export function portOf({ protocol, port }: TunnelTarget): number {
  return port === '' ? (defaultPorts[protocol] ?? 0) : Number(port);
}
