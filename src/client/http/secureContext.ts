import type { SecureContext } from 'node:tls';
import * as tls from 'node:tls';
import { tlsRules } from './route';

/** The authorities, in PEM, of which one must have signed a certificate that is valid. */
export function createContext(authorities: readonly string[]): SecureContext {
  // A context of its own takes the place of the version that is given with each connection.
  return tls.createSecureContext({ ca: [...authorities], minVersion: tlsRules.minVersion });
}

/**
 * Trusts the authorities of the system besides those of Node. Takes about 0.1 s, so that it should be made
 * once. Undefined, for Node's own, before Node 22.15.
 */
export function createSystemContext(): SecureContext | undefined {
  const { getCACertificates } = tls as Partial<typeof tls>;
  if (getCACertificates === undefined) return undefined;
  return createContext([...new Set([...getCACertificates('default'), ...getCACertificates('system')])]);
}
