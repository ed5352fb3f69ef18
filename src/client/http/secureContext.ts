import type { SecureContext } from 'node:tls';
import * as tls from 'node:tls';
import { tlsRules } from './route';

/** A secure context that trusts only these authorities. @param authorities certificates in PEM */
export function createContext(authorities: readonly string[]): SecureContext {
  // A secure context replaces the `minVersion` passed with each connection.
  return tls.createSecureContext({ ca: [...authorities], minVersion: tlsRules.minVersion });
}

/**
 * Trusts the authorities of the system besides those of Node. Takes about 0.1 s, so create it once. Undefined, which
 * means Node's default, before Node 22.15.
 */
export function createSystemContext(): SecureContext | undefined {
  const { getCACertificates } = tls as Partial<typeof tls>;
  if (getCACertificates === undefined) return undefined;
  return createContext([...new Set([...getCACertificates('default'), ...getCACertificates('system')])]);
}
