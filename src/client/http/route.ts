import type { SecureContext } from 'node:tls';
import type { ProxySource } from '../core/types';

export interface Proxy {
  /** A URL with the scheme http, https or socks5; may hold user and password. Undefined when what is set is no URL. */
  readonly url: URL | undefined;
  /** The value of `proxy-authorization`, in place of user and password in the URL. */
  readonly authorization?: string | undefined;
  readonly source: ProxySource;
  /** Whether a certificate of the proxy itself has to be valid. Those of servers have to be in any case. */
  readonly checked: boolean;
}

/** How a server is reached. */
export interface Route {
  /** Absent when nothing is in between. */
  readonly proxy?: Proxy | undefined;
  /** Decides which certificates are valid, for servers and proxies; made with `tlsRules`. Node's own without it. */
  readonly secureContext?: SecureContext | undefined;
}

/**
 * Decides how the server at an origin is reached; asked before each request. One function has one secure
 * context, which routes without TLS may lack. Must not reject.
 */
export type Routing = (origin: URL) => Promise<Route>;

export const directRoute: Routing = () => Promise.resolve({});

/** The rules for every TLS connection to a server, whatever the environment of the process says. */
export const tlsRules = { minVersion: 'TLSv1.2', rejectUnauthorized: true } as const;

/**
 * Whether requests are sent to the proxy itself, with the whole URL in their first line, instead of through
 * a tunnel. Many HTTP proxies make no tunnels for http.
 */
export function isForwarded({ proxy }: Route, { protocol }: URL): boolean {
  return protocol === 'http:' && /^https?:$/.test(proxy?.url?.protocol ?? '');
}

export interface ProxyCredentials {
  readonly username: string;
  readonly password: string;
}

/** User and password in the URL of a proxy; empty when there are none. */
export function proxyCredentials({ url }: Proxy): ProxyCredentials {
  return { username: decoded(url?.username ?? ''), password: decoded(url?.password ?? '') };
}

/** The headers that tell a proxy who the user is; none when there is nothing to tell. */
export function proxyHeaders(proxy: Proxy): Readonly<Record<string, string>> {
  const value = proxyAuthorization(proxy);
  return value === undefined ? {} : { 'proxy-authorization': value };
}

function proxyAuthorization(proxy: Proxy): string | undefined {
  if (proxy.authorization !== undefined) return proxy.authorization;
  const { username, password } = proxyCredentials(proxy);
  if (username === '' && password === '') return undefined;
  return `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
}

/** The secrets of a proxy: what it is told of the user, except for the name. */
export function proxySecrets(proxy: Proxy): string[] {
  const authorization = proxyAuthorization(proxy) ?? '';
  const credential = authorization.replace(/^\S+ +/, '');
  return [authorization, credential, proxyCredentials(proxy).password, proxy.url?.password ?? ''];
}

/** Who writes a password into a URL may have left a percent sign as it is. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
