import { classifyHost } from '../url/hostProximity';
import type { Proxy } from './route';
import { tryParseUrl } from '../url/parseUrl';
import type { ProxySource } from '../core/types';

/** The settings of VS Code about proxies; each part as it is set. */
export interface ProxySettings {
  /** `http.proxy`; empty when not set. */
  readonly proxy: string;
  /** `http.noProxy`: hosts that are reached without a proxy. */
  readonly noProxy: readonly string[];
  /** `http.proxySupport`; `off` means that extensions use no proxy. */
  readonly support: string;
  /** `http.proxyAuthorization` */
  readonly authorization: string | undefined;
  /** `http.proxyStrictSSL` */
  readonly strict: boolean;
}

export type ProcessEnv = Readonly<Partial<Record<string, string>>>;

/** A proxy, none, or only the system can tell. */
export type ProxyChoice = Proxy | 'direct' | 'undecided';

const variables = ['https_proxy', 'HTTPS_PROXY', 'http_proxy', 'HTTP_PROXY'] as const;

/** As VS Code has it, whatever is spoken. */
const neverProxied = new Set(['localhost', '127.0.0.1', '[::1]', '[::ffff:7f00:1]']);

/** How the server at an origin is reached, decided in the order in which VS Code does it for its own requests. */
export function chooseProxy(origin: URL, settings: ProxySettings, environment: ProcessEnv): ProxyChoice {
  if (settings.support === 'off' || neverProxied.has(origin.hostname)) return 'direct';
  if (isClearHere(origin)) return 'direct';
  if (isExcepted(origin, settings.noProxy, environment)) return 'direct';
  const fromSettings = parseProxy(settings.proxy, 'http.proxy', settings);
  if (fromSettings !== undefined) return fromSettings;
  // The first one that is set decides for all servers, whatever their scheme is.
  const variable = variables.find((name) => environment[name]);
  if (variable === undefined) return 'undecided';
  return parseProxy(environment[variable] ?? '', variable, settings) ?? 'undecided';
}

/**
 * Whether this computer is spoken to in clear: that carries tokens and signed links, which nobody in between may
 * read. VS Code itself would use a proxy for some of these names and addresses.
 */
function isClearHere({ protocol, hostname }: URL): boolean {
  return protocol === 'http:' && classifyHost(hostname) === 'loopback';
}

/** The proxy that a text names, or undefined where VS Code makes nothing of it: it must begin with a known scheme. */
export function parseProxy(text: string, source: ProxySource, settings: ProxySettings): Proxy | undefined {
  const written = text.trim();
  if (!/^(https?|socks(4a?|5h?)?):\/\//i.test(written)) return undefined;
  return {
    // With `h`, the proxy looks up the name of the server, as all SOCKS proxies are made to do here.
    url: tryParseUrl(written.replace(/^socks(5h)?:/i, 'socks5:')),
    authorization: settings.authorization,
    source,
    checked: settings.strict,
  };
}

/** Exceptions of the environment count only when the settings have none. */
function isExcepted(origin: URL, noProxy: readonly string[], environment: ProcessEnv): boolean {
  const fromEnvironment = (environment['no_proxy'] || environment['NO_PROXY'] || '').split(',');
  const exceptions = noProxy.length > 0 ? noProxy : fromEnvironment;
  return exceptions.some((exception) => covers(exception.trim().toLowerCase(), origin));
}

/** An exception is `*`, or a host or domain, which may begin with a dot and end with a port. */
function covers(exception: string, { protocol, hostname, port }: URL): boolean {
  // Exactly the rule of VS Code. Libraries such as `proxy-from-env` follow others, and ignore `http.noProxy`.
  if (exception === '*') return true;
  const [name = '', onlyPort = ''] = exception.split(':', 2);
  if (name === '') return false;
  const domain = name.startsWith('.') ? name : `.${name}`;
  const hasPort = onlyPort === '' || onlyPort === (port || (protocol === 'https:' ? '443' : '80'));
  return hasPort && `.${hostname}`.endsWith(domain);
}
