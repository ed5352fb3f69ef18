import type { SecureContext } from 'node:tls';
import type { ProxySource } from '../core/types';
import { decodePercent } from '../text/readings';

export interface Proxy {
  /**
   * A URL with the scheme http, https or socks5, possibly with credentials. Undefined when the setting is not a URL.
   */
  readonly url: URL | undefined;
  /**
   * Whether the user name or password holds a character that ends the host of a URL, so that a part of it would be taken
   * for the host. Such an address is not used: it has no URL.
   */
  readonly isUnescaped?: boolean;
  /** The value of `proxy-authorization`, used instead of the credentials in the URL. */
  readonly authorization?: string | undefined;
  readonly source: ProxySource;
  /** Whether the certificate of the proxy itself is verified. Certificates of servers always are. */
  readonly verifyCertificate: boolean;
}

/** How a server is reached. */
export interface Route {
  /** Absent for a direct connection. */
  readonly proxy?: Proxy | undefined;
  /**
   * Decides which certificates are valid, for servers and proxies; made with `tlsRules`. Absent for Node's default.
   */
  readonly secureContext?: SecureContext | undefined;
}

/**
 * Decides how the server at an origin is reached; called before each request. All routes of one function share one
 * secure context, which routes without TLS may omit. Must not reject.
 */
export type Routing = (origin: URL) => Promise<Route>;

export const directRoute: Routing = () => Promise.resolve({});

/** The rules for every TLS connection to a server; the process environment cannot weaken them. */
export const tlsRules = { minVersion: 'TLSv1.2', rejectUnauthorized: true } as const;

/**
 * The rules for every TCP connection. A host may have several addresses, some of which are dead; Node gives each a
 * quarter of a second, in which no distant host responds. Two seconds let a lost packet be repeated, and leave time for
 * seven addresses.
 */
export const addressRules = { autoSelectFamily: true, autoSelectFamilyAttemptTimeout: 2000 } as const;

/**
 * Whether requests are sent to the proxy itself, with the absolute URL in the request line, instead of through a
 * tunnel. Many HTTP proxies do not tunnel plain http.
 */
export function isForwarded({ proxy }: Route, { protocol }: URL): boolean {
  return protocol === 'http:' && /^https?:$/.test(proxy?.url?.protocol ?? '');
}

export interface ProxyCredentials {
  readonly username: string;
  readonly password: string;
}

/** The credentials in the URL of a proxy; empty strings when it has none. */
export function getProxyCredentials({ url }: Proxy): ProxyCredentials {
  // A password in a URL may contain an unescaped percent sign.
  return { username: decodePercent(url?.username ?? ''), password: decodePercent(url?.password ?? '') };
}

/** The headers that authenticate the user at a proxy; empty without credentials. */
export function createProxyHeaders(proxy: Proxy): Readonly<Record<string, string>> {
  const value = createProxyAuthorization(proxy);
  return value === undefined ? {} : { 'proxy-authorization': value };
}

function createProxyAuthorization(proxy: Proxy): string | undefined {
  if (proxy.authorization !== undefined) return proxy.authorization;
  const { username, password } = getProxyCredentials(proxy);
  if (username === '' && password === '') return undefined;
  return `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
}

/** The secrets in a proxy's configuration: all of its credentials except the user name. */
export function listProxySecrets(proxy: Proxy): string[] {
  const authorization = createProxyAuthorization(proxy) ?? '';
  const credential = authorization.replace(/^\S+ +/, '');
  return [authorization, credential, getProxyCredentials(proxy).password, proxy.url?.password ?? ''];
}
