import type { ProxySource } from '../core/types';
import { classifyHost } from '../url/hostProximity';
import { tryParseUrl } from '../url/parseUrl';
import type { Proxy } from './route';

/** The proxy settings of VS Code, as configured. */
export interface ProxySettings {
  /** `http.proxy`; empty when not set. */
  readonly proxy: string;
  /** `http.noProxy`: hosts that are reached directly. */
  readonly noProxy: readonly string[];
  /** `http.proxySupport`; `off` means that extensions use no proxy. */
  readonly support: string;
  /** `http.proxyAuthorization` */
  readonly authorization: string | undefined;
  /** `http.proxyStrictSSL` */
  readonly strict: boolean;
}

export type ProcessEnv = Readonly<Partial<Record<string, string>>>;

/** A proxy, a direct connection, or undecided: the system has to be asked. */
export type ProxyChoice = Proxy | 'direct' | 'askSystem';

const variables = ['https_proxy', 'HTTPS_PROXY', 'http_proxy', 'HTTP_PROXY'] as const;

/** Hosts that VS Code never proxies, whatever the protocol. */
const neverProxied = new Set(['localhost', '127.0.0.1', '[::1]', '[::ffff:7f00:1]']);

/**
 * Chooses how to reach the server at an origin, by the same rules in the same order as VS Code does for its own
 * requests.
 */
export function chooseProxy(origin: URL, settings: ProxySettings, environment: ProcessEnv): ProxyChoice {
  if (settings.support === 'off' || neverProxied.has(origin.hostname)) return 'direct';
  if (isClearHere(origin)) return 'direct';
  if (isExcepted(origin, settings.noProxy, environment)) return 'direct';
  const fromSettings = parseProxy(settings.proxy, 'http.proxy', settings);
  if (fromSettings !== undefined) return fromSettings;
  // The first variable that is set applies to all servers, whatever their scheme.
  const variable = variables.find((name) => environment[name]);
  if (variable === undefined) return 'askSystem';
  return parseProxy(environment[variable] ?? '', variable, settings) ?? 'askSystem';
}

/**
 * Whether this is unencrypted traffic to this computer. It carries tokens and signed URLs, which no proxy may read,
 * although VS Code would use a proxy for some of these hosts.
 */
function isClearHere({ protocol, hostname }: URL): boolean {
  return protocol === 'http:' && classifyHost(hostname) === 'loopback';
}

/** Parses the address of a proxy. Undefined where VS Code ignores it: it must begin with a known scheme. */
export function parseProxy(text: string, source: ProxySource, settings: ProxySettings): Proxy | undefined {
  const written = text.trim();
  if (!/^(https?|socks(4a?|5h?)?):\/\//i.test(written)) return undefined;
  const isUnescaped = /^[^:]+:\/\/[^]*[/?#\\][^]*@/.test(written);
  return {
    ...(isUnescaped && { isUnescaped }),
    // `socks5h` makes the proxy resolve the server's name, which this client demands of every SOCKS proxy.
    url: isUnescaped ? undefined : tryParseUrl(written.replace(/^socks(5h)?:/i, 'socks5:')),
    authorization: settings.authorization,
    source,
    verifyCertificate: settings.strict,
  };
}

/** Environment variables apply only when the settings list no exceptions. */
function isExcepted(origin: URL, noProxy: readonly string[], environment: ProcessEnv): boolean {
  const fromEnvironment = (environment['no_proxy'] || environment['NO_PROXY'] || '').split(',');
  const exceptions = noProxy.length > 0 ? noProxy : fromEnvironment;
  return exceptions.some((exception) => matchesException(exception.trim().toLowerCase(), origin));
}

/** Whether an exception covers an origin: `*`, or a host or domain, optionally with a leading dot and a port. */
function matchesException(exception: string, { protocol, hostname, port }: URL): boolean {
  // Exactly the rule of VS Code. Libraries such as `proxy-from-env` follow others, and ignore `http.noProxy`.
  if (exception === '*') return true;
  const [name = '', onlyPort = ''] = exception.split(':', 2);
  if (name === '') return false;
  const domain = name.startsWith('.') ? name : `.${name}`;
  const hasPort = onlyPort === '' || onlyPort === (port || (protocol === 'https:' ? '443' : '80'));
  return hasPort && `.${hostname}`.endsWith(domain);
}
