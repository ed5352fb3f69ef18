import type { SecureContext } from 'node:tls';
import { chooseProxy, parseProxy, type ProxySettings } from '../client/http/proxyRules';
import { listProxySecrets, type Proxy, type Routing } from '../client/http/route';
import { createSystemContext } from '../client/http/secureContext';

/** VS Code's settings for proxies and certificates. */
export interface NetworkSettings extends ProxySettings {
  /** `http.systemCertificates` */
  readonly systemCertificates: boolean;
}

/**
 * Chooses the route to each server as VS Code itself would, by these settings and the environment.
 * @param onSecret called with each secret of a proxy before it is used
 * @param askSystem finds the proxy of the system for an origin
 */
export function createRouting(
  settings: NetworkSettings,
  onSecret: (secret: string) => void,
  askSystem: (origin: URL) => Promise<string | undefined>,
): Routing {
  let trusted: { readonly context: SecureContext | undefined } | undefined;

  async function proxyTo(origin: URL): Promise<Proxy | undefined> {
    const choice = chooseProxy(origin, settings, process.env);
    if (choice === 'direct') return undefined;
    if (choice !== 'askSystem') return choice;
    return parseProxy((await askSystem(origin)) ?? '', 'system', settings);
  }

  return async (origin) => {
    const proxy = await proxyTo(origin);
    if (proxy !== undefined) listProxySecrets(proxy).forEach(onSecret);
    const isSecure = [origin.protocol, proxy?.url?.protocol].includes('https:');
    if (isSecure) trusted ??= { context: settings.systemCertificates ? createSystemContext() : undefined };
    return { proxy, secureContext: trusted?.context };
  };
}
