import { createSecureContext } from 'node:tls';
import { systemClock } from '../../src/client/core/clock';
import { HttpTransport } from '../../src/client/http/httpTransport';
import { tlsRules } from '../../src/client/http/route';
import type { ServiceClient } from '../../src/client/serviceClient';
import { createClient } from '../support/client';
import { selfSigned } from '../support/selfSigned';

/** A client as the extension creates one, for a service on this machine. */
export function createBenchClient(origin: string): ServiceClient {
  const secureContext = createSecureContext({ ...tlsRules, ca: selfSigned.cert });
  return createClient(origin, {
    transport: new HttpTransport(systemClock, () => Promise.resolve({ secureContext })),
  });
}
