import { createSecureContext } from 'node:tls';
import { type Clock, systemClock } from '../../src/client/core/clock';
import { type HttpRequest, HttpTransport } from '../../src/client/http/httpTransport';
import { type Proxy, tlsRules } from '../../src/client/http/route';
import { targetOf } from '../../src/client/url/uploadUrl';
import { authority } from './certificates';

const { minVersion } = tlsRules;
const secureContext = createSecureContext({ ca: authority, minVersion });
const never = new AbortController().signal;
const transports: HttpTransport[] = [];

/** Call after each test. */
export async function closeTransports(): Promise<void> {
  await Promise.all(transports.splice(0).map((transport) => transport.close()));
}

/** A transport that uses a proxy for everything and trusts the authority of the tests. */
export function transportThrough(
  url: string,
  { clock = systemClock, ...proxy }: Partial<Proxy> & { readonly clock?: Clock } = {},
): HttpTransport {
  const route = {
    proxy: { url: new URL(url), source: 'http.proxy', verifyCertificate: true, ...proxy },
    secureContext,
  } as const;
  const transport = new HttpTransport(clock, () => Promise.resolve(route));
  transports.push(transport);
  return transport;
}

/**
 * A transport without a proxy that trusts the authority of the tests, with a secure context for https only.
 */
export function directTransport(clock: Clock = systemClock): HttpTransport {
  const transport = new HttpTransport(clock, ({ protocol }) =>
    Promise.resolve(protocol === 'https:' ? { secureContext } : {}),
  );
  transports.push(transport);
  return transport;
}

export function request(url: string, changes: Partial<HttpRequest> = {}): HttpRequest {
  return {
    operation: 'createModel',
    method: 'POST',
    target: targetOf(url),
    headers: {},
    signal: never,
    limits: {
      accepted: [200],
      needsBody: true,
      responseTimeoutMs: 30_000,
      stallTimeoutMs: 60_000,
      bodyTimeoutMs: 5000,
      maxBodyBytes: 1000,
    },
    ...changes,
  };
}
